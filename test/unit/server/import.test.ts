import { describe, expect, it } from 'vitest';
import {
  parseUpload,
  textSteps,
  type ImportedTexts,
  type UploadTarget,
} from '../../../src/server/import/import.js';
import { CombinedBehaviour } from '../../../src/server/behave/combined.js';
import type { Document } from '../../../src/formats/format.js';
import { describeLocale } from '../../../src/server/describe-locale.js';

function textsByLanguage(document: Document, target: UploadTarget): ImportedTexts {
  const steps = textSteps(document, target, new CombinedBehaviour());
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function texts(filename: string, content: string, named?: string): unknown {
  const found = textsByLanguage(parseUpload(filename, content), {
    filename,
    named,
    codes: ['en', 'de', 'pt-BR'],
  });
  return Object.fromEntries(
    [...found].map(([code, list]) => [
      code,
      Object.fromEntries(
        list.map(([key, text]): [string, unknown] => [JSON.parse(key) as string, JSON.parse(text)]),
      ),
    ]),
  );
}

describe('which language a text goes to', () => {
  it('the root of a Rails file is stripped', () => {
    expect(texts('de.yml', 'de:\n  a:\n    b: c\n', 'de')).toEqual({ de: { 'a.b': 'c' } });
  });

  it('the root wins over the name, as in Rails', () => {
    expect(texts('de.yml', 'en:\n  a: b\n', 'de')).toEqual({ en: { a: 'b' } });
  });

  it('a top-level key that is not a language makes all of them keys', () => {
    expect(texts('x.json', '{"de":{"a":"b"},"version":{"c":"d"}}')).toEqual({
      en: { 'de.a': 'b', 'version.c': 'd' },
    });
  });

  it('roots of which none is the project’s are keys', () => {
    expect(texts('x.json', '{"no":{"a":"b"},"ok":{"c":"d"}}')).toEqual({ en: { 'no.a': 'b', 'ok.c': 'd' } });
  });

  it('keys with dots and nested keys have one form', () => {
    expect(texts('x.json', '{"a.b":"1","c":{"d":"2"},"e":[["3"]]}')).toEqual({
      en: { 'a.b': '1', 'c.d': '2', 'e.0.0': '3' },
    });
  });

  it('a bare code of an unknown language is refused, unless a file of that name is there already', () => {
    const upload = (isStored: boolean): unknown =>
      textsByLanguage(parseUpload('fr.json', '{"a":"b"}'), {
        filename: 'fr.json',
        named: undefined,
        codes: ['en', 'de'],
        isStored,
      });
    expect(() => upload(false)).toThrow('fr is not a language of the project, which has en, de');
    expect(upload(true)).toEqual(new Map([['en', [['"a"', '"b"']]]]));
  });

  it('a byte-order mark is not a text', () => {
    expect(texts('x.json', '\ufeff{"a":"b"}')).toEqual({ en: { a: 'b' } });
  });
});

describe('a locale', () => {
  it.each([
    ['en', 'English', ''],
    ['pt-BR', 'Portuguese (Brazil)', 'BR'],
    ['pt_BR', 'Portuguese (Brazil)', 'BR'],
    ['zh-Hant-TW', 'Chinese (Traditional, Taiwan)', 'TW'],
    ['x1', 'x1', ''],
  ])('%s is called %s, country %j', (code, name, country) => {
    expect(describeLocale(code)).toEqual({ code, name, country });
  });
});

it('PG-82 a file is read in many steps, and to its last text', () => {
  const texts = Object.fromEntries(Array.from({ length: 3_001 }, (_, n) => [`k${n}`, `Text ${n}`]));
  const document = parseUpload('x.json', JSON.stringify({ de: texts }));
  const target: UploadTarget = { filename: 'x.json', named: undefined, codes: ['en', 'de'] };
  const steps = textSteps(document, target, new CombinedBehaviour());
  let pauses = 0;
  for (;;) {
    const step = steps.next();
    if (step.done !== true) {
      pauses++;
      continue;
    }
    const expected = Object.entries(texts).map((pair) => pair.map((one) => JSON.stringify(one)));
    expect([...step.value]).toEqual([['de', expected]]);
    break;
  }
  expect(pauses).toBeGreaterThan(5);
});
