/**
 * A text field has line feeds only. Line ends that a person has not touched stay as `before` has
 * them; new ones are those of `origin` if it has one kind.
 */
export function withEndsOf(text: string, before: string, origin = before): string {
  if (!`${before}${origin}`.includes('\r') || text.includes('\r')) return text;
  const ends = endsOf(before);
  const old = before.replaceAll(END, '\n');
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old[head] === text[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
  const [common = '\n', ...others] = new Set(endsOf(origin));
  const added = others.length === 0 ? common : '\n';
  const headEnds = breaksIn(text.slice(0, head));
  const tailEnds = breaksIn(text.slice(text.length - tail));
  const total = breaksIn(text);
  let at = -1;
  return text.replaceAll('\n', () => {
    at++;
    if (at < headEnds) return ends[at] ?? added;
    return at < total - tailEnds ? added : (ends[ends.length - total + at] ?? added);
  });
}

const END = /\r\n|\r|\n/g;
const endsOf = (text: string): readonly string[] => text.match(END) ?? [];
const breaksIn = (text: string): number => text.split('\n').length - 1;
