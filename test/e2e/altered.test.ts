import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const DE = 'l/de.json';
const TEXTS = { a: 'dA', b: 'dB', c: 'dC' };
const LONG = 'Ein langer Text, den die Übersetzerin im Web schrieb';

/** German and English in step with a service. */
async function inStep(texts: Texts = TEXTS) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  for (const code of ['en', 'de']) {
    fakeService.set(code, texts);
    s.file(`l/${code}.json`, jsonText(texts));
  }
  (await s.run('push')).code(0);
  return { s, fakeService };
}

const cut = (text: string): string => text.slice(0, 20);

describe("fa-A a translator's newer text that an upload for another key alters", () => {
  it.each<[string, string, (text: string) => string | undefined]>([
    ['cut', LONG, cut],
    ['cut short', 'Ein Text', (text) => text.slice(0, 4)],
    ['escaped', 'Tom &amp; Jerry', (text) => text.replaceAll('&', '&amp;')],
    ['trimmed', '  Ein Text ', (text) => text.trim()],
    ['in lower case', 'Ein Text', (text) => text.toLowerCase()],
    ['emptied', LONG, (text) => (text === LONG ? '' : text)],
    ['long', 'Wort '.repeat(2_000), cut],
  ])(
    '%s: push names the key with the whole text, and pull does not take the rest',
    async (_, web, filter) => {
      const { s, fakeService } = await inStep();
      fakeService.set('de', { ...TEXTS, a: web });
      fakeService.filter = filter;
      s.file(DE, jsonText({ ...TEXTS, b: 'db dev' }));
      const ran = (await s.run('push --json')).code(1);
      expect(ran.errors).toEqual(['UPLOAD_ALTERED']);
      expect(ran.json.errors[0]?.message).toContain(`1 newer text of the service: a; `);
      expect(ran.json.errors[0]?.message).toContain(`a = ${JSON.stringify(web)}`);
      expect(ran.states).toMatchObject({ [DE]: 'pushed' });
      (await s.run('push')).code(1).stderr('a');
      (await s.run('pull')).code(1).stderr('a');
      s.reads(DE, jsonText({ ...TEXTS, b: 'db dev' }));
      (await s.run('status --check')).code(1);
    },
  );

  it('the remedy of the hint ends it', async () => {
    const { s, fakeService } = await inStep();
    fakeService.set('de', { ...TEXTS, a: LONG });
    fakeService.filter = cut;
    s.file(DE, jsonText({ ...TEXTS, b: 'db dev' }));
    const ran = (await s.run('push --json')).code(1);
    const remedy = /`locsync (pull [^`]*)`/.exec(ran.json.errors[0]?.hint ?? '')?.[1] ?? '';
    fakeService.set('de', { ...fakeService.texts('de'), a: LONG });
    (await s.run(remedy)).code(0);
    s.reads(DE, jsonText({ a: LONG, b: 'db dev', c: 'dC' }));
    (await s.run('push')).code(0);
    (await s.run('status --check')).code(0);
  });

  it('a file of several languages: the key of the language that no one edited', async () => {
    const s = await Session.start({
      config: { files: ['m.json'] },
      service: { locales: ['en', 'de'], behave: ['escape-html'] },
    });
    s.file('m.json', jsonText({ en: { a: 'A', b: 'B' }, de: { a: 'Ä', b: 'Be' } }));
    (await s.run('push')).code(0);
    // The service escapes this, too: it holds `&amp;`, which an upload escapes once more.
    await s.service.put('de', 'm.json', { a: 'Tom & Jerry' });
    s.file('m.json', jsonText({ en: { a: 'A', b: 'B2' }, de: { a: 'Ä', b: 'Be' } }));
    const told = (await s.run('push --json')).code(1);
    expect(told.errors).toEqual(['UPLOAD_ALTERED']);
    expect(told.json.errors[0]?.message).toContain('a = "Tom &amp; Jerry"');
    (await s.run('pull')).code(1);
  });

  it('keys that the service cannot tell apart: the text that went along for them is compared too', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'], behave: ['escape-html'] },
    });
    const twice = (c: string) => jsonText({ 'a.b': 'one', a: { b: 'two' }, c });
    s.file('l/en.json', twice('C')).file('l/de.json', jsonText({ c: 'Ce' }));
    await s.service.put('de', 'l/en.json', { 'a.b': 'Tom & Jerry', c: 'Ce' });
    (await s.run('push --locale de')).code(0);
    s.file('l/de.json', twice('Ce dev'));
    const ran = (await s.run('push --locale de --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_ALTERED']);
    expect(ran.json.errors[0]?.message).toContain('a.b = "Tom &amp; Jerry"');
  });

  it('a key in conflict: it is named, and stays a conflict', async () => {
    const { s, fakeService } = await inStep();
    fakeService.set('de', { ...TEXTS, a: LONG });
    fakeService.filter = cut;
    s.file(DE, jsonText({ ...TEXTS, a: 'dA dev', b: 'dB dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors.toSorted()).toEqual(['CONFLICT', 'UPLOAD_ALTERED']);
    expect(ran.json.errors.map(({ message }) => message).join('\n')).toContain(`a = "${LONG}"`);
    expect(ran.json.errors.map(({ message }) => message).join('\n')).not.toContain(
      'neither text was changed',
    );
    (await s.run('pull')).code(1);
    s.reads(DE, jsonText({ ...TEXTS, a: 'dA dev', b: 'dB dev' }));
  });

  it('texts that arrive as they went along are not named', async () => {
    const { s, fakeService } = await inStep();
    fakeService.set('de', { ...TEXTS, a: LONG });
    s.file(DE, jsonText({ ...TEXTS, b: 'dB dev' }));
    (await s.run('push')).code(0).emptyStderr();
    (await s.run('pull')).code(0);
    s.reads(DE, jsonText({ ...TEXTS, a: LONG, b: 'dB dev' }));
  });

  it("a translator's further text, written right after the upload, is not named", async () => {
    const { s, fakeService } = await inStep();
    fakeService.set('de', { ...TEXTS, a: LONG });
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      fakeService.set('de', { ...fakeService.texts('de'), a: 'Ganz andere Worte' });
      return step;
    });
    s.file(DE, jsonText({ ...TEXTS, b: 'dB dev' }));
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0);
    s.reads(DE, jsonText({ ...TEXTS, a: 'Ganz andere Worte', b: 'dB dev' }));
  });
});

describe('fa-C an upload that is imported late, over what a translator writes meanwhile', () => {
  /**
   * The readings of German after the upload, by number, before which something happens on the
   * service.
   */
  async function late(mine: Texts, happens: Readonly<Record<number, (fakeService: FakeService) => void>>) {
    const { s, fakeService } = await inStep();
    let imported: Texts | undefined;
    let reads = 0;
    s.service.script
      .on('upload', (request) => {
        const before = fakeService.texts('de');
        const step = fakeService.take(request);
        imported = fakeService.texts('de');
        fakeService.set('de', before);
        return step;
      })
      .on('texts', (request) => {
        if (imported && request.url.includes('loc_de')) {
          reads++;
          happens[reads]?.(fakeService);
          if (reads === 3) fakeService.set('de', imported);
        }
        return fakeService.read(request);
      });
    s.file(DE, jsonText({ ...TEXTS, ...mine }));
    return { s, fakeService };
  }
  const writes =
    (texts: Texts) =>
    (fakeService: FakeService): void =>
      fakeService.set('de', { ...fakeService.texts('de'), ...texts });

  it('a text that one look showed and a later one no longer shows is named, whole', async () => {
    const { s } = await late({ a: 'dA dev' }, { 2: writes({ b: 'dB tr' }) });
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['UPLOAD_ALTERED']);
    expect(ran.json.errors[0]?.message).toContain('b = "dB tr"');
    s.reads(DE, jsonText({ ...TEXTS, a: 'dA dev' }));
  });

  it.each(['status --json', 'push --json', 'pull --json'])('%s does not name it again', async (line) => {
    const { s } = await late({ a: 'dA dev' }, { 2: writes({ b: 'dB tr' }) });
    (await s.run('push --json')).code(1);
    const ran = (await s.run(line)).code(0);
    expect([...ran.errors, ...ran.warnings]).toEqual([]);
  });

  describe.each([
    ['a new key', {}],
    ['a key that only the service had', { n: 'dN' }],
  ])('a service that replaces the language drops what one look showed: %s', (_, only) => {
    const N = 'dN, written while push waited';
    it.each(['push --json', 'pull --json'])('it is named once, whole; then %s', async (line) => {
      const { s, fakeService } = await late({ a: 'dA dev' }, { 2: writes({ n: N }) });
      fakeService.replaces = true;
      fakeService.set('de', { ...TEXTS, ...only });
      const ran = (await s.run('push --json')).code(1);
      expect(ran.errors).toEqual(['UPLOAD_ALTERED']);
      expect(ran.json.errors[0]?.message).toContain(`n = "${N}"`);
      const again = (await s.run(line)).code(0);
      expect([...again.errors, ...again.warnings]).toEqual([]);
    });
  });

  it('seen by the first look after the upload', async () => {
    const { s } = await late(
      { a: 'dA dev' },
      { 1: writes({ b: 'dB tr' }), 2: writes({ ...TEXTS, a: 'dA dev' }) },
    );
    const ran = (await s.run('push --json')).code(1);
    expect(ran.json.errors[0]?.message).toContain('b = "dB tr"');
  });
});
