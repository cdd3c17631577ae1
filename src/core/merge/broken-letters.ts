import { isSubsequence } from '../util/collections.js';

/*
 * What services that do not store Unicode make of signs that are not ASCII: question marks,
 * nothing, or each byte of them as a sign of its own. No person writes such a text.
 */

/**
 * Whether letters of `sent` that are not ASCII are gone in `held`, marks, or read in another
 * encoding. Linear in the texts.
 */
export function hasBrokenLetters(sent: string, held: string): boolean {
  if (!NOT_ASCII.test(sent)) return false;
  if (withoutControls(asLatin1(sent)) === withoutControls(held)) return true;
  if (hasOnlyMarks(sent, held)) return /[\p{L}\p{So}\p{Sc}]/u.test(othersOf(sent));
  if (hasMarks(sent, held)) return true;
  return held === sent.replace(/[^\p{ASCII}]/gu, '') && /\p{L}/u.test(othersOf(sent));
}

/** Whether `held` may have marks in place of all signs of `sent` that are not ASCII. */
export const hasOnlyMarks = (sent: string, held: string): boolean =>
  NOT_ASCII.test(sent) && MARKED.test(held) && ASCII_OR_MARK.test(held) && frameOf(sent) === frameOf(held);

/**
 * Whether `held` has marks in place of some signs that are not ASCII. A person ends a sentence
 * with a question mark, but does not write one before a letter.
 */
function hasMarks(sent: string, held: string): boolean {
  if (!MARKED.test(held) || frameOf(sent) !== frameOf(held)) return false;
  if (!isSubsequence(othersOf(held), othersOf(sent))) return false;
  return (
    countOf(REPLACEMENT, held) > countOf(REPLACEMENT, sent) || countOf(IN_WORD, held) > countOf(IN_WORD, sent)
  );
}

const NOT_ASCII = /[^\p{ASCII}]/u;
const MARKED = /[?\uFFFD]/u;
const ASCII_OR_MARK = /^[\p{ASCII}\uFFFD]*$/u;
const REPLACEMENT = /\uFFFD/gu;
const IN_WORD = /\?(?=\p{L})/gu;

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** The signs that are not ASCII. */
const othersOf = (text: string): string => text.replace(/[\p{ASCII}\uFFFD]/gu, '');

/** One mark for all signs in a row that are not ASCII, or marks themselves. */
const frameOf = (text: string): string => text.replace(/[?\P{ASCII}]+/gu, '?');

/** The bytes of a text in UTF-8, each as one sign; '' if the text has half a sign. */
function asLatin1(text: string): string {
  try {
    return encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
  } catch {
    return '';
  }
}

/** Without the signs that differ between the encodings of western Europe. */
const withoutControls = (text: string): string => text.replace(/[^\p{ASCII}\u00a0-\u00ff]/gu, '');
