/** One string of a lock as it is written there. */
const STRING = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"`;
const ENTRY = new RegExp(String.raw`^\s*(${STRING}): (${STRING}|\d+|\{\}?),?$`);

/** The name and the value of a line of the lock, as written; undefined for another line. */
export function entryOf(line: string): readonly [name: string, value: string] | undefined {
  const match = ENTRY.exec(line.trimEnd());
  const name = match?.[1] === undefined ? undefined : jsonString(match[1]);
  const value = match?.[2];
  return name === undefined || value === undefined ? undefined : [name, value];
}

/** The string of a JSON literal; undefined if it is not one. */
export function jsonString(literal: string): string | undefined {
  if (literal.startsWith('"') && !literal.includes('\\')) return literal.slice(1, -1);
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
