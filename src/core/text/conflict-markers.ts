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
