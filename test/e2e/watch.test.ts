import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withService } from '../support/service.js';
import { CANARY, posts, Session } from '../support/session.js';
import { someLooks, Watching } from '../support/watching.js';

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const yaml = (locale: string, hello: string): string => `${locale}:\n  hello: ${hello}\n  bye: Bye\n`;

async function shop() {
  const s = await Session.start();
  return s.file(EN, yaml('en', 'Hello')).file(DE, yaml('de', 'Hallo'));
}

const isLocked = (s: Session): boolean => s.has('.locsync/run.lock');

describe('push --watch', () => {
  it('pushes what changes, is quiet while nothing does, and ends with 130', async () => {
    const s = await shop();
    const w = new Watching(s, 'push --watch');
    await w.until(/pushed {2}config\/locales\/en\.yml[^]*pushed[^]*Watching 2 locale files for changes/);
    const before = w.said;
    const requests = s.service.lines.length;
    await someLooks();
    expect(w.said).toBe(before);
    expect(s.service.lines).toHaveLength(requests);
    // Between two rounds the run lock is free: others may run.
    expect(isLocked(s)).toBe(false);
    (await s.run('pull')).code(0);

    // Two files saved one shortly after the other: one event.
    s.file(DE, yaml('de', 'Moin'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    s.file(EN, yaml('en', 'Hi'));
    await w.until(/pushed {2}config\/locales\/en\.yml[^]*pushed {2}config\/locales\/de\.yml/);
    expect(posts(s.service)).toEqual({ events: 2, uploads: 4 });
    expect(await s.service.texts(EN, 'de')).toMatchObject({ hello: 'Moin' });

    // As editors save: a new file in place of the old one.
    const fresh = join(s.folder, 'config/locales/.de.yml.swp');
    writeFileSync(fresh, yaml('de', 'Tach'));
    renameSync(fresh, join(s.folder, DE));
    await w.until(/pushed {2}config\/locales\/de\.yml/);
    expect(await s.service.texts(EN, 'de')).toMatchObject({ hello: 'Tach' });

    s.file('config/locales/pt-BR.yml', yaml('pt-BR', 'Oi'));
    await w.until(/pushed {2}config\/locales\/pt-BR\.yml/);

    // A file that goes is not a text to upload, and no error.
    s.remove('config/locales/pt-BR.yml');
    await someLooks();
    expect(posts(s.service)).toEqual({ events: 4, uploads: 6 });

    const ran = await w.stop();
    ran.code(130).emptyStderr();
    expect(ran.out.endsWith('Stopped.\n'), ran.transcript).toBe(true);
    expect(isLocked(s)).toBe(false);
  });

  it('reports a broken file once, goes on, and says when it is well again', async () => {
    const s = await shop();
    const w = new Watching(s, 'push --watch');
    await w.until(/Watching/);
    s.file(DE, 'de:\n  hello: [Moin\n');
    await w.until(/error: config\/locales\/de\.yml:/);
    s.file(EN, yaml('en', 'Hi'));
    await w.until(/pushed {2}config\/locales\/en\.yml/);
    s.file(DE, yaml('de', 'Moin'));
    await w.until(/pushed {2}config\/locales\/de\.yml|OK again/);
    await w.until(/pushed {2}config\/locales\/de\.yml|OK again/);
    const ran = await w.stop('SIGTERM');
    ran.code(143);
    expect(ran.err.match(/error:/g), ran.transcript).toHaveLength(1);
  });

  it('survives a configuration that is broken for a while', async () => {
    const s = await shop();
    const w = new Watching(s, 'push --watch');
    await w.until(/Watching/);
    s.config('files: [');
    await w.until(/error: /);
    s.config({ files: ['config/locales/{locale}.yml', 'web/{locale}.json'] }).file(
      'web/en.json',
      '{"a":"b"}\n',
    );
    await w.until(/pushed {2}web\/en\.json/);
    // The new pattern is watched from here on.
    s.file('web/de.json', '{"a":"c"}\n');
    await w.until(/pushed {2}web\/de\.json/);
    (await w.stop()).code(130);
  });

  it('reports a service that is down once, tries again by itself, and says when it is well again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-watch-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const first = await withService({ token: CANARY, db: join(folder, 'service.db') });
    const { url, db, project } = first;
    const s = Session.at({ url, project: project.id, token: CANARY }).file(EN, yaml('en', 'Hello'));
    const w = new Watching(s, 'push --watch --retries 0');
    await w.until(/Watching 1 locale file/);
    await first.close();
    s.file(EN, yaml('en', 'Hi'));
    await w.until(/error: cannot connect/);
    // One more round that fails.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    const second = await withService({
      db,
      port: Number(new URL(url).port),
      token: CANARY,
      project: project.id,
    });
    onTestFinished(() => second.close());
    await w.until(/OK again/);
    await w.until(/pushed {2}config\/locales\/en\.yml/);
    const ran = await w.stop();
    expect(ran.code(130).err.match(/error:/g), ran.transcript).toHaveLength(1);
  });

  it('with --dry-run shows what would be done, again only when that changes', async () => {
    const s = await shop();
    const w = new Watching(s, 'push --watch --dry-run');
    await w.until(/would push[^]*would push[^]*Watching/);
    s.file('config/locales/en.yml', `${yaml('en', 'Hello')}  more: More\n`);
    await w.until(/would push {2}config\/locales\/en\.yml {2}3 added/);
    (await w.stop()).code(130);
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    expect(s.has('locsync.lock')).toBe(false);
  });

  it('ends a round that is under way as any run ends: with its report', async () => {
    const s = await Session.scripted();
    s.file(EN, yaml('en', 'Hello'));
    const running: Watching[] = [];
    let stopping: ReturnType<Watching['stop']> | undefined;
    s.service.script.on('sourceFiles', () => {
      stopping ??= running[0]?.stop();
      return { status: 429, headers: { 'retry-after': '50' } };
    });
    const w = new Watching(s, 'push --watch');
    running.push(w);
    const ran = await w.end;
    ran.code(130).stderr('interrupted');
    expect(isLocked(s)).toBe(false);
  });
});

