import { nfc, nfd } from '../../core/text/normal-form.js';
import type { LeafKind } from '../../formats/format.js';
import * as answers from './responses.js';
import type { Behaviour } from './behaviour.js';
import { mergeAnyCode } from './names.js';
import { foldCode } from '../../core/locales/locale.js';

/** A behaviour as `serve --behave` names it. */
export interface BehaviourEntry {
  /** What follows the name: '' for nothing, otherwise such as `=<n>`, in brackets if optional. */
  readonly valueSyntax: string;
  /** What the service does then, for docs/serve.md. */
  readonly description: string;
  /** The accepted values, for messages. */
  readonly expected: string;
  /** The behaviour with this value; undefined for an invalid value. */
  readonly make: (value: string | undefined) => Behaviour | undefined;
}

const plainEntry = (about: string, behaviour: Behaviour): BehaviourEntry => ({
  valueSyntax: '',
  description: about,
  expected: 'no value',
  make: (value) => (value === undefined ? behaviour : undefined),
});

const choice = (
  about: string,
  choices: readonly string[],
  make: (value: string) => Behaviour,
): BehaviourEntry => ({
  valueSyntax: `=${choices.join('\\|')}`,
  description: about,
  expected: choices.join(' or '),
  make: (value) => (value !== undefined && choices.includes(value) ? make(value) : undefined),
});

