import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consumer, type Consumer } from '../support/packed.js';
import { withService } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let app: Consumer;
beforeAll(() => {
  app = consumer();
});
afterAll(() => app.remove());

/** A service, and a project's folder beside it. */
async function shop() {
  const service = await withService({ name: 'Shop', locales: ['en', 'de'] });
  const folder = mkdtempSync(join(tmpdir(), 'locsync-shop-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, '.git'));
  mkdirSync(join(folder, 'config/locales'), { recursive: true });
  writeFileSync(join(folder, '.locsyncrc'), 'files: ["config/locales/{locale}.yml"]\n');
  writeFileSync(join(folder, 'config/locales/en.yml'), 'en:\n  hello: Hello\n  bye: Goodbye\n');
  writeFileSync(join(folder, 'config/locales/de.yml'), 'de:\n  hello: Hallo\n  bye: Tschüss\n');
  const env = {
    ...app.env,
    LOCSYNC_BASE_URL: service.url,
    LOCSYNC_PROJECT: service.project.id,
    LOCSYNC_TOKEN: service.token,
  };
  return { service, folder, env };
}

/**
 * Runs a script of the consumer in a folder; it must end by itself, well, and say nothing on
 * stderr.
 */
async function run(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], {
    cwd,
    env,
    timeout: 120_000,
  });
  expect(stderr).toBe('');
  return stdout;
}

describe('docs/api.md', () => {
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const examples = Array.from(
    page.matchAll(/```js\n([\s\S]*?)```\n[^`]*```\n([\s\S]*?)```/g),
    ([, code, prints]) => ({
      code: code ?? '',
      prints,
    }),
  );

  it('shows only examples that are run here', () => {
    expect(examples).toHaveLength(6);
    expect(page.match(/```js\n/g)).toHaveLength(examples.length);
  });

  it.each(examples)('prints what it says: example %#', async ({ code, prints }) => {
    const { folder, env } = await shop();
    expect(await run(app.file('example.mjs', code), folder, env)).toBe(prints);
  });
});

