import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const T1 = 'Ein <b>langer</b> Text & mehr, den die Übersetzerin schrieb';
const NEW = 'en A, a new source text';

type Harm = (text: string) => string | undefined;

const SOURCE: Harm = () => NEW;
const HARMS: readonly (readonly [string, Harm])[] = [
  ['cut', (text) => text.slice(0, 12)],
  ['cut to a few signs', (text) => text.slice(0, 4)],
  ['escaped', (text) => text.replaceAll('&', '&amp;')],
  ['stripped of its tags', (text) => text.replace(/<.*?>/g, '')],
  ['put in lower case', (text) => text.toLowerCase()],
  ['emptied', () => ''],
  ['dropped', () => undefined],
  ['set back', () => of('de')['a']],
  ['replaced by the source text', SOURCE],
];

const harm = (fakeService: FakeService, change: Harm, name?: string): void => {
  const { a = '', ...rest } = fakeService.texts('de', name);
  const left = change(a);
  fakeService.set('de', { ...(left === undefined ? {} : { a: left }), ...rest }, name);
};

/** German holds a newer text of `a` that was not pulled, and a push of this file has ended well. */
async function pushed(files: Readonly<Record<string, Texts>>) {
  const { s, fakeService } = await inStep(() => undefined);
  fakeService.set('de', { ...of('de'), a: T1 });
  for (const [code, texts] of Object.entries(files)) s.file(`l/${code}.json`, jsonText(texts));
  (await s.run('push')).code(0);
  expect(fakeService.texts('de')['a']).toBe(T1);
  return { s, fakeService };
}

type Ran = Awaited<ReturnType<Awaited<ReturnType<typeof inStep>>['s']['run']>>;
const allMessages = ({ json: { errors, warnings } }: Ran): string =>
  [...errors, ...warnings].map(({ message }) => message).join('\n');

describe.each(HARMS)(
  'f1-5 a text that is %s by a late part of an upload that was read back',
  (how, change) => {
    // The texts of both sides agree again: a person may have done that.
    const exit = how === 'set back' ? 0 : 1;

    it('UP-16 in another language: the next pull names it whole, once', async () => {
      const { s, fakeService } = await pushed({ en: { ...of('en'), a: NEW } });
      harm(fakeService, change);
      const looked = (await s.run('status --check --json')).code(exit);
      expect(JSON.stringify(looked.json.warnings)).toContain(
        JSON.stringify(T1).slice(1, -1).replaceAll('"', '\\"'),
      );
      const ran = (await s.run('pull --json')).code(exit);
      expect(allMessages(ran)).toContain(JSON.stringify(T1));
      expect(allMessages(await s.run('pull --json'))).not.toContain(T1);
      expect(s.text('l/de.json')).toContain('"a": "de A"');
    });

    it('the next push names it', async () => {
      const { s, fakeService } = await pushed({ en: { ...of('en'), a: NEW } });
      harm(fakeService, change);
      const ran = (await s.run('push --json')).code(exit);
      expect(allMessages(ran)).toContain(JSON.stringify(T1));
    });

    it('UP-17 in the uploaded language: the next pull names it whole', async () => {
      const { s, fakeService } = await pushed({
        en: { ...of('en'), a: NEW },
        de: { ...of('de'), b: 'de B dev' },
      });
      harm(fakeService, change);
      const ran = (await s.run('pull --json')).code(exit);
      expect(allMessages(ran)).toContain(JSON.stringify(T1));
    });

    it('in one file for all languages: the next pull names it whole', async () => {
      const s = await Session.scripted({ config: { files: ['l/all.json'] } });
      const fakeService = new FakeService(s.service.script);
      const name = 'l/all.json';
      for (const code of ['en', 'de']) fakeService.set(code, of(code), name);
      s.file(name, jsonText({ en: of('en'), de: of('de') }));
      (await s.run('pull')).code(0);
      fakeService.set('de', { ...of('de'), a: T1 }, name);
      s.file(name, jsonText({ en: { ...of('en'), a: NEW }, de: of('de') }));
      (await s.run('push')).code(0);
      harm(fakeService, change, name);
      const ran = (await s.run('pull --json')).code(exit);
      expect(allMessages(ran)).toContain(JSON.stringify(T1));
    });
  },
);