describe('pull --watch', () => {
  it('brings what the service has, is quiet in between, and ends with 143', async () => {
    const s = await shop();
    (await s.run('push')).code(0);
    const w = new Watching(s, 'pull --watch --interval 1');
    await w.until(/Asking the service every second/);
    const before = s.snapshot();
    await someLooks();
    expect([...s.snapshot()].filter(([path]) => !path.startsWith('.locsync'))).toEqual(
      [...before].filter(([path]) => !path.startsWith('.locsync')),
    );
    await s.service.put('de', EN, { hello: 'Moin', bye: 'Bye' });
    await w.until(/pulled {2}config\/locales\/de\.yml {2}1 changed\n/);
    s.reads(DE, yaml('de', 'Moin'));
    const ran = await w.stop('SIGTERM');
    ran.code(143).emptyStderr();
    expect(ran.out.split('\n')).toHaveLength(4);
    expect(isLocked(s)).toBe(false);
  });

  it('reports a conflict once', async () => {
    const s = await shop();
    (await s.run('push')).code(0);
    s.file(DE, yaml('de', 'Moin'));
    await s.service.put('de', EN, { hello: 'Tach', bye: 'Bye' });
    const w = new Watching(s, 'pull --watch --interval 1');
    await w.until(/changed on both sides: hello/);
    await someLooks();
    s.file(DE, yaml('de', 'Tach'));
    await w.until(/OK again/);
    const ran = await w.stop();
    expect(ran.code(130).err.match(/error:/g), ran.transcript).toHaveLength(1);
  });
});

describe('what --watch refuses at the start', () => {
  it.each([
    ['push --watch --json', 2, /one document/],
    ['pull --watch --reporter junit', 2, /one document/],
    ['push --watch --all', 2, /cannot be combined/],
    ['pull --interval 5', 2, /only works with --watch/],
    ['pull --watch --interval 0', 2, /a whole number from 1 to 86400, not "0"/],
    ['pull --watch --interval soon', 2, /a whole number from 1 to 86400/],
  ])('%s', async (line, code, word) => {
    const s = Session.at({ url: 'http://127.0.0.1:9', project: 'p', token: CANARY });
    const ran = await s.run(line);
    ran.code(code);
    expect(ran.out + ran.err).toMatch(word);
  });

  it.each(['push', 'pull'])('%s: a configuration or a token that will not do', async (command) => {
    const s = await shop();
    const unset = { LOCSYNC_TOKEN: undefined };
    (await s.run(`${command} --watch`, { env: unset })).code(3);
    (await s.run(`${command} --watch`, { env: { LOCSYNC_TOKEN: 'wrong' } })).code(3).stderr('rejected');
    s.config({ files: ['nowhere/{locale}.yml'] });
    (await s.run(`${command} --watch`)).code(2).stderr('matched no file');
    s.config('fils: []');
    (await s.run(`${command} --watch`)).code(2).stderr('files');
  });
});
