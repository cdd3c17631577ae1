import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { FakeService } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { jsonText } from '../support/file-text.js';

/* A service that breaks the letters of texts when it imports an upload. */

const DE = 'Größere Gefäße für „alle“';
const IT = 'Perché è così';

const BREAKS: readonly (readonly [string, (text: string) => string])[] = [
  ['question marks', (text) => text.replace(/[^\p{ASCII}]/gu, '?')],
  ['replacement characters', (text) => text.replace(/[^\p{ASCII}]/gu, '\uFFFD')],
  ['one mark for each byte', (text) => text.replace(/[^\p{ASCII}]/gu, (sign) => '?'.repeat(bytes(sign)))],
  ['bytes that were read as Latin-1', (text) => Buffer.from(text).toString('latin1')],
  ['question marks for what Latin-1 lacks', (text) => text.replace(/[^\0-\xff]/gu, '\uFFFD')],
  ['nothing', (text) => text.replace(/[^\p{ASCII}]/gu, '')],
];
const bytes = (sign: string): number => Buffer.from(sign).length;

/** Only the service has newer texts of `a` in German, and a key `d`. Italian has no file. */
async function withNewer() {
  const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de', 'it'] });
  fakeService.set('de', { ...of('de'), a: DE, d: `d ${DE}` });
  fakeService.set('it', { ...of('it'), a: IT });
  return { s, fakeService };
}

const breakAll = (fakeService: FakeService, change: (text: string) => string): void => {
  for (const code of ['de', 'it']) {
    const texts = Object.entries(fakeService.texts(code));
    fakeService.set(code, Object.fromEntries(texts.map(([key, text]) => [key, change(text)])));
  }
};

type At = Awaited<ReturnType<typeof withNewer>>;

function onUpload({ s, fakeService }: At, change: (text: string) => string) {
  const running: { child?: ChildProcess } = {};
  s.service.script.on('upload', (request) => {
    const step = fakeService.take(request);
    breakAll(fakeService, change);
    running.child?.kill('SIGKILL');
    return step;
  });
  return running;
}

describe.each(BREAKS)(
  'UP-104 an upload after which the service holds %s in place of letters',
  (what, change) => {
    const isOnlyOfDe = what.includes('Latin-1 lacks');
    const expectNamed = (told: string, languages: readonly string[]): void => {
      if (languages.includes('de')) {
        expect(told).toContain(`a = ${JSON.stringify(DE)}`);
        expect(told).toContain(`d = ${JSON.stringify(`d ${DE}`)}`);
      }
      if (languages.includes('it') && !isOnlyOfDe) expect(told).toContain(`a = ${JSON.stringify(IT)}`);
    };

    it('of the uploaded language: push names the texts, and pull leaves the disk alone', async () => {
      const at = await withNewer();
      const { s } = at;
      s.file('l/de.json', jsonText({ ...of('de'), b: 'de B dev' }));
      onUpload(at, change);
      expectNamed(messages((await s.run('push --json')).code(1)), ['de']);
      await s.run('pull --json');
      expect(s.text('l/de.json')).toContain('"a": "de A"');
    });

    it('of other languages: push names the texts', async () => {
      const at = await withNewer();
      const { s } = at;
      s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
      onUpload(at, change);
      expectNamed(messages((await s.run('push --json')).code(1)), ['de', 'it']);
      await s.run('pull --json');
      expect(s.text('l/de.json')).toContain('"a": "de A"');
    });

    it.each(['en', 'de'])('a push of %s that is killed: the next run names the texts', async (code) => {
      const at = await withNewer();
      const { s } = at;
      s.file(`l/${code}.json`, jsonText({ ...of(code), b: `${code} B dev` }));
      const running = onUpload(at, change);
      await s.run('push', { killed: true, during: (process) => (running.child = process) });
      expectNamed(messages((await s.run('pull --json')).code(1)), ['de', 'it']);
      expect(s.text('l/de.json')).toContain('"a": "de A"');
    });

    it('by a late part: the next pull names the texts', async () => {
      const { s, fakeService } = await withNewer();
      s.file('l/en.json', jsonText({ ...of('en'), b: 'en B dev' }));
      (await s.run('push')).code(0);
      breakAll(fakeService, change);
      expectNamed(messages((await s.run('pull --json')).code(1)), ['de', 'it']);
      expect(s.text('l/de.json')).toContain('"a": "de A"');
    });
  },
);
