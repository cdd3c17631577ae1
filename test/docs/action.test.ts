import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

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
 * Runs the action's step as GitHub does: its script in bash, the inputs in its environment. `npm`
 * is a script in place of npm.
 */
async function runStep(
  s: Session,
  inputs: Readonly<Record<string, string>>,
  { cwd = '', action: folder = ROOT, npm = 'echo "npm ran"; exit 1' } = {},
): Promise<Done> {
  const above = dirname(s.folder);
  const output = join(above, 'output');
  writeFileSync(output, '');
  for (const name of ['npm', 'npx']) program(join(above, 'bin', name), npm);
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
      GITHUB_ACTION_PATH: folder,
      RUNNER_TEMP: above,
      ...env,
    },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out: Buffer.concat(said).toString(), output: readFileSync(output, 'utf8') };
}

function program(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** The checkout has a locsync of its own, which the action must not run. */
async function project(): Promise<Session> {
  const s = await Session.start();
  program(join(s.folder, 'node_modules/.bin/locsync'), 'echo "of the checkout: $*"');
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
    expect(push.out).not.toContain('npm ran');
  });

  it('runs its own program in a folder of the checkout, and nothing that the checkout holds (H2)', async () => {
    const s = await project();
    const ran = await runStep(s, { ...where(s), command: 'pull', args: '--dry-run' }, { cwd: 'config' });
    expect(ran, ran.out).toMatchObject({ code: 0 });
    expect(ran.out).not.toContain('of the checkout');
    expect(ran.out).not.toContain('npm ran');
  });

  it('builds its program if it has to', async () => {
    const s = await project();
    const folder = join(dirname(s.folder), 'action');
    program(join(folder, 'bin/locsync.js'), '');
    writeFileSync(join(folder, 'bin/locsync.js'), 'console.log("built", ...process.argv.slice(2));\n');
    const npm = 'echo "$*" >>npm.log; if [ "$1" = run ]; then mkdir dist && : >dist/main.js; fi';
    for (const wanted of ['first', 'second'])
      expect(await runStep(s, { ...where(s), args: wanted }, { action: folder, npm })).toMatchObject({
        code: 0,
        out: `built status ${wanted}\n`,
      });
    expect(readFileSync(join(folder, 'npm.log'), 'utf8')).toBe(
      'ci --ignore-scripts --no-audit --no-fund\nrun build\n',
    );
  });

  it('ends with 2 and the reason if it cannot be built: 1 would mean differences', async () => {
    const s = await project();
    const folder = join(dirname(s.folder), 'action');
    mkdirSync(folder);
    const npm = 'echo "registry unreachable"; exit 1';
    const ran = await runStep(s, where(s), { action: folder, npm });
    expect(ran).toMatchObject({ code: 2, output: 'exit-code=2\n' });
    expect(ran.out).toContain('registry unreachable');
    expect(ran.out).toContain('could not build locsync');
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
