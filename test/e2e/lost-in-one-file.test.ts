import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { messages, of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const ALL = 'l/all.json';
const CODES = ['en', 'de', 'fr', 'hu'];
const T1 = 'Ein <b>langer</b> Text, den die Übersetzerin schrieb';

type Harm = (text: string | undefined, source: string) => string | undefined;

/**
 * A file of all languages but Hungarian. When a source text changes, the service does this to the
 * translations that the upload does not carry.
 */
async function inOneFile(harm: Harm, roots: Readonly<Record<string, Texts>>, changed = 'b') {
  const s = await Session.scripted({ config: { files: [ALL] } });
  const fakeService = new FakeService(s.service.script, CODES);
  for (const [code, texts] of Object.entries(roots)) fakeService.set(code, texts, ALL);
  s.file(ALL, jsonText(roots));
  (await s.run('pull')).code(0);
  s.service.script.on('upload', (request) => {
    const { content } = JSON.parse(request.body) as { content: string };
    const sent = JSON.parse(content) as Readonly<Record<string, Texts>>;
    const before = fakeService.texts('en', ALL)[changed];
    const answer = fakeService.take(request);
    const source = fakeService.texts('en', ALL)[changed] ?? '';
    if (before === undefined || before === source) return answer;
    for (const code of CODES.filter((one) => one !== 'en' && sent[one]?.[changed] === undefined)) {
      const { [changed]: text, ...others } = fakeService.texts(code, ALL);
      const left = harm(text, source);
      fakeService.set(code, left === undefined ? others : { ...others, [changed]: left }, ALL);
    }
    return answer;
  });
  return { s, fakeService };
}

const ROOTS = { en: of('en'), de: of('de'), fr: of('fr') };
const NEW = 'en B, a new source text that is long enough';

const HARMS: readonly (readonly [string, Harm])[] = [
  ['puts the source text in its place', (text, source) => (text === undefined ? text : source)],
  ['puts a cut source text in its place', (text, source) => (text === undefined ? text : source.slice(0, 9))],
  ['puts the source text in lower case there', (text, source) => text && source.toLowerCase()],
  ['cuts it', (text) => text?.slice(0, 12)],
  ['strips its tags', (text) => text?.replace(/<.*?>/g, '')],
  ['empties it', (text) => text && ''],
  ['drops it', () => undefined],
];

describe.each(HARMS)(
  'f1-1 one file for all languages: a new translation, and a service that %s',
  (_, harm) => {
    it('UP-12 a language without a root: push names the whole text, and ends with 1', async () => {
      const { s, fakeService } = await inOneFile(harm, ROOTS);
      fakeService.set('hu', { b: T1 }, ALL);
      s.file(ALL, jsonText({ ...ROOTS, en: { ...of('en'), b: NEW } }));
      const ran = (await s.run('push --json')).code(1);
      expect(messages(ran)).toContain(JSON.stringify(T1));
      expect(fakeService.texts('en', ALL)['b']).toBe(NEW);
      await s.run('pull');
      expect(JSON.parse(s.text(ALL))).not.toHaveProperty('hu.b');
    });

    it('the same with a conflict in another language, which is edited too', async () => {
      const { s, fakeService } = await inOneFile(harm, ROOTS);
      fakeService.set('hu', { b: T1 }, ALL);
      fakeService.set('de', { ...of('de'), a: 'de A there' }, ALL);
      const de = { ...of('de'), a: 'de A here', c: 'de C here' };
      s.file(ALL, jsonText({ ...ROOTS, de, en: { ...of('en'), b: NEW } }));
      const ran = (await s.run('push --json')).code(1);
      expect(messages(ran)).toContain(JSON.stringify(T1));
    });

    it.each(['excludeLocales', 'pullOnly'])('a language that %s names', async (setting) => {
      const { s, fakeService } = await inOneFile(harm, ROOTS);
      fakeService.set('hu', { b: T1 }, ALL);
      s.config({ files: [ALL], [setting]: ['hu'] });
      s.file(ALL, jsonText({ ...ROOTS, en: { ...of('en'), b: NEW } }));
      const ran = (await s.run('push --json')).code(1);
      expect(messages(ran)).toContain(JSON.stringify(T1));
    });

    it.each(['', '--locale en '])('a key that was deleted here: push %s', async (option) => {
      const roots = { ...ROOTS, hu: of('hu') };
      const { s, fakeService } = await inOneFile(harm, roots);
      fakeService.set('hu', { ...of('hu'), b: T1 }, ALL);
      const { a = '', c = '' } = of('hu');
      s.file(ALL, jsonText({ ...roots, hu: { a, c }, en: { ...of('en'), b: NEW } }));
      const ran = (await s.run(`push ${option}--json`)).code(1);
      expect(messages(ran)).toContain(JSON.stringify(T1));
    });
  },
);

describe('f1-1 what is no loss in one file for all languages', () => {
  it('a service that answers the source text for what is not translated', async () => {
    const { s, fakeService } = await inOneFile((_, source) => source, ROOTS);
    fakeService.set('hu', of('en'), ALL);
    s.file(ALL, jsonText({ ...ROOTS, en: { ...of('en'), b: NEW } }));
    (await s.run('push')).code(0);
    expect(fakeService.texts('hu', ALL)['b']).toBe(NEW);
  });

  it('a translator who writes another text meanwhile', async () => {
    const { s, fakeService } = await inOneFile(() => 'Ganz andere Worte', ROOTS);
    fakeService.set('hu', { b: T1 }, ALL);
    s.file(ALL, jsonText({ ...ROOTS, en: { ...of('en'), b: NEW } }));
    (await s.run('push')).code(0);
  });
});
