import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/*
 * A service that puts the source text of a key in place of its translations. The push changes
 * the source text of another key.
 */

const DE = 'Ein neuer deutscher Text';
const IT = 'Un nuovo testo italiano';
const SOURCES = [
  ['newer on the service', 'en C, a newer source text'],
  ['the same on both sides', 'en C'],
] as const;

/** The service holds its source text of `c` in German and Italian by now. */
const reset = (fakeService: FakeService): void => {
  const { c = '' } = fakeService.texts('en');
  for (const code of ['de', 'it']) fakeService.set(code, { ...fakeService.texts(code), c });
};

/** German has a file, Italian has none. Newer texts of `c` are only on the service. */
async function withNewer(
  source: string,
  after: (fakeService: FakeService, code: string) => void = () => undefined,
) {
  const { s, fakeService } = await inStep(after, { here: ['en', 'de'], there: ['en', 'de', 'it'] });
  fakeService.set('en', { ...of('en'), c: source });
  fakeService.set('de', { ...of('de'), c: DE });
  fakeService.set('it', { ...of('it'), c: IT });
  s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
  return { s, fakeService };
}

const named = [`c = ${JSON.stringify(DE)}`, `c = ${JSON.stringify(IT)}`];

describe.each(SOURCES)('c2-0 UP-96 a source text that is %s, in place of translations', (_, source) => {
  it('push names the texts whole, and pull leaves German alone', async () => {
    const { s } = await withNewer(source, reset);
    const ran = (await s.run('push --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    await s.run('pull --json');
    expect(s.text('l/de.json')).toContain('"c": "de C"');
  });

  it('after a late part: the next pull names the texts whole, once', async () => {
    const { s, fakeService } = await withNewer(source);
    (await s.run('push')).code(0);
    reset(fakeService);
    const ran = (await s.run('pull --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    expect(s.text('l/de.json')).toContain('"c": "de C"');
    for (const text of named) expect(messages(await s.run('pull --json'))).not.toContain(text);
  });

  it('after a push that was killed: the next pull names the texts whole', async () => {
    const { s, fakeService } = await withNewer(source);
    let child: ChildProcess | undefined;
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      reset(fakeService);
      child?.kill('SIGKILL');
      return step;
    });
    await s.run('push', { killed: true, during: (process) => (child = process) });
    const ran = (await s.run('pull --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    expect(s.text('l/de.json')).toContain('"c": "de C"');
  });

  it('in the uploaded language, after a late part: the next pull names the text whole', async () => {
    const { s, fakeService } = await withNewer(source);
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A dev' }));
    (await s.run('push')).code(0);
    reset(fakeService);
    const ran = (await s.run('pull --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    expect(s.text('l/de.json')).toContain('"c": "de C"');
  });

  it.each(['en', 'de'])(
    'in the uploaded language, after the upload of %s: push names the text',
    async (by) => {
      const { s, fakeService } = await withNewer(source, (held, code) => {
        if (code === by) reset(held);
      });
      s.file('l/de.json', jsonText({ ...of('de'), a: 'de A dev' }));
      const ran = (await s.run('push --json')).code(1);
      for (const text of named) expect(messages(ran)).toContain(text);
      expect(fakeService.texts('de')).toMatchObject({ a: 'de A dev' });
      await s.run('pull --json');
      expect(s.text('l/de.json')).toContain('"c": "de C"');
    },
  );

  it('of languages that --locale leaves out: push names the texts whole', async () => {
    const { s } = await withNewer(source, reset);
    const ran = (await s.run('push --locale en --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
  });

  it('of languages that --locale leaves out, after a late part: the next pull names them', async () => {
    const { s, fakeService } = await withNewer(source);
    (await s.run('push --locale en')).code(0);
    reset(fakeService);
    const ran = (await s.run('pull --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    expect(s.text('l/de.json')).toContain('"c": "de C"');
  });

  it('if another language than the source is uploaded: push names the texts whole', async () => {
    const { s } = await withNewer(source, reset);
    s.file('l/en.json', jsonText(of('en')));
    s.file('l/de.json', jsonText({ ...of('de'), a: 'de A dev' }));
    const ran = (await s.run('push --locale de --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
  });
});

describe.each(SOURCES)('in one file for all languages, a source text that is %s', (_, source) => {
  const withFile = async () => {
    const s = await Session.scripted({ config: { files: ['all.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'de', 'it']);
    const put = (code: string, texts: Texts): void => fakeService.set(code, texts, 'all.json');
    const resetAll = (): void => {
      const { c = '' } = fakeService.texts('en', 'all.json');
      for (const code of ['de', 'it']) put(code, { ...fakeService.texts(code, 'all.json'), c });
    };
    const all = { en: of('en'), de: of('de'), it: of('it') };
    for (const [code, texts] of Object.entries(all)) put(code, texts);
    s.file('all.json', jsonText(all));
    (await s.run('pull')).code(0);
    put('en', { ...of('en'), c: source });
    put('de', { ...of('de'), c: DE });
    put('it', { ...of('it'), c: IT });
    s.file('all.json', jsonText({ ...all, en: { ...of('en'), a: 'en A dev' } }));
    return { s, fakeService, resetAll };
  };

  it('UP-96 push names the texts whole, and pull leaves them alone', async () => {
    const { s, fakeService, resetAll } = await withFile();
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      resetAll();
      return step;
    });
    const ran = (await s.run('push --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    await s.run('pull --json');
    for (const text of ['de C', 'it C']) expect(s.text('all.json')).toContain(text);
  });

  it('UP-96 after a late part: the next pull names the texts whole', async () => {
    const { s, resetAll } = await withFile();
    (await s.run('push')).code(0);
    resetAll();
    const ran = (await s.run('pull --json')).code(1);
    for (const text of named) expect(messages(ran)).toContain(text);
    for (const text of ['de C', 'it C']) expect(s.text('all.json')).toContain(text);
  });
});

describe('UP-99 a text that one push has lost late, and what it left that the next push loses', () => {
  it('the second push names the text whole, although it does not compare it', async () => {
    const { s, fakeService } = await withNewer('en C');
    (await s.run('push --locale en')).code(0);
    reset(fakeService);
    fakeService.set('en', { ...fakeService.texts('en'), c: 'en C, a newer source text' });
    s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev', b: 'en B dev' }));
    const told = messages((await s.run('push --locale en --json')).code(1));
    for (const text of named) expect(told).toContain(text);
    reset(fakeService);
    await s.run('pull --json');
    expect(s.text('l/de.json')).toContain('"c": "de C"');
  });

  it('an earlier source text that a pull has replaced is a source text', async () => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de'] });
    fakeService.set('en', { ...of('en'), c: 'en C, a newer source text' });
    (await s.run('pull')).code(0);
    fakeService.set('de', { ...of('de'), c: DE });
    s.file('l/en.json', s.text('l/en.json').replace('en A', 'en A dev'));
    (await s.run('push')).code(0);
    fakeService.set('de', { ...of('de'), c: 'en C' });
    expect(messages((await s.run('pull --json')).code(1))).toContain(`c = ${JSON.stringify(DE)}`);
    expect(s.text('l/de.json')).toContain('"c": "de C"');
  });
});

describe('UP-101 a language that a push reads and does not compare', () => {
  const edit = (s: Session, text: string): void => {
    s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev', b: text }));
  };

  it.each(['push', 'push --locale en'])(
    '%s names what an upload before it has lost late, once',
    async (line) => {
      const { s, fakeService } = await withNewer('en C');
      (await s.run(line)).code(0);
      reset(fakeService);
      edit(s, 'en B dev');
      const told = messages((await s.run(`${line} --json`)).code(1));
      for (const text of named) expect(told).toContain(text);
      edit(s, 'en B dev, again');
      expect((await s.run(`${line} --json`)).errors).not.toContain('UPLOAD_ALTERED');
      await s.run('pull --json');
      expect(s.text('l/de.json')).toContain('"c": "de C"');
    },
  );

  it('a key that was deleted here, and then there by hand, is not lost', async () => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de'] });
    const { a = '', b = '' } = of('de');
    s.file('l/de.json', jsonText({ a, b }));
    s.file('l/en.json', jsonText({ a: 'en A dev', b: 'en B' }));
    await s.run('push --locale en');
    fakeService.set('de', { a, b });
    fakeService.set('en', { a: 'en A dev', b: 'en B' });
    expect((await s.run('pull --json')).errors).toEqual([]);
  });

  it('a push after one that was killed remembers nothing of texts that are still there', async () => {
    const { s, fakeService } = await withNewer('en C');
    let child: ChildProcess | undefined;
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      child?.kill('SIGKILL');
      return step;
    });
    await s.run('push --locale en', { killed: true, during: (process) => (child = process) });
    expect(s.text('.locsync/uploads.jsonl')).toContain(IT);
    s.service.script.on('upload', (request) => fakeService.take(request));
    edit(s, 'en B dev');
    (await s.run('push')).code(0);
    const open = s
      .text('.locsync/uploads.jsonl')
      .split('\n')
      .filter((line) => line.includes('"open"'));
    expect(open).toEqual([]);
  });
});

describe('a key whose source text a push adds', () => {
  it('UP-97 a late part drops its translation in a language without a file: pull names it', async () => {
    const { s, fakeService } = await inStep(() => undefined, {
      here: ['en', 'de'],
      there: ['en', 'de', 'it'],
    });
    fakeService.set('it', { ...of('it'), d: IT });
    s.file('l/en.json', jsonText({ ...of('en'), d: 'en D' }));
    (await s.run('push')).code(0);
    fakeService.set('it', of('it'));
    const ran = (await s.run('pull --json')).code(1);
    expect(messages(ran)).toContain(`d = ${JSON.stringify(IT)}`);
  });
});

describe('a pull that takes a source text in place of a translation', () => {
  const pulled = async (source: string, line = 'pull --json') => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de'] });
    fakeService.set('en', { ...of('en'), c: source });
    fakeService.set('de', { ...of('de'), c: source });
    return s.run(line);
  };
  const keys = ({ json }: { json: { warnings: readonly { code: string; message: string }[] } }): string[] =>
    json.warnings.filter(({ code }) => code === 'SOURCE_TEXTS').map(({ message }) => message);

  it.each(SOURCES)('UP-98 names the key: the source text is %s', async (_, source) => {
    const [message = ''] = keys((await pulled(source)).code(0));
    expect(message).toMatch(/\bc\b/);
  });

  it('names it if the run leaves out the source locale', async () => {
    const [message = ''] = keys((await pulled(SOURCES[0][1], 'pull --locale de --json')).code(0));
    expect(message).toMatch(/\bc\b/);
  });

  it('says nothing of a translation that is another text', async () => {
    const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de'] });
    fakeService.set('en', { ...of('en'), c: SOURCES[0][1] });
    fakeService.set('de', { ...of('de'), c: DE } satisfies Texts);
    expect(keys((await s.run('pull --json')).code(0))).toEqual([]);
  });
});
