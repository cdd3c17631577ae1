/** A line break of YAML 1.2: LF or CR. */
export const isBreak = (unit: number): boolean => unit === 10 || unit === 13;

/** A blank, a tab or a line break. */
export const isBlank = (unit: number): boolean => unit === 32 || unit === 9 || isBreak(unit);
