import { describe, expect, it } from 'vitest';
import type { FakeService, Texts } from '../support/fake-service.js';
import { inStep, messages, of, replaceAll } from '../support/in-step.js';
import { jsonText } from '../support/file-text.js';

/** After an upload of the source language, its changed keys have these texts in the others. */
const taking =
  (left: (source: string, code: string) => string | undefined) =>
  (fakeService: FakeService, uploaded: string): void => {
    if (uploaded !== 'en') return;
    const source = fakeService.texts('en');
    for (const code of fakeService.codes.filter((one) => one !== 'en')) {
      const kept = Object.entries(fakeService.texts(code)).flatMap(([key, text]) => {
        if (source[key] === of('en')[key]) return [[key, text]];
        const rest = left(source[key] ?? '', code);
        return rest === undefined ? [] : [[key, rest]];
      });
      fakeService.set(code, Object.fromEntries(kept) as Texts);
    }
  };

const HARMS = [
  ['drops', taking(() => undefined)],
  ['empties', taking(() => '')],
  ['replaces by the source text', taking((source) => source)],
] as const;

/** More languages than a push reads that does not compare them. */
const MANY = 'it es pt nl pl cs da fi sv hu ro el tr ja ko uk bg'.split(' ');

const CHANGED = jsonText({ ...of('en'), b: 'en B dev' });

