import { resolveReferences } from '../text/html.js';
import { nfkc } from '../text/normal-form.js';
import { isSubsequence } from '../util/collections.js';
import { hasBrokenLetters, hasOnlyMarks } from './broken-letters.js';

/**
 * Whether a text that the service holds after an upload is what a service makes of the uploaded
 * one, or what a person wrote meanwhile. The interface does not say how texts are stored
 * (docs/service-interface.md, "Upload"), so this knows what services are seen to do. All loops are
 * linear in the texts.
 */

/**
 * Whether a service may have made `held` of `sent`: cut, escaped, stripped of markup, respelled. A
 * person writes other words.
 */
export function isServiceForm(sent: string, held: string): boolean {
  if (held === '' || sent === '') return false;
  if (isRespelling(sent, held)) return true;
  if (isCut(sent, held)) return true;
  if (hasSameWords(sent, held)) return !addsMarks(sent, held);
  const kept = words(held);
  return kept.length >= SHORTEST_CUT && words(sent).startsWith(kept);
}

/** Whether two texts have the same words, whatever marks and markup are between them. */
export function hasSameWords(sent: string, held: string): boolean {
  const own = words(sent);
  return own !== '' && own === words(held);
}

/**
 * Whether `held` has a mark more than `sent`, such as `!` or a comma. A person adds one; services
 * take marks away, or put others in place of signs that they do not know.
 */
function addsMarks(sent: string, held: string): boolean {
  const [before, now] = [bareText(sent), bareText(held)];
  const isMore = MARKS.some((mark) => countOf(mark, now) > countOf(mark, before));
  return isMore && !hasOnlyMarks(sent, held);
}

/** The signs between words; in a number, or before a placeholder (`:name`), they are none. */
const MARKS = [/[.](?!\d)/gu, /,(?!\d)/gu, /!/gu, /\?/gu, /:(?=\s|$)/gu, /[。、]/gu];

const countOf = (mark: RegExp, text: string): number => text.match(mark)?.length ?? 0;

/**
 * Whether `held` is only another spelling of `sent`: spaces, Unicode form, numbers, truth values,
 * escaped markup. Unlike {@link isServiceForm} this is sure enough if the service held that text
 * before, too.
 */
export function isRespelling(sent: string, held: string): boolean {
  if (sent === '' || held === '') return false;
  const [a, b] = [canonicalForm(sent), canonicalForm(held)];
  return (a !== '' && a === b) || isSameValue(sent.trim(), held.trim());
}

/** Whether two texts are one text, escaped for HTML a different number of times. */
export const isSameEscaped = (left: string, right: string): boolean =>
  unescapeMarkup(left) === unescapeMarkup(right);

/**
 * Whether `held` says less than `sent` or the same in another spelling, as a service alters texts:
 * without some of its signs, cut, in one case, with broken letters. Without a base, that is a
 * reason to doubt that a person wrote `held`.
 */
export function isAlteration(sent: string, held: string): boolean {
  if (sent === '' || held === '') return false;
  if (isRespelling(sent, held) || isCut(sent, held) || hasBrokenLetters(sent, held)) return true;
  if (held === sent.toLowerCase() || held === sent.toUpperCase()) return true;
  return held.length < sent.length && words(sent) === words(held) && isSubsequence(held, sent);
}

/**
 * Whether `held` is more likely a service's alteration of `sent` than a person's edit: cut,
 * escaped, without its tags, all in one case. A sign that is gone, another blank, or a shorter word
 * may well be a person's.
 */
export function looksAltered(sent: string, held: string): boolean {
  if (sent === '' || held === '' || sent === held) return false;
  // A person may shorten a single word: `Gutschein` for `Gutscheincode`.
  if (/\S\s+\S/u.test(sent) && isCutInWord(sent, held)) return true;
  if (hasBrokenLetters(sent, held) || isBrokenPlaceholder(sent, held)) return true;
  if (isCut(sent, held)) return /\S\s\S/u.test(sent) && words(sent) !== words(held);
  if (isSameEscaped(sent, held)) return true;
  if (held === sent.toLowerCase() || held === sent.toUpperCase()) return differences(sent, held) > 1;
  const hasTags = withoutTags(sent) !== sent && withoutTags(held) === held;
  return hasTags && words(sent) === words(held);
}

/**
 * Whether a service may have made `held` of `sent` by a change that a person makes as well: one
 * letter in another case, another blank, signs that are gone, the end of a single word, the last
 * words. Several such texts at once are a service's.
 */
export function mayBeAltered(sent: string, held: string): boolean {
  if (sent === '' || held === '' || sent === held) return false;
  if (held === sent.toLowerCase() || held === sent.toUpperCase() || isCutInWord(sent, held)) return true;
  if (/\S\s+\S/u.test(sent) && isBeginning(sent, held)) return true;
  return held.length <= sent.length && words(sent) === words(held) && asciiOf(sent) === asciiOf(held);
}

/** This many signs at the end of a word are more than a plural ending. */
const LEAST_GONE = 3;

