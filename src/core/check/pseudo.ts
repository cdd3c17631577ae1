import { literalsOf } from './icu.js';
import { isMessage } from './check-message.js';
import { DOLLARS, LARAVEL, LINKED, NAMED } from './placeholders.js';
import { TAG } from './tags.js';

/** From one offset to another, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

// What a program reads: whatever check knows as a placeholder or a tag, and what is written like
// one. A word too many that stays as it is does no harm.
const KEPT: readonly RegExp[] = [
  NAMED,
  LARAVEL,
  LINKED,
  DOLLARS,
  TAG,
  /\{\{[^{}]*\}\}|\{[^{}]*\}/g,
  /%<\w+>[-+#0']{0,5}\d{0,4}(?:\.\d{1,4})?[A-Za-z]/g,
  /%(?:\d{1,3}\$)?[-+#0'^_]{0,5}(?:\d{1,4}|\*)?(?:\.(?:\d{1,4}|\*))?[A-Za-z@]\w*/g,
  /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi,
  /\bhttps?:\/\/[^\s<>"']+/g,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
  /\$t\([^()]*\)|@(?:\.\w+)?:[\w.]+/g,
  /\\[nrt]/g,
  // Quoted in a message.
  /'[{}<|#][^']*'/g,
];

const LETTERS = /[A-Za-z]+/g;
// A symbol of Ruby as a whole text: `:year`.
const SYMBOL = /^:\w+$/;
const RLO = '\u202e';
const PDF = '\u202c';

const ACCENTED = new Map(
  Array.from(
    'aáeéiíoóuúyýcçnñsšzžgğlľrřtťdďhĥkķjĵwŵAÁEÉIÍOÓUÚYÝCÇNÑSŠZŽGĞLĽRŘTŤDĎHĤKĶJĴWŴ'.matchAll(/(.)(.)/gu),
  ).map(([, plain = '', accented = '']) => [plain, accented]),
);

/**
 * A text as a pseudo-locale has it: its Latin letters accented, every third one twice, and
 * with `bidi` each word from right to left. Placeholders, tags, entities and the syntax of
 * messages stay.
 * Messages need `loadIcu` first.
 */
export function pseudoText(text: string, bidi: boolean): string {
  if (SYMBOL.test(text)) return text;
  let result = '';
  let count = 0;
  let done = 0;
  const word = (letters: string): string => {
    let longer = '';
    for (const letter of letters) {
      const accented = ACCENTED.get(letter) ?? letter;
      longer += ++count % 3 === 0 ? accented + accented.toLowerCase() : accented;
    }
    return bidi ? RLO + longer + PDF : longer;
  };
  for (const { start, end } of wordsIn(text)) {
    result += text.slice(done, start) + text.slice(start, end).replace(LETTERS, word);
    done = end;
  }
  return result + text.slice(done);
}

/** Whether a text may be one that {@link pseudoText} made: no letter is left that it changes. */
export const isPseudoText = (text: string): boolean =>
  SYMBOL.test(text) ||
  wordsIn(text).every(({ start, end }) =>
    Array.from(text.slice(start, end)).every((letter) => !ACCENTED.has(letter)),
  );

/** The parts of a text that people read, in order. */
function wordsIn(text: string): Span[] {
  const literals = (isMessage(text) ? literalsOf(text) : undefined) ?? [{ start: 0, end: text.length }];
  return literals.flatMap((literal) => cutOut(text, literal));
}

function cutOut(text: string, { start, end }: Span): Span[] {
  const part = text.slice(start, end);
  const kept = KEPT.flatMap((syntax) =>
    Array.from(part.matchAll(syntax), (found) => ({
      start: start + found.index,
      end: start + found.index + found[0].length,
    })),
  ).sort((a, b) => a.start - b.start);
  const spans: Span[] = [];
  let at = start;
  for (const span of kept) {
    if (span.start > at) spans.push({ start: at, end: span.start });
    at = Math.max(at, span.end);
  }
  if (at < end) spans.push({ start: at, end });
  return spans;
}