describe.each(HARMS)('c2-0 G3 a service that %s translations of a changed source text', (_, take) => {
  it('push names the text of a language without a file here whole, and ends with 1', async () => {
    const { s, fakeService } = await inStep(take, { here: ['en', 'de'], there: ['en', 'de', 'fr'] });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS']);
    expect(messages(ran)).toContain('1 newer text in fr: b');
    expect(messages(ran)).toContain('b = "fr B"');
    expect(ran.states).toMatchObject({ 'l/en.json': 'pushed' });
    expect(fakeService.texts('en')).toMatchObject({ b: 'en B dev' });
  });

  it('G4 a language without a file here, and another that the same push uploads', async () => {
    const { s, fakeService } = await inStep(take, { here: ['en', 'fr'], there: ['en', 'de', 'fr'] });
    fakeService.set('fr', { ...of('fr'), b: 'fr B, reworded' });
    s.file('l/en.json', CHANGED);
    s.file('l/fr.json', jsonText({ ...of('fr'), c: 'fr C dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('b = "fr B, reworded"');
    expect(messages(ran)).toContain('b = "de B"');
  });

  it('every language without a file is named, if the service answers only one at a time', async () => {
    const there = ['en', 'de', 'fr', 'it', 'es'];
    const { s } = await inStep(take, { here: ['en', 'de'], there });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    for (const code of ['fr', 'it', 'es']) expect(messages(ran)).toMatch(new RegExp(`in ${code}\\b`));
    expect(messages(ran)).toMatch(/\bb\b/);
  });

  it('every text is named whole, if the service answers all languages at once', async () => {
    const there = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'cs', 'da', 'fi'];
    const { s, fakeService } = await inStep(take, { here: ['en', 'de'], there });
    fakeService.givesAll = true;
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    for (const code of there.slice(2)) expect(messages(ran)).toContain(`b = "${code} B"`);
  });

  it('the first language lacks the key, and a later one has it', async () => {
    const { s, fakeService } = await inStep(take, {
      here: ['en', 'de'],
      there: ['en', 'de', 'fr', 'it', 'es'],
    });
    for (const code of ['de', 'fr', 'it']) fakeService.set(code, { a: `${code} A`, c: `${code} C` });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('b = "es B"');
    expect(messages(ran)).not.toMatch(/in (?:fr|it)\b/);
  });

  it('of many languages, the first lacks the key, and a later one has it', async () => {
    const { s, fakeService } = await inStep(take, { here: ['en', 'de'], there: ['en', 'de', ...MANY] });
    for (const code of MANY.slice(0, -1)) fakeService.set(code, { a: `${code} A` });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('b = "bg B"');
  });

  it('of many languages, each that has lost the text is named', async () => {
    const { s } = await inStep(take, { here: ['en', 'de'], there: ['en', 'de', ...MANY] });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    for (const code of MANY) expect(messages(ran)).toMatch(new RegExp(`in ${code}\\b`));
  });

  it('push --locale en: a newer text is named that the file here lacks', async () => {
    const { s, fakeService } = await inStep(take, { here: ['en', 'de'] });
    fakeService.set('de', { ...of('de'), b: 'de B, reworded' });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --locale en --json')).code(1);
    expect(messages(ran)).toContain('b = "de B, reworded"');
  });

  it('d1-1e the hint of push --locale en is about the language that has lost texts', async () => {
    const { s, fakeService } = await inStep(take, { here: ['en', 'de'] });
    fakeService.set('de', { ...of('de'), b: 'de B, reworded' });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --locale en --json')).code(1);
    const hint = ran.json.errors.find(({ code }) => code === 'UPLOAD_LOST_OTHERS')?.hint;
    expect(hint).toContain('run `locsync pull --locale de` before each push');
  });

  it('push --locale en: what the disk has is not lost', async () => {
    const { s, fakeService } = await inStep(take);
    fakeService.set('fr', { ...of('fr'), b: 'fr B, reworded' });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --locale en --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_LOST_OTHERS']);
    expect(messages(ran)).toContain('b = "fr B, reworded"');
  });

  it('push --locale en: of many languages, one that was not read is named', async () => {
    const { s, fakeService } = await inStep(take, {
      here: ['en', 'de', 'fr'],
      there: ['en', 'de', 'fr', ...MANY],
    });
    fakeService.set('fr', { ...of('fr'), b: 'fr B, reworded' });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --locale en --json')).code(1);
    expect(ran.errors).toContain('UPLOAD_LOST_UNREAD');
    expect(messages(ran)).toMatch(/in fr .*\bb\b/);
  });

  it('excludeLocales: a language that is not synced is named as well', async () => {
    const { s } = await inStep(take, { here: ['en', 'de'], there: ['en', 'de', 'fr'] });
    s.config({ files: ['l/{locale}.json'], excludeLocales: ['fr'] });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('b = "fr B"');
  });
});

describe('d1-1c a service that replaces translations by its own form of the source text', () => {
  const LONG = '  en B, which is much longer  than before ';
  const FORMS: readonly (readonly [string, (text: string) => string])[] = [
    ['trimmed', (text) => text.trim()],
    ['cut', (text) => text.trim().slice(0, 20)],
    ['lower case', (text) => text.toLowerCase()],
    ['escaped', (text) => text.replaceAll(' ', '&nbsp;')],
  ];

  describe.each(FORMS)('%s', (_, form) => {
    it('push names the newer text of a compared language, and that of one without a file', async () => {
      const { s, fakeService } = await inStep(
        taking((source) => source),
        { here: ['en', 'de'], there: ['en', 'de', 'fr'] },
      );
      fakeService.filter = form;
      fakeService.set('de', { ...of('de'), b: 'Ein neuerer Text' });
      s.file('l/en.json', jsonText({ ...of('en'), b: LONG }));
      const ran = (await s.run('push --json')).code(1);
      expect(messages(ran)).toContain('b = "Ein neuerer Text"');
      expect(messages(ran)).toContain('b = "fr B"');
    });

    it('pull names a translation that gives way to it', async () => {
      const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'] });
      s.file('l/en.json', jsonText({ ...of('en'), b: LONG }));
      (await s.run('push')).code(0);
      fakeService.set('de', { ...of('de'), b: form(LONG) });
      const ran = (await s.run('pull --json')).code(0);
      expect(ran.warnings).toContain('SOURCE_TEXTS');
    });
  });
});

describe('c2-0 languages that a run does not compare, and a service that leaves them alone', () => {
  const readsOf = (s: Awaited<ReturnType<typeof inStep>>['s'], from: number): readonly string[] =>
    s.service.script
      .of('texts')
      .slice(from)
      .map(({ url }) => /locale_id=loc_(\w+)/.exec(url)?.[1] ?? 'all');

  it('few are all read before the upload and after it, and push ends with 0', async () => {
    const there = ['en', 'de', 'fr', 'it', 'es'];
    const { s } = await inStep(() => undefined, { here: ['en', 'de'], there });
    s.file('l/en.json', CHANGED);
    const before = s.service.script.of('texts').length;
    (await s.run('push')).code(0).emptyStderr();
    const reads = readsOf(s, before);
    for (const one of ['fr', 'it', 'es']) expect(reads.filter((code) => code === one)).toHaveLength(2);
  });

  it('of many one is read before the upload and after it', async () => {
    const { s } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de', ...MANY] });
    s.file('l/en.json', CHANGED);
    const before = s.service.script.of('texts').length;
    (await s.run('push')).code(0).emptyStderr();
    const reads = readsOf(s, before);
    expect(reads.filter((code) => code === MANY[0])).toHaveLength(2);
    // Another one shows whether the service answers all languages at once.
    expect(reads.filter((code) => MANY.slice(1).includes(code)).length).toBeLessThan(2);
  });

  it('of many none is read for a key that is only new here', async () => {
    const { s } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de', ...MANY] });
    s.file('l/en.json', jsonText({ ...of('en'), d: 'en D' }));
    const before = s.service.script.of('texts').length;
    (await s.run('push')).code(0).emptyStderr();
    expect(readsOf(s, before).filter((code) => MANY.includes(code))).toEqual([]);
  });

  it('a translator who rewrites the text meanwhile has lost nothing', async () => {
    const { s } = await inStep(
      (held, code) => {
        if (code === 'en') held.set('fr', { ...of('fr'), b: 'fr B, reworded' });
      },
      { here: ['en', 'de'], there: ['en', 'de', 'fr'] },
    );
    s.file('l/en.json', CHANGED);
    (await s.run('push')).code(0).emptyStderr();
  });

  it('a service that replaces all languages: one without a file here is named, too', async () => {
    const { s } = await inStep(replaceAll, { here: ['en', 'de'], there: ['en', 'de', 'fr', 'it'] });
    s.file('l/en.json', CHANGED);
    const ran = (await s.run('push --json')).code(1);
    for (const code of ['de', 'fr', 'it']) expect(messages(ran)).toMatch(new RegExp(`in ${code}\\b`));
    expect(messages(ran)).toContain('b = "fr B"');
  });

  it('the same with a new key alone', async () => {
    const { s } = await inStep(replaceAll, { here: ['en', 'de'], there: ['en', 'de', 'fr'] });
    s.file('l/en.json', jsonText({ ...of('en'), d: 'en D' }));
    const ran = (await s.run('push --json')).code(1);
    for (const code of ['de', 'fr']) expect(messages(ran)).toMatch(new RegExp(`in ${code}\\b`));
  });
});