describe('the library in a JavaScript project', () => {
  it('can be required', async () => {
    const { folder, env } = await shop();
    const script = `
      const { loadProject, status } = require('@locsync/cli');
      loadProject({ cwd: ${JSON.stringify(folder)}, env: process.env })
        .then(async (project) => { console.log((await status(project)).summary.toPush); await project.close(); });
    `;
    expect(await run(app.file('required.cjs', script), folder, env)).toBe('4\n');
  });

  it('exports its schemas and its package.json, and nothing of its inside', async () => {
    const script = `
      import report from '@locsync/cli/schema/report.schema.json' with { type: 'json' };
      import config from '@locsync/cli/schema/locsyncrc.schema.json' with { type: 'json' };
      import about from '@locsync/cli/package.json' with { type: 'json' };
      const inside = await import('@locsync/cli/dist/main.js').catch((error) => error.code);
      console.log(report.title, config.title, about.name, inside);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [app.file('exports.mjs', script)]);
    expect(stdout).toBe(
      'What locsync prints with --json Configuration of locsync @locsync/cli ERR_PACKAGE_PATH_NOT_EXPORTED\n',
    );
  });

  it('leaves the process alone: its folder, variables, streams, listeners and globals', async () => {
    const { service, folder, env } = await shop();
    const script = GUARD.replaceAll('FOLDER', JSON.stringify(folder)).replaceAll(
      'SERVICE',
      JSON.stringify({ baseUrl: service.url, project: service.project.id, token: service.token }),
    );
    const lines = (
      await run(app.file('guarded.mjs', script), app.folder, { ...env, LOCSYNC_TOKEN: 'tok_not_this_one' })
    ).trim();
    const { done, refused, read, globals } = JSON.parse(lines) as Record<string, readonly string[]>;
    expect(done).toEqual([
      ...['push', 'pull', 'status', 'plan', 'client'],
      ...['check', 'diff', 'detect', 'service'],
    ]);
    expect(refused).toEqual([]);
    expect(globals).toEqual([]);
    const ours = /^(LOCSYNC|HTTPS?_|NO_PROXY|HOME|XDG|APPDATA|CI|GITHUB|NO_COLOR)/i;
    expect(read?.filter((name) => ours.test(name))).toEqual([]);
  });
});

/** Does everything that the library can while all that would touch the process is written down. */
const GUARD = `
  const refused = [], read = new Set(), done = [];
  const note = (name) => () => { refused.push(name); };
  for (const name of ['exit', 'chdir', 'abort', 'emitWarning', 'umask', 'on', 'once', 'addListener', 'prependListener', 'setUncaughtExceptionCaptureCallback'])
    process[name] = note(name);
  process.cwd = () => '/nowhere/at/all';
  const say = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write = note('write');
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace']) console[name] = note('console');
  const variables = process.env;
  Object.defineProperty(process, 'env', { value: new Proxy(variables, {
    get: (_, name) => { read.add(String(name)); return variables[name]; },
    ownKeys: () => { read.add('LOCSYNC everything'); return Reflect.ownKeys(variables); },
    set: () => { refused.push('env'); return true; },
  }) });
  const before = new Set(Reflect.ownKeys(globalThis));
  const { check, createClient, detect, diff, loadFolder, loadProject, plan, pull, push, startService, status } = await import('@locsync/cli');
  const project = await loadProject({ cwd: FOLDER, ...SERVICE });
  if ((await push(project)).ok) done.push('push');
  if ((await pull(project)).ok) done.push('pull');
  if ((await status(project, { check: true })).ok) done.push('status');
  if ((await plan(project, { direction: 'pull' })).ok) done.push('plan');
  await project.close();
  const client = createClient(SERVICE);
  if ((await client.locales()).length === 2) done.push('client');
  await client.close();
  const folder = await loadFolder({ cwd: FOLDER });
  if ((await check(folder)).ok) done.push('check');
  await folder.close();
  const own = await startService({ locales: ['en', 'de'] });
  const address = { baseUrl: own.baseUrl, project: own.projectId, token: own.token };
  const other = await loadProject({ cwd: FOLDER, ...address });
  if ((await diff(other)).files.length === 2) done.push('diff');
  if ((await detect({ cwd: FOLDER, ...address })).ok) done.push('detect');
  await other.close();
  await own.close();
  done.push('service');
  const globals = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String);
  if (process.exitCode !== undefined) refused.push('exitCode');
  say(JSON.stringify({ done, refused, read: [...read], globals }) + '\\n');
`;

describe('the types of the library', () => {
  const USE = `
    import { accept, check, diff, loadFolder, mv, resolve, startService } from '@locsync/cli';
    import type { CheckOptions, FolderHandle, StartServiceOptions, StartedService } from '@locsync/cli';
    import { createClient, loadProject, plan, pull, push, status, LocsyncError, LocsyncErrors } from '@locsync/cli';
    import type { Client, ErrorCode, ExitCode, FileState, ProjectHandle, Report } from '@locsync/cli';

    export async function use(client: Client): Promise<string[]> {
      const project: ProjectHandle = await loadProject({ cwd: new URL('file:///x/'), token: 't', onNotice: (line: string) => void line });
      const report: Report = await push(project, { locale: ['de'], force: true, signal: new AbortController().signal });
      await pull(project, { prune: true });
      await plan(project, { direction: 'pull', allowShrink: true });
      // @ts-expect-error It is an option of pull.
      await plan(project, { direction: 'push', allowShrink: true });
      // @ts-expect-error It is called dryRun.
      await push(project, { dryrun: true });
      const options: CheckOptions = { maxWarnings: 3 };
      const folder: FolderHandle = await loadFolder({ cwd: '/x' });
      await check(folder, options);
      await check(project);
      await diff(project, { nameOnly: true });
      await resolve(project, { service: true, key: ['a.*'] });
      await mv(folder, 'a', 'b', { dryRun: true });
      // @ts-expect-error It takes paths.
      await accept(folder, {});
      // @ts-expect-error A folder has no service.
      await diff(folder);
      const wanted: StartServiceOptions = { port: 0, behave: ['nested-keys'] };
      const service: StartedService = await startService(wanted);
      await service.close();
      // @ts-expect-error A project is made by loadProject.
      await status({});
      // @ts-expect-error A client needs a token.
      createClient({ baseUrl: 'https://x.test', project: 'p' });
      const states: FileState[] = report.files.map((file) => file.state);
      const code: ExitCode = report.exitCode;
      // @ts-expect-error A report is not to be written to.
      report.ok = true;
      const [file] = await client.sourceFiles();
      const [locale] = await client.locales();
      if (file && locale) await client.texts(file, locale);
      try {
        await status(project, { check: true, missing: true });
      } catch (error) {
        if (error instanceof LocsyncErrors) return error.errors.map(({ message }) => message);
        if (error instanceof LocsyncError) {
          const name: ErrorCode = error.code;
          return [name, error.hint ?? '', String(error.exit), error.place?.path ?? ''];
        }
      }
      return [...states, String(code)];
    }
  `;
  const check = (name: string, options: object): string => {
    app.file(name, USE);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      ...options,
    };
    const config = app.file('tsconfig.json', JSON.stringify({ compilerOptions, files: [name] }));
    return spawnSync(process.execPath, [TSC, '-p', config], { encoding: 'utf8' }).stdout;
  };

  it('compile with moduleResolution nodenext, in an ES module and in a CommonJS one', () => {
    expect(check('use.ts', { module: 'nodenext', types: ['node'], lib: ['es2022'] })).toBe('');
    expect(check('use.cts', { module: 'nodenext', types: ['node'], lib: ['es2022'] })).toBe('');
  });

  it('compile with moduleResolution bundler, without the types of Node', () => {
    const options = { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2022', 'dom'] };
    expect(check('use.ts', options)).toBe('');
  });
});
