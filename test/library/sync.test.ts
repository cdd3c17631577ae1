import { getEventListeners } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  loadProject,
  plan,
  pull,
  push,
  status,
  type LoadOptions,
  type ProjectHandle,
} from '../../src/index.js';
import { hang } from '../support/scripted-server.js';
import { posts, Session, type Side } from '../support/session.js';

const EN = 'en:\n  hello: Hello\n  bye: Goodbye\n';
const DE = '# by hand\nde:\n  hello: "Hallo"\n  bye: Tschüss\n';
const NAME = 'config/locales/en.yml';

async function loaded({ folder, service }: Session, more: Partial<LoadOptions> = {}): Promise<ProjectHandle> {
  const { url, project, token }: Side = service;
  const handle = await loadProject({ cwd: folder, baseUrl: url, project, token, ...more });
  onTestFinished(() => handle.close());
  return handle;
}

async function shop() {
  const session = await Session.start();
  session.file('config/locales/en.yml', EN).file('config/locales/de.yml', DE);
  return session;
}

describe('a loaded project', () => {
  it('plans, pushes, pulls and reports the status, as often as one likes', async () => {
    const s = await shop();
    const project = await loaded(s);
    const before = s.snapshot();

    const planned = await plan(project, { direction: 'push' });
    expect(planned).toMatchObject({
      command: 'push',
      ok: true,
      dryRun: true,
      summary: { uploads: 2, toPush: 4 },
    });
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
    s.unchanged(before);

    const pushed = await push(project);
    expect(pushed).toMatchObject({ command: 'push', ok: true, exitCode: 0, summary: { pushed: 2 } });
    expect(pushed).not.toHaveProperty('dryRun');
    expect(posts(s.service)).toEqual({ events: 1, uploads: 2 });

    await s.service.put('de', NAME, { hello: 'Moin' });
    const waiting = await status(project, { check: true, locale: ['de'] });
    expect(waiting).toMatchObject({ ok: false, exitCode: 1, summary: { files: 1, toPull: 1 } });
    expect((await plan(project, { direction: 'pull' })).summary.toPull).toBe(1);
    expect((await pull(project, { paths: ['config/locales/de.yml'] })).summary.pulled).toBe(1);
    s.reads('config/locales/de.yml', DE.replace('"Hallo"', '"Moin"'));
    expect((await status(project, { check: true })).ok).toBe(true);
  });

  it('IX-05 leaves the index that a later run goes by', async () => {
    const s = await shop();
    const project = await loaded(s, { env: { HOME: join(dirname(s.folder), 'home') } });
    await push(project);
    expect((await pull(project)).ok).toBe(true);
    expect(s.text('.locsync/index')).toContain('config/locales/de.yml');
    expect((await status(project, { check: true })).ok).toBe(true);
  });

  it('returns the very document that --json prints', async () => {
    const s = await shop();
    const project = await loaded(s);
    for (const [line, report] of [
      ['status --missing', await status(project, { missing: true })],
      ['push --dry-run --strict', await plan(project, { direction: 'push', strict: true })],
      ['pull --dry-run --locale de', await plan(project, { direction: 'pull', locale: ['de'] })],
    ] as const)
      expect((await s.run(`${line} --json`)).json, line).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('reports a conflict and rejects what leaves no report', async () => {
    const s = await shop();
    const project = await loaded(s);
    await push(project);
    await s.service.put('de', NAME, { hello: 'Moin' });
    s.file('config/locales/de.yml', DE.replace('Hallo', 'Servus'));
    const report = await push(project);
    expect(report).toMatchObject({ ok: false, exitCode: 1, errors: [{ code: 'CONFLICT' }] });
    expect((await push(project, { force: true })).ok).toBe(true);
    await expect(status(project, { locale: ['xx'] })).rejects.toMatchObject({
      code: 'LOCALE_UNKNOWN',
    });
    await expect(pull(project, { locale: ['../x'] })).rejects.toMatchObject({ code: 'LOCALE_MALFORMED' });
    await expect(pull(project, { paths: ['nowhere'] })).rejects.toMatchObject({ code: 'PATH_UNMATCHED' });
  });

  it('does nothing for an option that it does not know', async () => {
    const s = await shop();
    const project = await loaded(s);
    // @ts-expect-error What JavaScript lets through.
    await expect(push(project, { dryrun: true })).rejects.toMatchObject({
      code: 'CALL_OPTION_UNKNOWN',
      message: 'push() takes no option "dryrun"',
      hint: 'did you mean dryRun?',
    });
    // @ts-expect-error What JavaScript lets through.
    await expect(pull(project, { dryRun: 'yes' })).rejects.toMatchObject({ code: 'CALL_OPTION_VALUE' });
    // @ts-expect-error What JavaScript lets through.
    await expect(plan(project, { direction: 'both' })).rejects.toMatchObject({ code: 'CALL_OPTION_VALUE' });
    // @ts-expect-error What JavaScript lets through.
    await expect(plan(project, { direction: 'push', prune: true })).rejects.toMatchObject({
      message: 'plan() takes no option "prune"',
    });
    expect(posts(s.service)).toEqual({ events: 0, uploads: 0 });
  });

  it('is interrupted by the signal of a call, and can be used again', async () => {
    const s = await Session.scripted({ config: { files: ['{locale}.yml'] } });
    s.file('en.yml', EN);
    s.service.script.on('locales', hang);
    const project = await loaded(s);
    const reason = new Error('enough');
    const ended = new AbortController();
    setTimeout(() => ended.abort(reason), 50);
    await expect(push(project, { signal: ended.signal })).rejects.toMatchObject({
      code: 'INTERRUPTED',
      exit: 130,
      cause: reason,
    });
    expect(s.has('.locsync/run.lock')).toBe(false);
    s.service.script.on('locales', { body: [{ api_id: 'loc_1', name: 'English', code: 'en', country: '' }] });
    expect((await status(project)).files).toMatchObject([{ path: 'en.yml', locale: 'en' }]);
  });

  it('learns what became of an upload that a signal interrupts, and reports it', async () => {
    const s = await Session.scripted({ config: { files: ['{locale}.yml'] } });
    s.file('en.yml', EN).file('de.yml', 'de:\n  hello: Hallo\n');
    const ended = new AbortController();
    s.service.script.on('sourceFiles', { body: [] }).on('upload', {
      raw: (socket) => {
        ended.abort();
        const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
        const body = JSON.stringify({ api_id: 'fil_1', name: 'en.yml', project_id: 'pro_1', last_version });
        setTimeout(
          () => socket.end(`HTTP/1.1 201 Created\r\ncontent-type: application/json\r\n\r\n${body}`),
          100,
        );
      },
    });
    const project = await loaded(s);
    const report = await push(project, { signal: ended.signal });
    expect(report).toMatchObject({ ok: false, exitCode: 130, summary: { pushed: 1 } });
    expect(report.errors.map(({ code }) => code)).toContain('INTERRUPTED');
    expect(s.service.script.of('upload')).toHaveLength(1);
  });

  it('makes no warning of Node if many calls share one signal, which still interrupts them all', async () => {
    const s = await Session.scripted({ config: { files: ['{locale}.yml'] } });
    s.file('en.yml', EN);
    s.service.script.on('locales', hang);
    const warned: Error[] = [];
    const listen = (warning: Error): void => void warned.push(warning);
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    const project = await loaded(s);
    const ended = new AbortController();
    const calls = Array.from({ length: 12 }, () => status(project, { signal: ended.signal }));
    // Warnings are reported on a later turn.
    setTimeout(() => ended.abort(), 50);
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes).toMatchObject(
      calls.map(() => ({ status: 'rejected', reason: { code: 'INTERRUPTED' } })),
    );
    expect(warned).toEqual([]);
    expect(getEventListeners(ended.signal, 'abort')).toEqual([]);
  });

  it('ends what is under way when it is closed, and begins nothing after that', async () => {
    const s = await Session.scripted({ config: { files: ['{locale}.yml'] } });
    s.file('en.yml', EN);
    s.service.script.on('locales', hang);
    const project = await loaded(s);
    const running = expect(pull(project)).rejects.toMatchObject({ code: 'INTERRUPTED' });
    await project.close();
    await running;
    expect(s.has('.locsync/run.lock')).toBe(false);
    await expect(status(project)).rejects.toMatchObject({ code: 'CALL_AFTER_CLOSE' });
    await project.close();
  });

  it('reports how far it is, and what a person should know', async () => {
    const s = await shop();
    const phases = new Set<string>();
    const traces: string[] = [];
    const project = await loaded(s, {
      onProgress: ({ phase }) => phases.add(phase),
      onTrace: (line) => traces.push(line),
    });
    await push(project);
    expect([...phases]).toContain('uploading');
    expect(traces.filter((line) => line.startsWith('POST '))).toHaveLength(3);
  });

  it('counts each file that it has read back when it has, not all of them at the end', async () => {
    const s = await shop();
    const steps: (number | 'next')[] = [];
    const project = await loaded(s, {
      onProgress: ({ phase, count }) => {
        if (phase !== 'reading back' || count === undefined) return;
        steps.push(count.done);
        queueMicrotask(() => steps.push('next'));
      },
    });
    await push(project);
    expect(steps).toEqual([0, 'next', 1, 'next', 2, 'next']);
  });
});
