import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { of } from '../support/in-step.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/*
 * A service that answers the source text for what is not translated. German has a file, Italian has
 * none, and neither has a translation of `a`.
 */

const NEW = 'en A dev';
const CODES = ['en', 'de', 'it'];
/** The translations of a language. */
const translated = (code: string): Texts => Object.fromEntries(Object.entries(of(code)).slice(1));

async function synced(name: string) {
  const isOneFile = name === 'all.json';
  const s = await Session.scripted({ config: { files: [isOneFile ? name : 'l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script, CODES);
  const put = (code: string, texts: Texts): void => fakeService.set(code, texts, name);
  put('en', of('en'));
  for (const code of ['de', 'it']) put(code, translated(code));
  const write = (en: Texts, de: Texts): void => {
    if (isOneFile) s.file(name, jsonText({ en, de, it: translated('it') }));
    else {
      s.file('l/en.json', jsonText(en));
      s.file('l/de.json', jsonText(de));
    }
  };
  const german = translated('de');
  write(of('en'), german);
  (await s.run('pull --locale en,de')).code(0);
  /** The service answers its source text of `a` for the other languages. */
  const answerSource = (): void => {
    const { a = '' } = fakeService.texts('en', name);
    for (const code of ['de', 'it']) {
      const texts = fakeService.texts(code, name);
      if (!texts['a']?.startsWith(code)) put(code, { ...texts, a });
    }
  };
  answerSource();
  let child: ChildProcess | undefined;
  let isKilled = false;
  s.service.script.on('upload', (request) => {
    const step = fakeService.take(request);
    answerSource();
    if (isKilled) child?.kill('SIGKILL');
    return step;
  });
  const killedPush = async (): Promise<void> => {
    isKilled = true;
    await s.run('push', { killed: true, during: (process) => (child = process) });
    isKilled = false;
  };
  return { s, fakeService, write, german, killedPush };
}

describe.each(['l/en.json', 'all.json'])('UP-103 source texts for what is not translated (%s)', (name) => {
  it.each(['status --check --locale en', 'pull', 'push'])(
    'a push of a new source text has lost nothing: %s',
    async (line) => {
      const { s, write, german } = await synced(name);
      write({ ...of('en'), a: NEW }, german);
      (await s.run('push')).code(0).emptyStderr();
      const ran = (await s.run(`${line} --json`)).code(0);
      expect(ran.errors).toEqual([]);
      expect(s.text('locsync.lock')).not.toContain('?');
    },
  );

  it('nor has one that was killed', async () => {
    const { s, write, german, killedPush } = await synced(name);
    write({ ...of('en'), a: NEW }, german);
    await killedPush();
    expect((await s.run('pull --json')).code(0).errors).toEqual([]);
  });

  it('nor has one that uploads another text of the language', async () => {
    const { s, write, german } = await synced(name);
    write({ ...of('en'), a: NEW }, { ...german, b: 'de B dev' });
    expect((await s.run('push --json')).code(0).errors).toEqual([]);
    expect((await s.run('pull --json')).code(0).errors).toEqual([]);
  });

  it('two pushes, one after the other', async () => {
    const { s, write, german } = await synced(name);
    for (const a of [NEW, `${NEW}, again`]) {
      write({ ...of('en'), a }, german);
      expect((await s.run('push --json')).code(0).errors).toEqual([]);
    }
    expect((await s.run('pull --json')).code(0).errors).toEqual([]);
  });

  it('a text that was added here after the first push', async () => {
    const { s, write, german } = await synced(name);
    write({ ...of('en'), b: 'en B dev' }, german);
    (await s.run('push')).code(0);
    write({ ...of('en'), b: 'en B dev' }, { ...german, a: 'de A' });
    expect((await s.run('push --json')).code(0).errors).toEqual([]);
    expect((await s.run('pull --json')).code(0).errors).toEqual([]);
  });

  it('a key that is deleted on the service after a push', async () => {
    const { s, fakeService, write, german } = await synced(name);
    write({ ...of('en'), b: 'en B dev' }, german);
    (await s.run('push')).code(0);
    for (const code of CODES) {
      const left = Object.entries(fakeService.texts(code, name)).filter(([key]) => key !== 'a');
      fakeService.set(code, Object.fromEntries(left), name);
    }
    const ran = await s.run('push --json');
    expect(ran.errors).toEqual([]);
  });
});
