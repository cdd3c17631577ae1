/** A line break of YAML 1.2: LF or CR. */
export const isBreak = (unit: number): boolean => unit === 10 || unit === 13;

/** A blank, a tab or a line break. */
export const isBlank = (unit: number): boolean => unit === 32 || unit === 9 || isBreak(unit);

/** `end` without the line break right before it, if there is one. */
export function withoutBreak(text: string, start: number, end: number): number {
  if (end <= start || !isBreak(text.charCodeAt(end - 1))) return end;
  return end - 2 >= start && text.charCodeAt(end - 1) === 10 && text.charCodeAt(end - 2) === 13
    ? end - 2
    : end - 1;
}
