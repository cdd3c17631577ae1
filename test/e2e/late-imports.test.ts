import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import type { Received } from '../support/scripted-server.js';
import { passed } from '../support/late-upload.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/*
 * A service that answers an upload at once, and imports it minutes after the push has given up. The
 * import changes other languages, too.
 */

const DE = 'Ein neuer deutscher Text';
const IT = 'Un nuovo testo italiano';
const NEW = 'en A dev';
const RECORD = '.locsync/uploads.jsonl';

const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
const ANSWER = { api_id: 'fil_1', name: 'l/en.json', project_id: 'pro_1', last_version };

const HARMS: readonly (readonly [string, (held: FakeService) => string])[] = [
  ['sets to the new source text', () => NEW],
  ['sets to the earlier source text', () => of('en')['a'] ?? ''],
  ['empties', () => ''],
];

/** German has a file, Italian has none; only the service has a newer text of `a` in both. */
async function acknowledged(codes: readonly string[] = ['en']) {
  const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de', 'it'] });
  fakeService.set('de', { ...of('de'), a: DE });
  fakeService.set('it', { ...of('it'), a: IT });
  for (const code of codes) s.file(`l/${code}.json`, jsonText({ ...of(code), a: `${code} A dev` }));
  const left: Received[] = [];
  s.service.script.on('upload', (request) => {
    left.push(request);
    return { body: ANSWER };
  });
  const imported = (text: string): void => {
    for (const request of left) fakeService.take(request);
    for (const code of ['de', 'it']) fakeService.set(code, { ...fakeService.texts(code), a: text });
  };
  return { s, fakeService, imported };
}

describe.each(HARMS)(
  'UP-102 an import 75 s after a push that found nothing stored, which %s',
  (_, textOf) => {
    it.each(['status --check', 'pull', 'push'])('%s names the texts whole', async (line) => {
      const { s, fakeService, imported } = await acknowledged();
      expect((await s.run('push --json')).code(1).errors).toContain('UPLOAD_NOT_STORED');
      passed(s, 75_000);
      imported(textOf(fakeService));
      const ran = (await s.run(`${line} --json`)).code(1);
      const told = messages(ran) + ran.json.warnings.map(({ message }) => message).join('\n');
      expect(told).toContain(`a = ${JSON.stringify(DE)}`);
      // A push that sends nothing does not read a language without a file.
      const later = messages(await s.run('pull --json'));
      expect(told + later).toContain(`a = ${JSON.stringify(IT)}`);
      expect(s.text('l/de.json')).toContain('"a": "de A"');
    });
  },
);

describe('UP-102 an import that comes after runs that have found nothing of it', () => {
  it.each(['pull --locale de', 'pull', 'push'])('%s: the run after it names the text whole', async (line) => {
    const { s, fakeService, imported } = await acknowledged();
    await s.run('push');
    passed(s, 20_000);
    await s.run(line);
    const here = s.text('l/de.json');
    passed(s, 75_000);
    imported(NEW);
    const ran = (await s.run('pull --json')).code(1);
    // A pull has put it on disk, and leaves it there.
    if (line.startsWith('pull')) expect(here).toContain(DE);
    else expect(messages(ran)).toContain(`a = ${JSON.stringify(DE)}`);
    expect(s.text('l/de.json')).toBe(here);
    expect(fakeService.texts('de')['a']).toBe(NEW);
  });

  it('in one file for all languages: pull leaves the text that a pull has put on disk', async () => {
    const s = await Session.scripted({ config: { files: ['all.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'de']);
    for (const code of ['en', 'de']) fakeService.set(code, of(code), 'all.json');
    s.file('all.json', jsonText({ en: of('en'), de: of('de') }));
    (await s.run('pull')).code(0);
    fakeService.set('de', { ...of('de'), a: DE }, 'all.json');
    s.file('all.json', jsonText({ en: { ...of('en'), b: NEW }, de: of('de') }));
    s.service.script.on('upload', () => ({ body: ANSWER }));
    await s.run('push');
    passed(s, 20_000);
    (await s.run('pull')).code(0);
    expect(s.text('all.json')).toContain(DE);
    passed(s, 75_000);
    fakeService.set('en', { ...of('en'), b: NEW }, 'all.json');
    fakeService.set('de', { ...of('de'), a: of('en')['a'] ?? '' }, 'all.json');
    (await s.run('pull')).code(1).stderr(/changed on both sides: a/);
    expect(s.text('all.json')).toContain(DE);
  });
});

describe('UP-102 an import that harms nothing', () => {
  it('is forgotten a minute after a run that has found it', async () => {
    const { s, fakeService, imported } = await acknowledged();
    await s.run('push');
    passed(s, 75_000);
    imported(DE);
    fakeService.set('it', { ...of('it'), a: IT });
    (await s.run('pull')).code(0);
    expect(s.text(RECORD)).not.toContain('"open"');
    passed(s, 61_000);
    fakeService.set('it', { ...of('it'), a: 'Un altro' });
    (await s.run('pull')).code(0).emptyStderr();
    expect(s.has(RECORD) ? s.text(RECORD) : '').toBe('');
  });
});
