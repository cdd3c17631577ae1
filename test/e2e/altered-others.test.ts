import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const DE = 'l/de.json';
const T1 = 'Ein <b>langer</b> Text & mehr, den die Übersetzerin schrieb';
const GERMAN = { ...of('de'), a: T1 };

/** After an upload of the source language, its service does this to the texts of all the others. */
const altering =
  (alter: (text: string, key: string, code: string) => string) =>
  (held: FakeService, uploaded: string): void => {
    if (uploaded !== 'en') return;
    for (const code of held.codes.filter((one) => one !== 'en')) {
      const texts = Object.entries(held.texts(code)).map(([key, text]) => [key, alter(text, key, code)]);
      held.set(code, Object.fromEntries(texts) as Texts);
    }
  };

const HARMS: readonly (readonly [string, (text: string, key: string, code: string) => string])[] = [
  ['cuts', (text) => text.slice(0, 20)],
  ['cuts to a few signs', (text) => text.slice(0, 4)],
  ['escapes', (text) => text.replaceAll('&', '&amp;')],
  ['strips of tags', (text) => text.replace(/<.*?>/g, '')],
  ['puts in lower case', (text) => text.toLowerCase()],
  ['sets back', (text, key, code) => of(code)[key] ?? text],
];

/** German and English in step; the last pull has brought T1 into the German file. */
async function pulled(alter: (text: string, key: string, code: string) => string, here = ['en', 'de']) {
  const { s, fakeService } = await inStep(altering(alter), { here, there: ['en', 'de', 'fr'] });
  fakeService.set('de', GERMAN);
  (await s.run('pull')).code(0);
  s.reads(DE, jsonText(GERMAN));
  s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
  return { s, fakeService };
}

