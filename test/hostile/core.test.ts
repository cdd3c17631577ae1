import { beforeAll, describe, it } from 'vitest';
import { align } from '../../src/core/align/align.js';
import type { RemoteText } from '../../src/core/align/aligned.js';
import { checkAll, sourceTexts } from '../../src/core/check/check-catalog.js';
import { loadIcu } from '../../src/core/check/icu.js';
import { checkPluralForm, checkText } from '../../src/core/check/check-text.js';
import { bind } from '../../src/core/files/binding.js';
import { localeTable } from '../../src/core/files/locale-table.js';
import { keyId, keyName, keyPath, splitKey, type KeyId } from '../../src/core/keys/key.js';
import type { LeafValue } from '../../src/core/keys/leaf.js';
import { merge } from '../../src/core/merge/merge.js';
import { hashText } from '../../src/core/merge/hash.js';
import { baseOf } from '../../src/core/lock/lock-file.js';
import { parseLock } from '../../src/core/lock/conflicted-lock.js';
import { Replaced } from '../../src/core/records/replaced.js';
import { isAlteration, isBeginning, isServiceForm } from '../../src/core/merge/service-form.js';
import { compilePattern } from '../../src/core/patterns/compile.js';
import { looksLikeCode } from '../../src/core/locales/locale.js';
import { collidingPaths, foldPath, unsafePath, unsafeTag } from '../../src/core/patterns/paths.js';
import { expand, templateOf } from '../../src/core/patterns/template.js';
import { templateFromName, uploadName } from '../../src/core/patterns/upload-name.js';
import { guess, propose } from '../../src/core/propose/propose.js';
import { withoutLineEnds } from '../../src/core/text/lines.js';
import { nextLink } from '../../src/http/link-header.js';
import { retryAfterMs } from '../../src/http/wait.js';
import { wrap } from '../../src/reporters/wrap.js';
import { FileNames, bareLanguage, unknownLanguage } from '../../src/server/import/file-names.js';
import { unsafeFilename } from '../../src/server/import/file-names.js';
import { filesEntry, setsOf } from '../unit/core/files/sets.js';
import { expectLinear } from './linear.js';

const CODES = ['en', 'de', 'pt-BR', 'no', 'it'];
const TABLE = localeTable(
  CODES.map((code) => ({ id: code, name: code, code, country: '' })),
  new Map(),
);
const RAILS = { technology: 'ruby', framework: 'rails', format: 'yaml' };
/** Characters of a key where a text is cut into many keys. */
const PART = 8;

type Leaves = ReadonlyMap<KeyId, LeafValue>;
const leaf = (text: string): LeafValue => ({ kind: 'string', text });
const leaves = (...ids: readonly (KeyId | readonly KeyId[])[]): Leaves =>
  new Map(ids.flat().map((id) => [id, leaf('x')]));
const HERE = leaves(keyId(['home', 'title']), keyId(['home', 'list', '0']), keyId(['a']), keyId(['b.c']));
const remote = (...keys: readonly (string | readonly string[])[]): RemoteText[] =>
  keys.flat().map((key) => ({ key: [key], text: 'x' }));
const aligned = (answer: readonly RemoteText[], here: Leaves = HERE): unknown =>
  align(answer, { here, sourceTexts: HERE, base: new Map() }, CODES);
const OWNER = { origin: 'https://sim.example', project: 'pro_1' };
const KNOWN = ['home.title', 'home.list.0', 'a'];
/** Many keys, all different. */
const cut = (text: string): string[] =>
  Array.from(
    { length: Math.floor(text.length / PART) },
    (_, i) => `${text.slice(i * PART, i * PART + PART)}${i}`,
  );
/** Many keys that differ in the case of their letters only; the longer the text, the more. */
const cases = (text: string): string[] =>
  Array.from({ length: Math.floor(text.length / 24) }, (_, i) =>
    Array.from('abcdefghijklmnopqr', (c, bit) => (((i >> bit) & 1) === 1 ? c.toUpperCase() : c)).join(''),
  );
/** The segments of a key, no more than a file may nest. */
const nested = (text: string): KeyId => keyId(text.slice(0, 160).split(/[./]/).slice(0, 90));

