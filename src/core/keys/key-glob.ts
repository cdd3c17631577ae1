import { keyPath, type KeyId } from './key.js';

/** The segments of a key or a glob: a file may nest them or write them with dots in one name. */
const segmentsOf = (text: string): readonly string[] => text.split('.');

/**
 * Whether a key matches one of these globs: `*` stands for any part of a segment, `**` for any
 * number of segments. Nested keys and names with dots are the same to it.
 */
export function keyMatcher(globs: readonly string[]): ((key: KeyId) => boolean) | undefined {
  if (globs.length === 0) return undefined;
  const patterns = globs.map(segmentsOf);
  return (key) => {
    const segments = keyPath(key).flatMap(segmentsOf);
    return patterns.some((pattern) => matches(pattern, segments));
  };
}

/** Takes time that grows with the product of both lengths, whatever the glob is. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  // reached[i]: the pattern so far matches the first i segments.
  let reached = segments.map(() => false);
  reached = [true, ...reached];
  for (const [at, part] of pattern.entries()) {
    const next = reached.map(() => false);
    let open = false;
    for (const [i, isReached] of reached.entries()) {
      if (part === '**') {
        open ||= isReached;
        // `legal.**` means what is below `legal`, not `legal` itself.
        const isBelow = at === pattern.length - 1 && at > 0;
        if (isBelow ? open && reached.slice(0, i).includes(true) : open) next[i] = true;
      } else if (isReached && i < segments.length && matchesPart(part, segments[i] ?? '')) next[i + 1] = true;
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** One segment against a part of a glob; `*` is the only character that stands for others. */
function matchesPart(part: string, segment: string): boolean {
  let p = 0;
  let s = 0;
  let star = -1;
  let resume = 0;
  while (s < segment.length) {
    if (part[p] === '*') {
      star = p++;
      resume = s;
    } else if (part[p] === segment[s]) {
      p++;
      s++;
    } else if (star >= 0) {
      p = star + 1;
      s = ++resume;
    } else return false;
  }
  while (part[p] === '*') p++;
  return p === part.length;
}
