import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const acting = (files: readonly string[] = ['l/{locale}.json']) =>
  Session.start({
    config: { files },
    service: { locales: ['en', 'de', 'fr'], behave: ['untranslated=source'] },
  });

describe('b1-6 a service that answers the source text for what is not translated', () => {
  it('takes the translations of a first push, and nothing is left to do', async () => {
    const s = await acting();
    const de = { a: 'Hallo', b: 'Tschüss', c: 'OK' };
    s.file('l/en.json', jsonText({ a: 'Hello', b: 'Bye', c: 'OK' })).file('l/de.json', jsonText(de));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts('l/en.json', 'de')).toEqual(de);
    for (const command of ['push', 'pull --locale de,en', 'status --check --locale de'])
      (await s.run(command)).code(0);
    s.reads('l/de.json', jsonText(de));
  });

  it('takes the translation of a key that was new in the source locale first', async () => {
    const s = await acting();
    s.file('l/en.json', jsonText({ a: 'Hello' })).file('l/de.json', jsonText({ a: 'Hallo' }));
    (await s.run('push')).code(0);
    s.file('l/en.json', jsonText({ a: 'Hello', n: 'New' }));
    (await s.run('push')).code(0);
    s.file('l/de.json', jsonText({ a: 'Hallo', n: 'Neu' }));
    expect((await s.run('push --json')).code(0).states).toMatchObject({ 'l/de.json': 'pushed' });
    expect(await s.service.texts('l/en.json', 'de')).toEqual({ a: 'Hallo', n: 'Neu' });
    const { uploads } = posts(s.service);
    (await s.run('push')).code(0);
    expect(posts(s.service).uploads).toBe(uploads);
  });

  it('in a file of several languages too', async () => {
    const s = await acting(['m.json']);
    s.file('m.json', jsonText({ en: { a: 'Hello', n: 'New' }, de: { a: 'Hallo' } }));
    (await s.run('push')).code(0);
    s.file('m.json', jsonText({ en: { a: 'Hello', n: 'New' }, de: { a: 'Hallo', n: 'Neu' } }));
    (await s.run('push')).code(0);
    expect(await s.service.texts('m.json', 'de')).toEqual({ a: 'Hallo', n: 'Neu' });
  });

  it('a text that a translator wrote, other than the source text, is a conflict as ever', async () => {
    const s = await acting();
    s.file('l/en.json', jsonText({ a: 'Hello' })).file('l/de.json', jsonText({ a: 'Hallo' }));
    (await s.run('push')).code(0);
    s.file('l/en.json', jsonText({ a: 'Hello', n: 'New' }));
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { n: 'Neues' });
    s.file('l/de.json', jsonText({ a: 'Hallo', n: 'Neu' }));
    (await s.run('push')).code(1).stderr('the last sync is not recorded');
    expect(await s.service.texts('l/en.json', 'de')).toEqual({ a: 'Hallo', n: 'Neues' });
  });

  it.each(['l/{locale}.json', 'm.json'])(
    'UP-113 a language without a text here, while source texts are edited here (%s)',
    async (pattern) => {
      const isOne = pattern === 'm.json';
      const s = await acting([pattern]);
      const en = { a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five' };
      const de = { a: 'Eins', b: 'Zwei', c: 'Drei', d: 'Vier', e: 'Fünf' };
      const write = (texts: object): void => {
        if (isOne) s.file('m.json', jsonText({ en: texts, de }));
        else s.file('l/en.json', jsonText(texts)).file('l/de.json', jsonText(de));
      };
      write(en);
      (await s.run('push')).code(0);
      for (const count of [1, 2, 3, 5]) {
        const edited: Record<string, string> = { ...en };
        for (const [key, text] of Object.entries(en).slice(0, count)) edited[key] = `${text}, edited`;
        write(edited);
      }
      (await s.run('pull')).code(0);
    },
  );

  it('UP-113 a new source text takes the place of an earlier one without a word', async () => {
    const s = await acting();
    const en = { a: 'One', b: 'Two', c: 'Three', d: 'Four', e: 'Five' };
    s.file('l/en.json', jsonText(en));
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0);
    expect(s.text('l/fr.json')).toContain('Three');
    s.file('l/en.json', jsonText({ ...en, a: 'One!', b: 'Two!', c: 'Three!' }));
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0).emptyStderr();
    expect(s.text('l/fr.json')).toContain('Three!');
  });
});

describe.each(['l/en.json', 'all.json'])(
  'a translation that is the same as the new source text (%s)',
  (name) => {
    const [EN, DE] = [
      { no: 'No', yes: 'Yes' },
      { no: 'Nein', yes: 'Ja' },
    ];

    /** The service has `ok` in German, as the disk has it in English. */
    async function scene(isSynced: boolean, source: Readonly<Record<string, string>>) {
      const isOneFile = name === 'all.json';
      const s = await Session.start({
        config: { files: [isOneFile ? name : 'l/{locale}.json'] },
        service: { locales: ['en', 'de'] },
      });
      const write = (en: object, de: object): void => {
        if (isOneFile) s.file(name, JSON.stringify({ en, de }));
        else s.file('l/en.json', JSON.stringify(en)).file('l/de.json', JSON.stringify(de));
      };
      const put = async (en: Record<string, string>, de: Record<string, string>): Promise<void> => {
        if (isOneFile) await s.service.upload(name, JSON.stringify({ en, de }));
        else for (const [code, texts] of Object.entries({ en, de })) await s.service.put(code, name, texts);
      };
      if (isSynced) {
        write(EN, DE);
        await put(EN, DE);
        (await s.run('pull')).code(0);
      }
      await put({ ...EN, ...source }, { ...DE, ok: 'OK' });
      return { s, write };
    }

    it.each([
      ['a new key', true, {}],
      ['a new key, at first contact', false, {}],
      ['another source text, at first contact', false, { ok: 'Alright' }],
    ] as const)('is a conflict, and nothing is lost or answered twice: %s', async (_, isSynced, source) => {
      const { s, write } = await scene(isSynced, source);
      write({ ...EN, ok: 'OK' }, { ...DE, ok: 'Okay', more: 'Mehr' });
      const ran = (await s.run('push --json')).code(1);
      expect(ran.errors).toEqual(['CONFLICT']);
      expect(ran.warnings).not.toContain('ANSWERS_DIFFER');
      expect(await s.service.texts(name, 'de')).toMatchObject({ ok: 'OK', more: 'Mehr' });
      expect(await s.service.texts(name, 'en')).toMatchObject({ ok: 'OK' });
      expect((await s.run('status --json')).json.errors).toEqual([]);
      // It stays that conflict, with both texts.
      (await s.run('push')).code(1).stderr('1 key').never('lacks it again');
      const { files } = (await s.run('diff --json --locale de')).json;
      const ok = { key: 'ok', kind: 'conflict', here: 'Okay', there: 'OK' };
      expect(files[0]?.changes).toMatchObject([ok]);
    });

    it('is not lost where only the source language is pushed', async () => {
      const { s, write } = await scene(false, { ok: 'Alright' });
      write({ ...EN, ok: 'OK' }, { ...DE, ok: 'Okay' });
      expect((await s.run('push --locale en --json')).code(0).errors).toEqual([]);
      expect(await s.service.texts(name, 'de')).toMatchObject({ ok: 'OK' });
    });
  },
);
