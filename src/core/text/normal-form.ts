/**
 * More marks in a row than any language writes: the bound of the Stream-Safe Text Format (Unicode
 * Standard Annex 15, section 13).
 */
const CROWDED = /\p{M}{31}/u;

/**
 * As `normalize('NFC')`, in linear time: sorting a row of a million marks takes minutes, so a text
 * with such a row stays as it is.
 */
export const nfc = (text: string): string => (CROWDED.test(text) ? text : text.normalize('NFC'));

/** As `normalize('NFKC')`, with the same exception as {@link nfc}. */
export const nfkc = (text: string): string => (CROWDED.test(text) ? text : text.normalize('NFKC'));

/** As `normalize('NFD')`, with the same exception as {@link nfc}. */
export const nfd = (text: string): string => (CROWDED.test(text) ? text : text.normalize('NFD'));
