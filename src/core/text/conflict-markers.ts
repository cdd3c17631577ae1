/**
 * The line of the first conflict marker of git; undefined if the text does not hold all three, each
 * below the one before.
 */
export function markedLine(text: string): number | undefined {
  const markers = [/^<{7}(?: |$)/, /^={7}$/, /^>{7}(?: |$)/];
  let first: number | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (markers[0]?.test(line) !== true) continue;
    first ??= index + 1;
    markers.shift();
    if (markers.length === 0) return first;
  }
  return undefined;
}

/** The two texts that a text with conflict markers stands for. */
export interface ConflictSides {
  readonly ours: string;
  readonly theirs: string;
}

/** The part of a conflict that a line is in; `both` is outside of one. */
type Part = 'both' | 'ours' | 'base' | 'theirs';
/** What a marker begins, and in which parts it may be. */
const NEXT: Readonly<Record<string, { readonly part: Part; readonly after: readonly Part[] }>> = {
  '<': { part: 'ours', after: ['both'] },
  '|': { part: 'base', after: ['ours'] },
  '=': { part: 'theirs', after: ['ours', 'base'] },
  '>': { part: 'both', after: ['theirs'] },
};

/**
 * Both sides of a text that git has marked, with markers of any size; undefined if there are no
 * markers, or if they are not complete.
 */
export function conflictSides(text: string): ConflictSides | undefined {
  // git's size is 7, and grows by one in conflicts within conflicts.
  const size = /^<{7,100}(?= |\r?$)/m.exec(text)?.[0].length;
  if (size === undefined) return undefined;
  const marker = new RegExp(`^([<|=>])\\1{${size - 1}}(?: |\\r?\\n?$)`);
  const ours: string[] = [];
  const theirs: string[] = [];
  let part: Part = 'both';
  for (const line of text.split(/(?<=\n)/)) {
    const next = NEXT[marker.exec(line)?.[1] ?? ''];
    if (next !== undefined) {
      if (!next.after.includes(part)) return undefined;
      part = next.part;
      continue;
    }
    if (part === 'both' || part === 'ours') ours.push(line);
    if (part === 'both' || part === 'theirs') theirs.push(line);
  }
  return part === 'both' ? { ours: ours.join(''), theirs: theirs.join('') } : undefined;
}