describe('f1-5 a late part that alters a text in a language without a file here', () => {
  it('UP-18 of a key that the push did not change: the next pull names it whole, once', async () => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en'], there: ['en', 'de'] });
    fakeService.set('de', { a: 'de A', b: T1 });
    s.file('l/en.json', jsonText({ ...of('en'), a: NEW }));
    (await s.run('push')).code(0);
    fakeService.set('de', { a: 'de A', b: T1.slice(0, 12) });
    expect(messages((await s.run('pull --json')).code(1))).toContain(JSON.stringify(T1));
    expect(messages(await s.run('pull --json'))).not.toContain(T1);
  });
});

describe('f1-5 what is no late part of an upload', () => {
  it('a translator who writes another text after the push', async () => {
    const { s, fakeService } = await pushed({ en: { ...of('en'), a: NEW } });
    harm(fakeService, () => 'Ganz andere Worte');
    (await s.run('pull')).code(0).emptyStderr();
    expect(s.text('l/de.json')).toContain('Ganz andere Worte');
  });

  it('a text that was pulled, changed here and pushed', async () => {
    const { s } = await pushed({ en: { ...of('en'), a: NEW } });
    (await s.run('pull')).code(0);
    s.file('l/de.json', jsonText({ ...of('de'), a: T1.slice(0, 20) }));
    (await s.run('push')).code(0).emptyStderr();
    (await s.run('pull')).code(0).emptyStderr();
    (await s.run('status --check')).code(0);
  });

  it('a text that was pulled and deleted on both sides', async () => {
    const { s, fakeService } = await pushed({ en: { ...of('en'), a: NEW } });
    (await s.run('pull')).code(0);
    (await s.run('pull')).code(0);
    const { b = '', c = '' } = of('de');
    s.file('l/de.json', jsonText({ b, c }));
    fakeService.set('de', { b, c });
    (await s.run('pull')).code(0).never(T1);
  });

  it.each([['rm a'], ['mv a other']])(
    'g1-3 a key of %s that is deleted on the service, as it says',
    async (command) => {
      const { s, fakeService } = await inStep(() => undefined);
      (await s.run(command)).code(1).stdout('Left to delete on the service');
      s.file('l/en.json', s.text('l/en.json').replace('en B', 'another en B'));
      (await s.run('push')).code(0);
      for (const code of ['en', 'de', 'fr']) {
        const { a, ...left } = fakeService.texts(code);
        expect(a).toBe(of(code)['a']);
        fakeService.set(code, left);
      }
      (await s.run('status --check')).code(0).emptyStderr();
      (await s.run('pull')).code(0).emptyStderr();
    },
  );

  it('a text that push --force replaced', async () => {
    const { s } = await pushed({ en: { ...of('en'), a: NEW } });
    s.file('l/de.json', jsonText({ ...of('de'), a: T1.slice(0, 20) }));
    (await s.run('push --force --locale de')).code(0);
    (await s.run('pull')).code(0).emptyStderr();
  });
});

describe('f1-7 an upload of which nothing has arrived', () => {
  it('UP-19 the other languages are compared all the same', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    fakeService.set('de', { ...of('de'), a: T1 });
    s.service.script.on('upload', (request) => {
      const held = { ...fakeService.texts('en') };
      const answer = fakeService.take(request);
      fakeService.set('en', held);
      harm(fakeService, (text) => text.slice(0, 12));
      return answer;
    });
    s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toContain('UPLOAD_NOT_STORED');
    expect(messages(ran)).toContain(JSON.stringify(T1));
  });
});
