import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/adapters/service/json.js';
import { titleOf } from '../../src/adapters/service/error-body.js';
import { markedLine } from '../../src/core/text/conflict-markers.js';
import { nfc, nfkc } from '../../src/core/text/normal-form.js';
import { unsafePath } from '../../src/core/patterns/paths.js';
import { printable, printableJson } from '../../src/core/text/printable.js';
import { partsOf } from '../../src/core/align/key-format.js';
import { looksLikeCode } from '../../src/core/locales/locale.js';
import { blockScalar } from '../../src/formats/yaml/style/blocks.js';

/** Milliseconds of processor time that some work takes. */
function cpu(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
const MEGA = 1_000_000;
const shape = { folded: false, indicator: false, indent: 2, parentIndent: 0, newline: '\n' };
const form = { separator: '.', items: 'brackets', prefix: undefined } as const;

describe('foreign text of 1 MB is read in seconds, not in minutes (M3)', () => {
  it.each<[string, () => unknown]>([
    ['a page of <title', () => titleOf('<title'.repeat(MEGA / 6))],
    ['a translation of line ends', () => blockScalar(`x${'\n'.repeat(MEGA)}y`, shape)],
    ['a key of items', () => partsOf(`a${'[0]'.repeat(MEGA / 3)}x`, form)],
    ['a key of closing brackets', () => partsOf(']'.repeat(MEGA), form)],
    ['heads of conflicts', () => markedLine('<<<<<<< a\n'.repeat(MEGA / 10))],
    ['heads and middles', () => markedLine(`${'<<<<<<< a\n'.repeat(50_000)}${'=======\n'.repeat(60_000)}`)],
    ['a row of marks', () => nfc(`a${'\u0301\u0323'.repeat(MEGA / 2)}`)],
    ['rows of 30 marks', () => nfkc(`a${'\u0301\u0323'.repeat(15)}`.repeat(MEGA / 31))],
    ['what is printed', () => printable('\u{e0041}\u200b'.repeat(MEGA / 3))],
  ])('%s', (_, work) => {
    expect(cpu(work)).toBeLessThan(10_000);
  });

  it('and means what it meant before', () => {
    expect(markedLine('a\r\n<<<<<<< x\r\nb\r\n=======\r\nc\r\n>>>>>>> y\r\n')).toBe(2);
    expect(markedLine('=======\n<<<<<<< x\n>>>>>>> y\n')).toBeUndefined();
    expect(titleOf('<html><TITLE lang="en">Log &amp; in</title>')).toBe('Log & in');
    expect(partsOf('a.b[0][12]', form).map(({ name }) => name)).toEqual(['a', 'b', '0', '12']);
    expect(partsOf('a[01]', form).map(({ name }) => name)).toEqual(['a[01]']);
    expect(nfc('e\u0301')).toBe('é');
  });
});

describe('an answer is bounded in values (M4)', () => {
  it.each([
    ['objects', '{},', 'lists and objects'],
    ['numbers', '0,', 'values'],
  ])('millions of %s', (_, item, what) => {
    expect(() => readJson(`[${item.repeat(3_000_000)}0]`)).toThrow(`more than`);
    expect(() => readJson(`[${item.repeat(3_000_000)}0]`)).toThrow(what);
  });
});

describe('what the service may name (M5)', () => {
  it.each(['de', 'pt-BR', 'zh_Hant_TW', 'sr@latin', 'en.utf8', 'de-1996', 'kok'])(
    '%s is a language',
    (code) => {
      expect(looksLikeCode(code)).toBe(true);
    },
  );
  it.each(['lefthook', 'nodemon', 'babel.config', 'api-extractor', 'app.config', 'x', ''])(
    '%s is not one',
    (code) => {
      expect(looksLikeCode(code)).toBe(false);
    },
  );
  it.each([
    'lefthook.yml',
    'a/nodemon.json',
    'x/vue.config.json',
    'app.json',
    'bun.json',
    'docker-compose.json',
  ])('%s is never written', (path) => {
    expect(unsafePath(path)).toContain('other tools');
  });
  it('but good names for locale files are', () => {
    for (const path of ['locales/de/app.json', 'de/action.yml', 'locales/de/config.json'])
      expect(unsafePath(path)).toBeUndefined();
  });
});

describe('what is printed holds nothing invisible (L14)', () => {
  it.each(['\u034f', '\u115f', '\u3164', '\uffa0', '\u{e0041}', 'a\ufe0f', '\u202e', '\u009b'])(
    '%j',
    (text) => {
      expect(printable(text)).toMatch(/\\u\{[0-9a-f]+\}$/);
      expect(JSON.parse(printableJson(JSON.stringify(text)))).toBe(text);
      expect(printableJson(JSON.stringify(text))).toMatch(/^[ -~]*$/);
    },
  );
  it('but pictures keep their selectors', () => {
    expect(printable('❤\ufe0f 1\ufe0f\u20e3')).toBe('❤\ufe0f 1\ufe0f\u20e3');
  });
});