const PATTERNS = ['**/{locale}/**/*.json', '*/*{locale}*/**/*{locale}*.{yml,json}', 'l/{locale}.yml'].map(
  (pattern) => compilePattern(pattern),
);

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'answers with one long key': (text) => aligned(remote(...KNOWN, text)),
  'answers with one long key and no known one': (text) => aligned(remote(text)),
  'answers with one long key below a known group': (text) => aligned(remote(...KNOWN, `home.${text}`)),
  'answers with one long key beside a sentence': (text) => aligned(remote(text, 'home.One. Two')),
  'answers with a long sentence beside a new group': (text) =>
    aligned(remote('new.group.key', `new.group.One two${text}`)),
  'answers with one long key of items': (text) =>
    aligned(remote(...KNOWN, 'home.list[0]', `home.list${text}`)),
  'answers with one long key and slashes': (text) =>
    aligned(remote('home/title', 'home/list/0', `home/${text}`)),
  'answers with many keys': (text) => aligned(remote(...KNOWN, cut(text))),
  'answers with many keys where a file has none': (text) => aligned(remote(cut(text)), new Map()),
  'answers with many keys below each other': (text) =>
    aligned(
      remote(
        ...KNOWN,
        cut(text).map((one) => `z.${one}.z`),
      ),
    ),
  'answers with many keys in other letters': (text) =>
    aligned(
      remote(cut(text).map((one) => `K.${one.toUpperCase()}`)),
      leaves(cut(text).map((one) => keyId(['k', one]))),
    ),
  'answers with keys that look alike': (text) =>
    aligned(remote(cut(text).map((one) => `k_${one}`)), leaves(cut(text).map((one) => keyId([`k-${one}`])))),
  'answers with keys that differ in their case': (text) =>
    aligned(
      remote(
        'A',
        cases(text).map((one) => `${one} `),
      ),
      leaves(
        keyId(['A']),
        cases(text).map((one) => keyId([one])),
      ),
    ),
  'files with one long key': (text) =>
    aligned(remote(...KNOWN), leaves(keyId([text]), keyId([`${text}.b`, 'c']))),
  'files with many keys': (text) => aligned(remote(...KNOWN), leaves(cut(text).map((one) => keyId([one])))),
  'files with deep keys': (text) => {
    const deep = cut(text.slice(0, text.length / 20)).map((one) => `${nested(text)}\u0000${one}` as KeyId);
    return aligned(remote(text.slice(0, 4_000)), leaves(deep));
  },
  'locks with one long key': (text) => {
    const files = { f: { [text]: 'AAAAAAAAAAA', a: 'AAAAAAAAAAA' } };
    const lock = JSON.stringify({ version: 1, ...OWNER, files }, null, 2);
    const base = baseOf(parseLock(`${lock}\n`, OWNER), 'f');
    return align(remote(...KNOWN, 'q'), { here: HERE, sourceTexts: HERE, base }, CODES);
  },
  'keys, taken apart': (text) => keyPath(splitKey(text, '.') ?? keyId([text])),
  'keys, shown': (text) => keyName(keyId([text, text.slice(0, 100), '\u0001'])),
  merging: (text) => {
    const keys = cut(text).map((one) => keyId([one]));
    return merge(new Map(keys.map((id) => [id, hashText('a')])), {
      keys,
      here: keys.map(() => 'b'),
      there: keys,
    });
  },
  'what was replaced': (text) => Replaced.read(text, OWNER, 20_000),
  'forms of a service, cut': (text) =>
    isServiceForm(text, text.slice(0, -5)) || isBeginning(text, text.slice(3)),
  'forms of a service, escaped': (text) => isServiceForm(text, text.replaceAll('a', '&lt;b&gt;')),
  'forms of a service, without signs': (text) => isAlteration(`${text}!`, text.replaceAll('a', '')),
  patterns: (text) => compilePattern(text).match('l/en.json', CODES),
  'patterns with a language': (text) => compilePattern(`${text}/{locale}.json`).match('l/en.json', CODES),
  'patterns with lists': (text) => compilePattern(`{locale}/{${text.slice(0, 5_000)}}.json`),
  'paths, by patterns': (text) => PATTERNS.map((one) => one.match(`l/${text}.json`, CODES)),
  'paths of names that a disk takes, by patterns': (text) =>
    PATTERNS.map((one) => one.match(`${text.slice(0, 4_000).replaceAll('a', 'a-')}.json`, CODES)),
  'names, by patterns': (text) =>
    ['path', 'basename', '{dir}/{basename}', '{locale}/{basename}', '{path}{locale}'].map((name) =>
      PATTERNS.map((one) => templateFromName(one, name, `${text}.json`, CODES)),
    ),
  'names that a disk takes, by patterns': (text) =>
    ['basename', '{dir}/{basename}', '{locale}/{basename}', '{path}{locale}'].map((name) =>
      PATTERNS.map((one) => templateFromName(one, name, `${text.slice(0, 3_900)}.json`, CODES)),
    ),
  'names of uploads': (text) => uploadName('{dir}-{basename}/{locale}', `${text}/x`, 'de'),
  'paths that are safe': (text) => [unsafePath(text), unsafeTag(text), looksLikeCode(text), foldPath(text)],
  'paths that collide': (text) => collidingPaths(cut(text)),
  templates: (text) => expand(templateOf(text, [1, 5], 'de'), text.slice(0, 10)),
  binding: (text) => {
    const entries = ['{locale}.yml', '**/{locale}/*.json'].map((path) => filesEntry(path, {}, CODES));
    const sources = [`${text}/en.yml`, `en/${text}.json`, ...cut(text).slice(0, 500)];
    return bind(
      setsOf(entries, ['en.yml', 'x/de/a.json']),
      entries,
      sources.map((name, i) => ({ id: `${i}`, name })),
    );
  },
  checks: (text) => checkText(text, `${text}y`, 'de'),
  'checks of another text': (text) =>
    checkText(`{a} %s <b>x</b> :name ${text}`, text.replaceAll('a', 'b'), 'ar'),
  'checks of messages': (text) =>
    checkText(`{n, plural, one {a} other {${text}}}`, `{n, plural, one {b} other {${text}}}`, 'de'),
  'checks of many branches': (text) => {
    const branches = cut(text).map((one, i) => `b${i} {${one.replaceAll(/[{}<']/g, '')}}`);
    return checkText(`{n, select, other {a}}`, `{n, select, other {a} ${branches.join(' ')}}`, 'de');
  },
  'checks of many messages': (text) => {
    const messages = text
      .slice(0, text.length / 2)
      .replaceAll(/[^a]/g, 'a')
      .replaceAll('aaaaaaaaaaaaaaaaaaaaaa', '{n, select, other {a}}');
    return checkText(messages, `${messages} {m, plural, other {b}}`, 'de');
  },
  'checks of many names': (text) =>
    checkText(
      cut(text)
        .map((one, i) => `:name${'abc'.repeat(i % 7)}${'z'.repeat(i % 11)} <t${i}>${one}</t${i}>`)
        .join(' '),
      cut(text)
        .map((one, i) => `{v${i}} <u${i}>${one}</u${i}>`)
        .join(' '),
      'de',
    ),
  'checks of plural forms': (text) =>
    checkPluralForm(
      new Map([
        ['one', text],
        ['other', `${text} %{count}`],
      ]),
      'one',
      text.slice(1),
      'de',
    ),
  'checks of files': (text) => {
    const source = sourceTexts(
      leaves(
        cut(text).map((one) => keyId([`${one}_one`])),
        keyId([`${text}_other`]),
      ),
      true,
    );
    return checkAll(source, leaves(cut(text).map((one) => keyId([`${one}_other`]))), 'de');
  },
  proposals: (text) =>
    propose(
      [
        `l/${text}.json`,
        'l/de.json',
        ...cut(text)
          .slice(0, 300)
          .map((one) => `i18n/${one}/en.json`),
      ],
      TABLE,
      RAILS,
      'en',
    ),
  guesses: (text) => guess([`${text}.yml`, ...cut(text).slice(0, 300)], TABLE, RAILS),
  'line ends': withoutLineEnds,
  'lines that are wrapped': (text) => wrap(text, 80, 4),
  'links to the next page': (text) => [
    nextLink(text),
    nextLink(`<a>; ${text}`),
    nextLink(`<a>; rel="${text}`),
  ],
  'times to wait': (text) => retryAfterMs(new Map([['retry-after', text]]), 0),
  'names of uploads, as the embedded service reads them': (text) => {
    new FileNames(CODES).add(text, 1);
    return [unsafeFilename(text), unknownLanguage(text, CODES), bareLanguage(text, CODES)];
  },
};

describe('M3 every function of the core takes linear time for foreign text', () => {
  beforeAll(() => loadIcu());
  // Each is a chain of several functions: a quarter of a megabyte of the worst text is enough.
  it.each(Object.entries(FUNCTIONS))(
    '%s',
    (_, run) => expectLinear(run, { length: 250_000, count: 1 }),
    600_000,
  );
});
