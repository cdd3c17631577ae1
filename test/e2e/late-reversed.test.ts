import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { messages } from '../support/in-step.js';
import { passed } from '../support/late-upload.js';
import type { Received } from '../support/scripted-server.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/* A service that answers an upload at once, and imports it after later ones. */

const EN = { a: 'First line', b: 'Second line', c: 'Third line' };
const DE = { a: 'Erste Zeile', b: 'Zweite Zeile', c: 'Dritte Zeile' };
const TEXT = 'Was ein Übersetzer schrieb';

async function inStep(name = 'l/en.json') {
  const isOne = name === 'all.json';
  const s = await Session.scripted({ config: { files: [isOne ? name : 'l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  const write = (de: object): void =>
    void s.file(isOne ? name : 'l/de.json', jsonText(isOne ? { en: EN, de } : de));
  fakeService.set('en', EN, name);
  fakeService.set('de', DE, name);
  if (!isOne) s.file('l/en.json', jsonText(EN));
  write(DE);
  (await s.run('pull')).code(0);
  const left: Received[] = [];
  const hold = (): void =>
    void s.service.script.on('upload', (request) => {
      left.push(request);
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      return { body: { api_id: 'fil_1', name, project_id: 'pro_1', last_version } };
    });
  const importAll = (): void => left.splice(0).forEach((request) => void fakeService.take(request));
  const change = (texts: object): void =>
    fakeService.set('de', { ...fakeService.texts('de', name), ...texts }, name);
  return { s, fakeService, write, hold, importAll, change };
}

describe.each(['l/en.json', 'all.json'])(
  'UP-107 a late import that shortens what it carries (%s)',
  (name) => {
    it.each([20_000, 100_000])('pull leaves the texts on disk alone, %i ms later', async (ms) => {
      const { s, write, hold, importAll, change } = await inStep(name);
      hold();
      write({ ...DE, a: 'Neue erste Zeile' });
      await s.run('push');
      passed(s, ms);
      importAll();
      change({ a: 'Neue', b: 'Zweite', c: 'Dritte' });
      const ran = (await s.run('pull')).code(1);
      ran.stderr(/changed on both sides.*b/);
      const here = s.text(name === 'all.json' ? name : 'l/de.json');
      for (const text of ['Neue erste Zeile', 'Zweite Zeile', 'Dritte Zeile']) expect(here).toContain(text);
      (await s.run('status --check')).code(1);
    });

    it('another text of a translator is pulled as ever', async () => {
      const { s, write, hold, change } = await inStep(name);
      hold();
      write({ ...DE, a: 'Neue erste Zeile' });
      await s.run('push');
      change({ c: TEXT });
      (await s.run('pull')).code(0);
      expect(s.text(name === 'all.json' ? name : 'l/de.json')).toContain(TEXT);
    });
  },
);

describe('UP-108 an upload that is imported after the next one, which held the same', () => {
  it.each([
    ['push', 20_000],
    ['push', 100_000],
    ['pull', 100_000],
  ])('%s has seen a text of a translator: the next run names it, or keeps it on disk', async (line, ms) => {
    const { s, fakeService, write, hold, importAll, change } = await inStep();
    hold();
    write({ ...DE, a: 'Neue erste Zeile' });
    await s.run('push');
    const { length } = s.service.script.requests;
    expect(length).toBeGreaterThan(0);
    s.service.script.on('upload', (request) => fakeService.take(request));
    (await s.run('push')).code(0);
    change({ b: TEXT });
    await s.run(line);
    passed(s, ms);
    importAll();
    expect(fakeService.texts('de')['b']).toBe(DE.b);
    const ran = (await s.run('pull --json')).code(1);
    expect(messages(ran) + s.text('l/de.json')).toContain(TEXT);
  });

  it('it is forgotten an hour later', async () => {
    const { s, fakeService, write, hold } = await inStep();
    hold();
    write({ ...DE, a: 'Neue erste Zeile' });
    await s.run('push');
    s.service.script.on('upload', (request) => fakeService.take(request));
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0);
    expect(s.text('.locsync/uploads.jsonl')).toContain('"open"');
    passed(s, 3_600_000);
    (await s.run('pull')).code(0);
    expect(s.has('.locsync/uploads.jsonl') ? s.text('.locsync/uploads.jsonl') : '').not.toContain('"open"');
  });
});

describe('UP-111 a text that a run has found while an upload is awaited, and that is not on disk', () => {
  const awaited = async () => {
    const at = await inStep();
    at.hold();
    at.write({ ...DE, a: 'Neue erste Zeile' });
    await at.s.run('push');
    return at;
  };

  it('of a key that was renamed here: the run after the import names it', async () => {
    const { s, fakeService, change, importAll } = await awaited();
    await s.run('mv c other');
    change({ c: TEXT });
    (await s.run('pull')).code(1);
    passed(s, 110_000);
    importAll();
    expect(fakeService.texts('de')['c']).toBe(DE.c);
    expect(messages(await s.run('pull --json'))).toContain(`c = ${JSON.stringify(TEXT)}`);
  });

  it('of a key that only the service has, and that only a push has found', async () => {
    const { s, fakeService, change } = await awaited();
    change({ d: TEXT });
    await s.run('push');
    passed(s, 110_000);
    fakeService.set('de', { ...DE, a: 'Neue erste Zeile' });
    expect(messages((await s.run('pull --json')).code(1))).toContain(`d = ${JSON.stringify(TEXT)}`);
  });

  it.each(['pull --min-translated 100', 'pull --min-translated 100 --locale de'])(
    'of a language that %s leaves alone: the run after the import names it',
    async (line) => {
      const { s, change, importAll } = await awaited();
      change({ c: TEXT, b: '' });
      (await s.run(line)).code(0);
      expect(s.text('l/de.json')).not.toContain(TEXT);
      passed(s, 110_000);
      importAll();
      expect(messages((await s.run('pull --json')).code(1))).toContain(`c = ${JSON.stringify(TEXT)}`);
    },
  );

  it('one that a pull has put on disk is not named while it is there', async () => {
    const { s, change } = await awaited();
    change({ d: TEXT });
    (await s.run('pull')).code(0);
    expect(s.text('l/de.json')).toContain(TEXT);
    passed(s, 110_000);
    (await s.run('pull')).code(0).emptyStderr();
  });
});
