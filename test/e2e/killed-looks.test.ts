import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { messages } from '../support/in-step.js';
import type { Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const TEXTS = { a: 'dA', b: 'dB', c: 'dC' };
const T1 = 'dB, written while push waited';
const T2 = 'dB, in quite other words';

/** What a test calls it, its pattern, its name on the service, and the file that has German. */
type Place = readonly [title: string, pattern: string, name: string, path: string];

const FILES: readonly Place[] = [
  ['a file of one language', 'l/{locale}.json', 'l/en.json', 'l/de.json'],
  ['a file of all languages', 'all.json', 'all.json', 'all.json'],
];

interface Look {
  /** What a translator writes before this reading of German after the upload. */
  readonly writes?: Texts;
  /** The service imports the upload before this reading. */
  readonly imports?: boolean;
  /** The push is killed before the answer. */
  readonly kills?: boolean;
}

interface Service {
  readonly replaces?: boolean;
  /** What German holds there that is not here. */
  readonly before?: Texts;
  /** The upload is answered so, although it is imported. */
  readonly answer?: Step;
}

/** A push of German, of which the service imports the upload late, with what happens meanwhile. */
async function looked(
  [, pattern, name, path]: Place,
  looks: Readonly<Record<number, Look>>,
  { replaces = false, before = {}, answer }: Service = {},
) {
  const s = await Session.scripted({ config: { files: [pattern] } });
  const fakeService = new FakeService(s.service.script);
  const isMixed = name === path;
  const write = (texts: Texts): void => {
    if (isMixed) s.file(path, jsonText({ en: TEXTS, de: texts }));
    else s.file(path, jsonText(texts));
  };
  for (const code of ['en', 'de']) fakeService.set(code, TEXTS, name);
  if (!isMixed) s.file('l/en.json', jsonText(TEXTS));
  write(TEXTS);
  (await s.run('push')).code(0);
  fakeService.set('de', { ...TEXTS, ...before }, name);
  fakeService.replaces = replaces;
  let child: ChildProcess | undefined;
  let imported: Texts | undefined;
  let reads = 0;
  s.service.script
    .on('upload', (request) => {
      const texts = fakeService.texts('de', name);
      const step = fakeService.take(request);
      imported = fakeService.texts('de', name);
      fakeService.set('de', texts, name);
      return answer ?? step;
    })
    .on('texts', (request) => {
      if (!imported || !request.url.includes('loc_de')) return fakeService.read(request);
      const look = looks[++reads];
      if (look?.writes) fakeService.set('de', { ...fakeService.texts('de', name), ...look.writes }, name);
      if (look?.imports) fakeService.set('de', imported, name);
      if (look?.kills) child?.kill('SIGKILL');
      return fakeService.read(request);
    });
  write({ ...TEXTS, a: 'dA dev' });
  const ran = await s.run('push --json', { killed: true, during: (process) => (child = process) });
  s.service.script
    .on('texts', (request) => fakeService.read(request))
    .on('upload', (request) => fakeService.take(request));
  fakeService.replaces = false;
  return { s, ran };
}

async function lookedAndKilled(...args: Parameters<typeof looked>) {
  const { s, ran } = await looked(...args);
  expect(ran.signal, ran.transcript).toBe('SIGKILL');
  return s;
}

const ROUNDS = ['push --json', 'pull --json'] as const;

describe.each(FILES)('UP-48 a push that is killed after a look, in %s', (...file) => {
  it.each(ROUNDS)('%s names what that look showed and the import took, whole, once', async (line) => {
    const looks: Record<number, Look> = { 2: { writes: { b: T1 } }, 3: { imports: true, kills: true } };
    const s = await lookedAndKilled(file, looks);
    expect(messages((await s.run(line)).code(1))).toContain(`b = ${JSON.stringify(T1)}`);
    for (const again of ROUNDS) expect(messages(await s.run(again))).not.toContain(T1);
  });

  it('names a text of a key that is new on the service, if the import drops it', async () => {
    const looks: Record<number, Look> = { 2: { writes: { n: T1 } }, 3: { imports: true, kills: true } };
    const s = await lookedAndKilled(file, looks, { replaces: true });
    expect(messages((await s.run('pull --json')).code(1))).toContain(`n = ${JSON.stringify(T1)}`);
  });

  it('names the last text that a look showed, not the one that went along with the upload', async () => {
    const looks: Record<number, Look> = { 2: { writes: { b: T2 } }, 3: { imports: true, kills: true } };
    const s = await lookedAndKilled(file, looks, { before: { b: T1 } });
    const told = messages((await s.run('pull --json')).code(1));
    expect(told).toContain(`b = ${JSON.stringify(T2)}`);
    expect(told).not.toContain(T1);
  });

  it('says nothing of a text that is still there', async () => {
    const looks: Record<number, Look> = { 2: { writes: { b: T1 } }, 3: { kills: true } };
    const s = await lookedAndKilled(file, looks);
    const ran = (await s.run('pull --json')).code(0);
    expect([ran.errors, s.text(file[3]).includes(T1)]).toEqual([[], true]);
  });
});

describe.each(FILES)('UP-52 an upload without a clear answer, imported late, in %s', (...file) => {
  const answer: Step = { status: 500, body: { error: 'oops' } };
  const looks = (kills: boolean): Record<number, Look> => ({
    1: { writes: { b: T1 } },
    2: { imports: true, kills },
  });

  it('push names a text that a look showed and the import took, whole, once', async () => {
    const { s, ran } = await looked(file, looks(false), { answer });
    expect(messages(ran.code(1))).toContain(`b = ${JSON.stringify(T1)}`);
    expect(messages(ran).split(T1)).toHaveLength(2);
    for (const again of ROUNDS) expect(messages(await s.run(again))).not.toContain(T1);
  });

  it('if that push is killed, the next run names it', async () => {
    const s = await lookedAndKilled(file, looks(true), { answer });
    expect(messages((await s.run('pull --json')).code(1))).toContain(`b = ${JSON.stringify(T1)}`);
    expect(messages(await s.run('push --json'))).not.toContain(T1);
  });

  it('an altered form of a text that went along does not take its place', async () => {
    const before = { b: `${T1} & more` };
    const altered: Record<number, Look> = {
      1: { writes: { b: `${T1} &amp; more` } },
      2: { kills: true },
    };
    const s = await lookedAndKilled(file, altered, { answer, before });
    expect(messages((await s.run('pull --json')).code(1))).toContain(`b = ${JSON.stringify(before.b)}`);
  });
});