const count = (
  about: string,
  { unit, most, absent }: { readonly unit: string; readonly most: number; readonly absent?: number },
  make: (value: number) => Behaviour,
): BehaviourEntry => ({
  valueSyntax: absent === undefined ? `=<${unit}>` : `[=<${unit}>]`,
  description: about,
  expected: `a whole number from 1 to ${most}`,
  make: (value) => {
    if (value === undefined) return absent === undefined ? undefined : make(absent);
    const number = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : Infinity;
    return number <= most ? make(number) : undefined;
  },
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const BOOLEAN_WORDS: ReadonlyMap<string, string> = new Map([
  ...['yes', 'on', 'y'].map((word): [string, string] => [word, 'true']),
  ...['no', 'off', 'n'].map((word): [string, string] => [word, 'false']),
]);

/** A plain word in YAML 1.1: `yes` is a boolean, and a boolean is written `true`. */
const yamlBoolean = (word: string): string => BOOLEAN_WORDS.get(word.toLowerCase()) ?? word;

/** Unquoted numbers and booleans of a file: `9.90` becomes `9.9`, `on` becomes `true`. */
function respellValue(text: string, kind: LeafKind): string {
  if (kind === 'boolean') return yamlBoolean(text).toLowerCase();
  if (kind !== 'number') return text;
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? String(value) : text;
}

const changeCase = (to: string): ((text: string) => string) =>
  to === 'upper' ? (text) => text.toUpperCase() : (text) => text.toLowerCase();

const normalize = (form: string): ((text: string) => string) => (form === 'nfd' ? nfd : nfc);

const LONGEST_MS = 600_000;
const MOST = 1_000_000;
const CASES = ['lower', 'upper'];
const CODES = ['lower', 'upper', 'underscore'];
const UNICODE = ['nfc', 'nfd'];

/** Every behaviour by its name, in the order of docs/serve.md. */
export const BEHAVIOURS = {
  'nested-keys': plainEntry(
    'answers have nested objects, and arrays for lists, instead of flat keys; a key is split at its dots',
    {
      keys: { isNested: true },
    },
  ),
  'slash-keys': plainEntry('joins nested keys with a slash: `home/title`', { keys: { separator: '/' } }),
  'bracket-items': plainEntry('names list items `days[0]` instead of `days.0`', {
    keys: { items: 'brackets' },
  }),
  'locale-keys': plainEntry("answers have the locale's code in front of each key: `de.home.title`", {
    keys: { isPrefixed: true },
  }),
  'key-case': choice('stores keys in this case', CASES, (to) => ({ key: changeCase(to) })),
  'key-unicode': choice('stores keys in this Unicode form', UNICODE, (form) => ({ key: normalize(form) })),
  'trim-keys': plainEntry('removes blanks around the parts of a key', { segment: (part) => part.trim() }),
  'boolean-keys': plainEntry('reads the keys `yes`, `on`, `no`, `off` as YAML 1.1 does: `true` and `false`', {
    segment: yamlBoolean,
  }),
  cut: count('cuts texts at so many characters', { unit: 'n', most: MOST }, (most) => ({
    // A character outside the basic plane counts as one.
    text: (text) => (text.length > most ? Array.from(text).slice(0, most).join('') : text),
  })),
  'escape-html': plainEntry('stores `&` as `&amp;`, and `<`, `>` and quotes likewise', {
    text: (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character),
  }),
  'strip-tags': plainEntry('removes `<…>` from texts', { text: (text) => text.replace(/<[^<>]*>/g, '') }),
  'strip-braces': plainEntry('removes `{` and `}` from texts', { text: (text) => text.replace(/[{}]/g, '') }),
  trim: plainEntry('removes blanks around texts', { text: (text) => text.trim() }),
  'collapse-blanks': plainEntry('makes several blanks or line ends in a text one blank', {
    text: (text) => text.replace(/\s+/g, ' '),
  }),
  'text-case': choice('stores texts in this case', CASES, (to) => ({ text: changeCase(to) })),
  'text-unicode': choice('stores texts in this Unicode form', UNICODE, (form) => ({ text: normalize(form) })),
  'respell-values': plainEntry('rewrites unquoted numbers and booleans: `9.90` as `9.9`, `on` as `true`', {
    text: respellValue,
  }),
  'typed-values': plainEntry(
    'answers numbers and booleans instead of texts where a text reads as one',
    answers.typedValues,
  ),
  untranslated: choice(
    "answers for keys without a text, or with an empty one: `null`, `''`, the source text, or the key left out",
    ['null', 'empty', 'source', 'omit'],
    answers.answerUntranslated,
  ),
  unapproved: count(
    "answers so many percent of the translations as `''`; a text that changes may change sides",
    { unit: 'percent', most: 100 },
    answers.unapproved,
  ),
  'key-limit': count(
    'answers hold so many keys at most, although `keys` counts all',
    { unit: 'n', most: MOST },
    answers.keyLimit,
  ),
  replace: plainEntry('an upload replaces the texts of its language: keys that it lacks are removed', {
    imports: { isReplacing: true },
  }),
  late: count(
    'imports an upload so many milliseconds after it acknowledged it; what waits is imported before a clean stop, and lost by `kill -9`',
    { unit: 'ms', most: LONGEST_MS },
    (lateMs) => ({ imports: { lateMs } }),
  ),
  lost: count(
    'acknowledges so many uploads after its start without importing them; without a number, all',
    { unit: 'n', most: MOST, absent: Infinity },
    (lost) => ({ imports: { lost } }),
  ),
  'slow-uploads': count(
    'takes so many milliseconds for each upload, one after another',
    { unit: 'ms', most: LONGEST_MS },
    (slowMs) => ({ imports: { slowMs } }),
  ),
  'event-strings': plainEntry(
    'takes the `event_id` of an upload as `evt_<digits>` only, and refuses a number with 422',
    {
      imports: { needsEventString: true },
    },
  ),
  'merge-any-code': plainEntry(
    'compares names by the code of any language in any place: `it.en.json` and `no.en.json` are one source file',
    mergeAnyCode,
  ),
  'locale-id': choice(
    'ignores `locale_id` and answers all languages or the first one, or refuses with 422 where it is missing',
    ['all', 'first', 'required'],
    (value) => ({ languages: value === 'all' || value === 'first' ? value : 'required' }),
  ),
  'drop-locale': {
    valueSyntax: '=<code>',
    description:
      'acts as if the project did not have this language; its texts stay in the database. May be given several times',
    expected: 'a code such as de',
    make: (value) => (value === undefined || value === '' ? undefined : { drops: value }),
  },
  'locale-codes': choice(
    'spells codes in the list and in answers so: `pt-br`, `PT-BR`, `pt_BR`',
    CODES,
    (way) => ({ code: (code) => spellCode(code, way) }),
  ),
  'split-codes': plainEntry('the list has language and country apart: code `pt`, country `BR`', {
    listed: (locale) => ({ ...locale, code: withoutCountry(locale.code, locale.country) }),
    contentKey: (key, { country }) => withoutCountry(key, country),
  }),
  'content-country': plainEntry('answers key `content` by code and country where the locale has one', {
    contentKey: (key, { country }) => (country === '' ? key : `${withoutCountry(key, country)}-${country}`),
  }),
  'content-code': choice(
    'answers spell the code that keys `content` so, the list does not',
    CODES,
    (way) => ({ contentKey: (key) => spellCode(key, way) }),
  ),
  'wrapped-locales': plainEntry('the locale list is an object: `{"locales": […]}`', { listField: 'locales' }),
  etags: choice(
    'ETags follow the keys of an answer and not its texts, or there are none',
    ['keys', 'none'],
    (value) => ({
      etagSource: value === 'none' ? () => undefined : (body) => body.replace(/:"(?:[^"\\]|\\.)*"/g, ':""'),
    }),
  ),
} as const satisfies Readonly<Record<string, BehaviourEntry>>;

function spellCode(code: string, way: string): string {
  if (way === 'lower') return code.toLowerCase();
  return way === 'upper' ? code.toUpperCase() : code.replaceAll('-', '_');
}

function withoutCountry(code: string, country: string): string {
  const end = code.length - country.length - 1;
  return country !== '' && end > 0 && foldCode(code.slice(end)) === foldCode(`-${country}`)
    ? code.slice(0, end)
    : code;
}
