/**
 * A language of two or three letters with what may follow it, as file names write it: `pt_BR`,
 * `sr@latin`, `en.utf8`.
 */
const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,8}(?:\.utf-?8)?(?:@[a-z]{1,16})?$/i;

/**
 * Whether a code may name a new file without a person's consent (`localeMap`): the service chooses
 * codes, and tools execute files by their names.
 */
export const looksLikeCode = (code: string): boolean => CODE.test(code);
