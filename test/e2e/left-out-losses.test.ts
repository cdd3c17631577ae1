import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/* A language that the configuration leaves out: no run compares it, but an upload may lose it. */

const DE = 'Ein neuer deutscher Text';
const SETTINGS: readonly (readonly [string, object])[] = [
  ['excludeLocales', { excludeLocales: ['de'] }],
  ['locales', { locales: ['en'] }],
];

type Harm = (texts: Texts) => Texts;
const HARMS: readonly (readonly [string, Harm])[] = [
  ['emptied', (texts) => ({ ...texts, a: '' })],
  ['replaced by the source text', (texts) => ({ ...texts, a: 'en A dev' })],
  ['cut', (texts) => ({ ...texts, a: DE.slice(0, 12) })],
];

/** It leaves the lock of the killed run. */
const isStatus = (line: string): boolean => line.startsWith('status');

/** A push of a new source text that is killed; the upload changes German. */
async function killed(settings: object, harm: Harm) {
  const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de'] });
  s.file('.locsyncrc', JSON.stringify({ ...JSON.parse(s.text('.locsyncrc')), ...settings }));
  fakeService.set('de', { ...of('de'), a: DE });
  s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
  let child: ChildProcess | undefined;
  s.service.script.on('upload', (request) => {
    const step = fakeService.take(request);
    fakeService.set('de', harm(fakeService.texts('de')));
    child?.kill('SIGKILL');
    return step;
  });
  await s.run('push', { killed: true, during: (process) => (child = process) });
  return { s, fakeService };
}

describe.each(SETTINGS)(
  'UP-106 a language that `%s` leaves out, and a push that is killed',
  (_, settings) => {
    it.each(
      HARMS.flatMap(([what, harm]) =>
        ['pull', 'push', 'status --check'].map((line) => [what, line, harm] as const),
      ),
    )('a text that was %s: %s names it whole, once', async (_what, line, harm) => {
      const { s } = await killed(settings, harm);
      const ran = (await s.run(`${line} --json`, { killed: isStatus(line) })).code(1);
      const told = [...ran.json.errors, ...ran.json.warnings].map(({ message }) => message).join('\n');
      expect(told).toContain(`a = ${JSON.stringify(DE)}`);
      await s.run('pull');
      expect(messages((await s.run('pull --json')).code(0))).not.toContain(DE);
      expect(s.text('l/de.json')).toBe(jsonText(of('de')));
    });

    it('a text that is still there is not named, and its upload is forgotten', async () => {
      const { s } = await killed(settings, (texts) => texts);
      (await s.run('status --check', { killed: true })).code(0).emptyStderr();
      (await s.run('pull')).code(0).never(DE);
      expect(s.text('.locsync/uploads.jsonl')).not.toContain('"open"');
    });
  },
);

describe('UP-106 a run that is interrupted while it reads a language that is left out', () => {
  it.each(['pull', 'push'])('%s reports what it has done, and the next run names the text', async (line) => {
    const { s, fakeService } = await killed({ excludeLocales: ['de'] }, (texts) => ({ ...texts, a: '' }));
    let child: ChildProcess | undefined;
    s.service.script.on('texts', (request) => {
      if (!request.url.endsWith('locale_id=loc_de')) return fakeService.read(request);
      child?.kill('SIGINT');
      // No answer comes.
      return { raw: () => undefined };
    });
    const stopped = await s.run(`${line} --json`, { during: (process) => (child = process) });
    expect(stopped.code(130).states).toHaveProperty(['l/en.json']);
    s.service.script.on('texts', (request) => fakeService.read(request));
    expect(messages((await s.run('pull --json')).code(1))).toContain(`a = ${JSON.stringify(DE)}`);
  });
});

describe('UP-106 in one file for all languages', () => {
  it.each(['pull', 'push'])(
    '%s names what a killed push has lost of a language that is left out',
    async (line) => {
      const s = await Session.scripted({ config: { files: ['all.json'], excludeLocales: ['de'] } });
      const fakeService = new FakeService(s.service.script, ['en', 'de']);
      for (const code of ['en', 'de']) fakeService.set(code, of(code), 'all.json');
      s.file('all.json', jsonText({ en: of('en'), de: of('de') }));
      (await s.run('pull')).code(0);
      fakeService.set('de', { ...of('de'), a: DE }, 'all.json');
      s.file('all.json', jsonText({ en: { ...of('en'), a: 'en A dev' }, de: of('de') }));
      let child: ChildProcess | undefined;
      s.service.script.on('upload', (request) => {
        const step = fakeService.take(request);
        fakeService.set('de', { ...of('de'), a: '' }, 'all.json');
        child?.kill('SIGKILL');
        return step;
      });
      await s.run('push', { killed: true, during: (process) => (child = process) });
      const ran = (await s.run(`${line} --json`)).code(1);
      expect(messages(ran)).toContain(`a = ${JSON.stringify(DE)}`);
      expect(messages(await s.run('pull --json'))).not.toContain(DE);
    },
  );
});
