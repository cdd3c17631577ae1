import type { ErrorCode } from '../errors/index.js';
import { printable } from '../text/printable.js';

/** One setting of the configuration: the value that counts, and where it comes from. */
export interface SettingReport {
  readonly key: string;
  /** As the configuration would have it; null if there is none. */
  readonly value: unknown;
  /** The file, the variable or the flag that gave it; `default` if none did. */
  readonly origin: string;
}

/** A value for people: a list item by item. */
export function valueLines(value: unknown): readonly string[] {
  if (value === null || value === undefined) return ['-'];
  if (Array.isArray(value) && value.length > 0) return value.map(textOf);
  return [textOf(value)];
}

const textOf = (value: unknown): string =>
  printable(typeof value === 'string' ? value : JSON.stringify(value));

/** One thing that `doctor` has looked at. */
export interface ExaminedReport {
  /** What it is: `node`, `configuration`, `token`, `service`, `files`, `lock`, `ignore`, `git`. */
  readonly subject: string;
  /** `skipped`: it could not be looked at, since something before it is at fault. */
  readonly state: 'ok' | 'note' | 'fault' | 'skipped';
  /** What was found, line by line. */
  readonly found: readonly string[];
  /** The error of a fault. */
  readonly code?: ErrorCode;
  /** What to do about it. */
  readonly hint?: string;
}