describe.each(HARMS)('d1-1d a service that %s the texts of other languages at each upload', (_, alter) => {
  it('push names the key, ends with 1, and no later run takes the altered text', async () => {
    const { s, fakeService } = await pulled(alter);
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toContain('UPLOAD_ALTERED_OTHERS');
    expect(messages(ran)).toMatch(/ in de, although .*: a(?:, b, c)?; the texts? in l\/de\.json stays?/);
    expect(ran.states).toMatchObject({ 'l/en.json': 'pushed' });
    expect(fakeService.texts('de')['a']).not.toBe(T1);
    (await s.run('pull')).code(1).stderr('a');
    (await s.run('push')).code(1).stderr('a');
    (await s.run('status --check')).code(1);
    s.reads(DE, jsonText(GERMAN));
  });

  it('the same if the push uploads German after English', async () => {
    const { s } = await pulled(alter);
    s.file(DE, jsonText({ ...GERMAN, c: 'de C dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toContain('UPLOAD_ALTERED_OTHERS');
    (await s.run('pull')).code(1).stderr('a');
    s.reads(DE, jsonText({ ...GERMAN, c: 'de C dev' }));
  });

  it('push --locale en notices it in German, and the next pull leaves the file alone', async () => {
    const { s } = await pulled(alter);
    const ran = (await s.run('push --locale en --json')).code(1);
    expect(ran.errors).toContain('UPLOAD_ALTERED_OTHERS');
    (await s.run('pull')).code(1).stderr('a');
    s.reads(DE, jsonText(GERMAN));
  });

  it('a run that had not seen it: pull shows the text whole that it replaces', async () => {
    const { s, fakeService } = await pulled((text) => text);
    (await s.run('push')).code(0);
    const altered = alter(T1, 'a', 'de');
    fakeService.set('de', { ...GERMAN, a: altered });
    const planned = (await s.run('pull --dry-run --json')).code(0);
    // Four signs of a text may well be a person's.
    if (altered.length === 4) return;
    expect(planned.warnings).toEqual(['TEXTS_ALTERED']);
    const ran = (await s.run('pull --json')).code(0);
    expect(ran.warnings).toEqual(['TEXTS_ALTERED']);
    expect(ran.json.warnings[0]?.message).toContain(`a = ${JSON.stringify(T1)}`);
    s.reads(DE, jsonText({ ...GERMAN, a: altered }));
  });
});

describe('d1-1d the remedies', () => {
  it.each([
    ['push --force', T1],
    ['pull --force', T1.slice(0, 20)],
  ])('%s ends the conflict', async (command, left) => {
    const { s, fakeService } = await pulled((text) => text.slice(0, 20));
    const ran = (await s.run('push --json')).code(1);
    const hint = ran.json.errors.find(({ code }) => code === 'UPLOAD_ALTERED_OTHERS')?.hint ?? '';
    const remedy = new RegExp(`\`locsync (${command}[^\`]*)\``).exec(hint)?.[1] ?? '';
    expect(remedy).toBe(`${command} --locale de l/de.json`);
    (await s.run(remedy)).code(0);
    expect(fakeService.texts('de')['a']).toBe(left);
    (await s.run('status --check')).code(0);
  });
});

describe('d1-1d no false alarm', () => {
  it.each([
    ['other words', 'Ein ganz anderer Text'],
    ['a longer text', `${T1}, und noch mehr`],
  ])('a translator who writes %s while push runs: pull takes it', async (_, text) => {
    const { s } = await pulled((before, key, code) => (key === 'a' && code === 'de' ? text : before));
    (await s.run('push')).code(0).emptyStderr();
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(DE, jsonText({ ...GERMAN, a: text }));
  });

  it.each([
    ['Speichern.', 'Speichern'],
    ['Datei  speichern', 'Datei speichern'],
    ['Alle Einstellungen', 'alle Einstellungen'],
    ['Speichern', 'Sichern'],
    ['Gutscheincode', 'Gutschein'],
  ])('a translator who makes of "%s" "%s": pull says nothing of it', async (before, after) => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'] });
    fakeService.set('de', { ...of('de'), a: before });
    (await s.run('pull')).code(0);
    fakeService.set('de', { ...of('de'), a: after });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(DE, jsonText({ ...of('de'), a: after }));
  });
});

describe('d1-1d an earlier source text in place of a translation', () => {
  const earlier = (held: FakeService, uploaded: string): void => {
    if (uploaded === 'en') held.set('de', { ...held.texts('de'), b: 'en B' });
  };

  it('push names the newer text in whose place it is', async () => {
    const { s, fakeService } = await inStep(earlier, { here: ['en', 'de'], there: ['en', 'de', 'fr'] });
    fakeService.set('de', { ...of('de'), b: 'Neuer' });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'Something else' }));
    const ran = (await s.run('push --json')).code(1);
    expect(messages(ran)).toContain('b = "Neuer"');
  });

  it.each(['push', 'push --locale en'])('%s, then pull names the key as a source text', async (command) => {
    const { s } = await inStep(earlier, { here: ['en', 'de'], there: ['en', 'de', 'fr'] });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'Something else' }));
    await s.run(command);
    const ran = await s.run('pull --json');
    expect(ran.warnings).toEqual(['SOURCE_TEXTS']);
    expect(ran.json.warnings[0]?.message).toMatch(/: b = "de B"$/);
  });
});

describe('d1-1d YAML, and many languages', () => {
  it('in YAML, too: pull shows the text whole', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}/*.yml'] },
      service: { locales: ['en', 'de'] },
    });
    const long = 'Ein Text, den die Übersetzerin im Web schrieb';
    for (const set of ['x', 'y']) {
      s.file(`l/en/${set}.yml`, 'en:\n  a: A\n  b: B\n');
      s.file(`l/de/${set}.yml`, `de:\n  a: ${long}\n  b: Be\n`);
    }
    (await s.run('push')).code(0);
    s.file('l/en/y.yml', 'en:\n  a: A\n  b: B dev\n');
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en/y.yml', { a: long.slice(0, 12) });
    const ran = (await s.run('pull --json')).code(0);
    expect(ran.warnings).toEqual(['TEXTS_ALTERED']);
    s.reads('l/de/y.yml', `de:\n  a: ${long.slice(0, 12)}\n  b: Be\n`);
  });

  it('with more languages than are all looked at, one that is altered shows the others', async () => {
    const codes = ['en', ...Array.from({ length: 20 }, (_, i) => `q${String.fromCharCode(97 + i)}`)];
    const { s } = await inStep(
      altering((text) => text.slice(0, 9)),
      { here: codes },
    );
    const long = (code: string): Texts => ({ ...of(code), a: `${code} ein langer Text` });
    for (const code of codes.slice(1)) s.file(`l/${code}.json`, jsonText(long(code)));
    (await s.run('push')).code(0);
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors.filter((code) => code === 'UPLOAD_ALTERED_OTHERS')).toHaveLength(20);
  });
});
