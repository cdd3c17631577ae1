/**
 * A language of the project as the service lists it (docs/service-interface.md, "Resources").
 * Strings as the service sent them.
 */
export interface ServiceLocale {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly country: string;
}

/** A service locale together with the code that stands for it in file names here. */
export interface Locale extends ServiceLocale {
  readonly tag: string;
}

/**
 * A code folded for comparison: lower case, `_` as `-`. Never written anywhere: codes are compared
 * folded and kept as they are.
 */
export function foldCode(code: string): string {
  return code.replaceAll('_', '-').toLowerCase();
}
