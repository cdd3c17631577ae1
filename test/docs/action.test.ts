import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { PROGRAM, Session } from '../support/session.js';

interface Step {
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly [Step] };
}

const ROOT = resolve(import.meta.dirname, '../..');
const action = load(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
const [step] = action.runs.steps;

interface Done {
  readonly code: number | null;
  readonly out: string;
  readonly output: string;
}

/**
 * Runs the action's step as GitHub does: its script in bash, the inputs in its environment. `npx`
 * stands for what npx would fetch.
 */
async function runStep(s: Session, inputs: Readonly<Record<string, string>>, cwd = ''): Promise<Done> {
  const above = dirname(s.folder);
  const output = join(above, 'output');
  writeFileSync(output, '');
  const program = (path: string, prelude: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${prelude}exec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(path, 0o755);
  };
  program(join(above, 'bin/npx'), `echo "npx $1 $2" >> '${join(above, 'npx')}'\nshift 2\n`);
  writeFileSync(join(above, 'step.sh'), step.run);
  const values = Object.entries(action.inputs).map(
    ([name, { default: value }]) => [name, inputs[name] ?? value] as const,
  );
  const env = Object.fromEntries(
    Object.entries(step.env).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1];
      return [name, values.find(([one]) => one === input)?.[1] ?? ''];
    }),
  );
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', join(above, 'step.sh')], {
    cwd: join(s.folder, cwd),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${join(above, 'bin')}:${process.env['PATH'] ?? ''}`,
      HOME: join(above, 'home'),
      LOCSYNC_TOKEN: s.service.token,
      LOCSYNC_RETRIES: '0',
      GITHUB_OUTPUT: output,
      ...env,
    },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out: Buffer.concat(said).toString(), output: readFileSync(output, 'utf8') };
}

async function project(): Promise<Session> {
  const s = await Session.start();
  const own = join(s.folder, 'node_modules/.bin/locsync');
  mkdirSync(dirname(own), { recursive: true });
  writeFileSync(own, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  chmodSync(own, 0o755);
  return s
    .file('config/locales/en.yml', 'en:\n  hello: Hello\n')
    .file('config/locales/de.yml', 'de:\n  hello: Hallo\n');
}
const where = (s: Session) => ({ 'base-url': s.service.url, project: s.service.project });

describe('action.yml', () => {
  it('is a composite action of one step, whose script holds no expression', () => {
    expect(action.runs.using).toBe('composite');
    expect(action.runs.steps).toHaveLength(1);
    expect(step.run).not.toContain('${{');
    expect(Object.keys(action.inputs)).not.toContain('token');
    const used = Object.values(step.env).map((value) => /inputs\.([\w-]+)/.exec(value)?.[1]);
    expect([...used, 'working-directory'].sort()).toEqual(Object.keys(action.inputs).sort());
  });

  it('runs the command on the service that its inputs name', async () => {
    const s = await project();
    expect(await runStep(s, { ...where(s), args: '--check' })).toMatchObject({
      code: 1,
      output: 'exit-code=1\n',
    });
    const push = await runStep(s, { ...where(s), command: 'push', args: '  --locale en\n--verbose ' });
    expect(push, push.out).toMatchObject({ code: 0, output: 'exit-code=0\n' });
    expect(push.out).toContain('pushed');
    expect(push.out).not.toContain('de.yml');
    expect(existsSync(join(dirname(s.folder), 'npx'))).toBe(false);
  });

  it('refuses a project that has no locsync installed: nothing is fetched (H2)', async () => {
    const s = await project();
    rmSync(join(s.folder, 'node_modules'), { recursive: true });
    const ran = await runStep(s, where(s));
    expect(ran).toMatchObject({ code: 2, output: 'exit-code=2\n' });
    expect(ran.out).toContain('no locsync installed');
    expect(existsSync(join(dirname(s.folder), 'npx'))).toBe(false);
  });

  it("takes the project's own locsync, also from a folder below", async () => {
    const s = await project();
    const own = join(s.folder, 'node_modules/.bin/locsync');
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, '#!/bin/sh\necho "own: $*"\n');
    chmodSync(own, 0o755);
    const ran = await runStep(s, { ...where(s), command: 'pull', args: '--dry-run' }, 'config');
    expect(ran).toMatchObject({ code: 0, out: 'own: pull --dry-run\n' });
    expect(existsSync(join(dirname(s.folder), 'npx'))).toBe(false);
  });

  it.each([
    ['args', '; touch pwned'],
    ['args', '$(touch pwned) `touch pwned`'],
    ['args', '" && touch pwned && "'],
    ['args', '-- *\ntouch pwned'],
    ['command', 'status; touch pwned'],
    ['command', '$(touch pwned)'],
    ['command', ''],
    ['base-url', 'http://127.0.0.1:1/$(touch pwned)'],
    ['project', '"; touch pwned; "'],
  ])('a hostile %s is not executed: %s', async (input, text) => {
    const s = await project();
    const ran = await runStep(s, { ...where(s), [input]: text });
    expect(ran.code, ran.out).not.toBe(0);
    expect(ran.output).toBe(`exit-code=${ran.code ?? ''}\n`);
    expect(ran.out).not.toContain(s.service.token);
    for (const folder of [s.folder, dirname(s.folder)]) expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });
});
