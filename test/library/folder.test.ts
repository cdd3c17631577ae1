import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  accept,
  check,
  loadFolder,
  loadProject,
  mv,
  pseudo,
  pull,
  push,
  rm,
  status,
  undo,
  type FolderHandle,
} from '../../src/index.js';
import { Session } from '../support/session.js';

const EN = 'en:\n  hello: Hello %{name}\n  bye: Goodbye\n';
const DE = 'de:\n  hello: Hallo\n  bye: Tschüss\n';

async function shop() {
  const s = await Session.start();
  s.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
  return s;
}

async function opened({ folder }: Session): Promise<FolderHandle> {
  const handle = await loadFolder({ cwd: folder });
  onTestFinished(() => handle.close());
  return handle;
}

/** With a place of its own for the secret that undo needs. */
async function project(s: Session) {
  const home = mkdtempSync(join(tmpdir(), 'locsync-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { url: baseUrl, project: id, token } = s.service;
  const handle = await loadProject({ cwd: s.folder, baseUrl, project: id, token, env: { HOME: home } });
  onTestFinished(() => handle.close());
  return handle;
}

describe('a loaded folder', () => {
  it('is checked without a service, with the report of check --json', async () => {
    const s = await shop();
    const report = await check(await opened(s));
    expect(report).toMatchObject({
      command: 'check',
      ok: false,
      exitCode: 1,
      errors: [{ code: 'CHECK_PLACEHOLDERS', path: 'config/locales/de.yml', key: 'hello', line: 2 }],
    });
    expect(report).toEqual((await s.run('check --json')).code(1).json);
  });

  it('takes the options of check: paths, locales, warnings and the baseline', async () => {
    const s = await shop();
    const folder = await opened(s);
    expect((await check(folder, { paths: ['config/locales/de.yml'], locale: ['en'] })).ok).toBe(true);
    expect((await check(folder, { updateBaseline: true })).summary.baselined).toBe(1);
    expect(s.text('.locsync-check.json')).toContain('hello');
    expect((await check(folder, { maxWarnings: 0 })).ok).toBe(true);
    await expect(check(folder, { maxWarnings: -1 })).rejects.toMatchObject({
      code: 'CALL_OPTION_VALUE',
      message: 'the option maxWarnings of check() must be a whole number from 0 to 1000000',
    });
    await expect(check(folder, { paths: [''] })).rejects.toMatchObject({ code: 'PATH_EMPTY' });
  });

  it('renames and removes keys, and makes a pseudo-locale; dryRun does nothing', async () => {
    const s = await shop();
    const folder = await opened(s);
    expect(await mv(folder, 'bye', 'farewell', { dryRun: true })).toMatchObject({
      command: 'mv',
      dryRun: true,
    });
    s.reads('config/locales/en.yml', EN).reads('config/locales/de.yml', DE);
    expect((await mv(folder, 'bye', 'farewell')).files.map(({ path }) => path)).toEqual([
      'config/locales/en.yml',
      'config/locales/de.yml',
    ]);
    s.reads('config/locales/de.yml', 'de:\n  hello: Hallo\n  farewell: Tschüss\n');
    expect((await rm(folder, 'farewell')).command).toBe('rm');
    s.reads('config/locales/en.yml', 'en:\n  hello: Hello %{name}\n');
    expect((await pseudo(folder, { as: 'en-XB' })).command).toBe('pseudo');
    expect(s.text('config/locales/en-XB.yml')).toContain('%{name}');
    // @ts-expect-error What JavaScript lets through.
    await expect(mv(folder, 'hello', 'hi', { dryrun: true })).rejects.toMatchObject({
      code: 'CALL_OPTION_UNKNOWN',
    });
  });

  it('is not taken for a project, and a project is a folder', async () => {
    const s = await shop();
    const folder = await opened(s);
    // @ts-expect-error A folder has no service.
    await expect(status(folder)).rejects.toMatchObject({ code: 'CALL_NOT_A_PROJECT' });
    expect((await check(await project(s))).command).toBe('check');
    await folder.close();
    await expect(check(folder)).rejects.toMatchObject({ code: 'CALL_AFTER_CLOSE' });
    // @ts-expect-error It is made by loadFolder.
    await expect(check({})).rejects.toMatchObject({ code: 'CALL_NOT_A_PROJECT' });
  });
});

describe('what follows a sync', () => {
  it('accepts a stale translation of the paths that it is given', async () => {
    const s = await shop();
    const handle = await project(s);
    await push(handle);
    s.file('config/locales/en.yml', EN.replace('Goodbye', 'See you'));
    expect((await status(handle, { stale: true })).files.flatMap(({ stale = [] }) => stale)).toHaveLength(1);
    const report = await accept(handle, { paths: ['config/locales/de.yml'], key: 'b*' });
    expect(report).toMatchObject({ command: 'accept', ok: true, summary: { accepted: 1 } });
    expect((await status(handle, { stale: true })).files.flatMap(({ stale = [] }) => stale)).toEqual([]);
    // @ts-expect-error Without paths it would accept every stale translation.
    await expect(accept(handle, {})).rejects.toMatchObject({ code: 'CALL_OPTION_VALUE' });
  });

  it('puts back what a pull replaced', async () => {
    const s = await shop();
    const handle = await project(s);
    await push(handle);
    await s.service.put('de', 'config/locales/en.yml', { bye: 'Servus' });
    await pull(handle);
    expect(s.text('config/locales/de.yml')).toContain('Servus');
    expect(await undo(handle, { dryRun: true })).toMatchObject({ dryRun: true, summary: { restored: 1 } });
    expect((await undo(handle)).summary.restored).toBe(1);
    s.reads('config/locales/de.yml', DE);
  });
});