/** Whether a text ends inside a word, and what is gone was longer than an ending. */
function isCutInWord(sent: string, held: string): boolean {
  const [whole, kept] = [sent.trim(), held.trim()];
  if (kept === '' || kept.length + LEAST_GONE > whole.length || !whole.startsWith(kept)) return false;
  return /\p{L}$/u.test(kept) && /^\p{L}/u.test(whole.slice(kept.length));
}

/** Whether placeholders have lost their first sign or one of two brackets. */
const isBrokenPlaceholder = (sent: string, held: string): boolean =>
  held === sent.replace(/[%$#]\{/g, '{') || held === sent.replaceAll('{{', '{').replaceAll('}}', '}');

const asciiOf = (text: string): string => text.replace(/[^\p{ASCII}]|\s/gu, '');

/** How many places of two texts of one length differ. */
function differences(left: string, right: string): number {
  let count = 0;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) count++;
  return count;
}

const canonicalForm = (text: string): string =>
  PLAIN.test(text) ? text : nfkc(unescapeMarkup(text)).replace(/\s+/gu, ' ').trim();

/** Words of ASCII without `&`, one space between them: most texts, which are canonical already. */
const PLAIN = /^[!-%'-~]+(?: [!-%'-~]+)*$/;

/** How often escaping is undone that is not that of an `&` alone. */
const MOST_ESCAPES = 3;

/** An `&` that was escaped several times: each upload may make a service do so once more. */
const ESCAPED_AGAIN = /&(?:(?:amp|#0*38|#x0*26);)+/giu;

function unescapeMarkup(text: string): string {
  if (!text.includes('&')) return text;
  let result = text.replace(ESCAPED_AGAIN, '&amp;');
  for (let i = 0; i < MOST_ESCAPES && result.includes('&'); i++) {
    const next = resolveReferences(result, (reference) => reference);
    if (next === result) break;
    result = next;
  }
  return result;
}

/** A shorter beginning of a text may well be what a person wrote. */
const SHORTEST_CUT = 8;

/** What replaces the part that was cut off. */
const ELLIPSES = ['…', '...'];

/** What is left of a text that was cut off. */
function beginningIn(held: string): string {
  const ellipsis = ELLIPSES.find((end) => held.endsWith(end)) ?? '';
  return held.slice(0, held.length - ellipsis.length).trim();
}

function isCut(sent: string, held: string): boolean {
  const kept = beginningIn(held);
  return kept.length >= SHORTEST_CUT && kept.length < sent.length && sent.trimStart().startsWith(kept);
}

/**
 * Whether `held` is a beginning of `sent`, however short. That says enough only of a text that was
 * sent a moment ago, or if the service is known to cut this text: a person may well shorten one.
 */
export function isBeginning(sent: string, held: string): boolean {
  const kept = beginningIn(held);
  return kept !== '' && kept.length < sent.trim().length && sent.trimStart().startsWith(kept);
}

/** Whether `held` is a beginning of `sent` that lacks letters or digits of it, not just signs. */
export const lacksItsEnd = (sent: string, held: string): boolean =>
  isBeginning(sent, held) && words(sent) !== words(held);

const bareText = (text: string): string => withoutTags(unescapeMarkup(nfkc(text)));

const words = (text: string): string =>
  bareText(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** A text without what is between `<` and the next `>`; an open bracket at the end stays. */
function withoutTags(text: string): string {
  let result = '';
  let done = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', done)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    result += text.slice(done, open);
    done = close + 1;
  }
  return result + text.slice(done);
}

/** A number or a truth value, as YAML and JSON writers spell it. */
const NUMBER = /^[-+]?(?:\d[\d_]{0,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[-+]?\d{1,3})?$/iu;
const OTHER_BASE = /^0(?:x[0-9a-f]{1,16}|o[0-7]{1,22}|b[01]{1,64})$/iu;
const INFINITE = /^([-+]?)(?:\.inf|inf|infinity)$/iu;
const TRUTH = new Map<string, boolean>([
  ...['true', 'yes', 'on', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', 'n', '0'].map((word) => [word, false] as const),
]);
const NOT_A_NUMBER = new Set(['.nan', 'nan']);
const NOTHING = new Set(['null', '~', 'nil', 'none']);

/** Whether two texts are spellings of one number or truth value, or both say that there is none. */
function isSameValue(left: string, right: string): boolean {
  if (left.length > 100 || right.length > 100) return false;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return a === b;
  const [p, q] = [left.toLowerCase(), right.toLowerCase()];
  if (NOT_A_NUMBER.has(p) && NOT_A_NUMBER.has(q)) return true;
  if (NOTHING.has(p) && NOTHING.has(q)) return true;
  const truth = TRUTH.get(p);
  return truth !== undefined && truth === TRUTH.get(q);
}

/** What each spelling of a number begins with. */
const NUMERIC = /^[-+.\di]/i;

function numberOf(text: string): number | undefined {
  if (!NUMERIC.test(text)) return undefined;
  if (OTHER_BASE.test(text)) return Number(text);
  const infinite = INFINITE.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return NUMBER.test(text) ? Number(text.replaceAll('_', '')) : undefined;
}
