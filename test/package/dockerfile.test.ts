import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const lines = (name: string): readonly string[] =>
  readFileSync(join(ROOT, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

// Few machines can run a container, so the folders of the image become folders of the test.
it('the Dockerfile builds, packs and installs a program that runs', () => {
  const temp = mkdtempSync(join(tmpdir(), 'locsync-dockerfile-'));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const [source, packed, prefix] = ['src', 'tmp', 'global'].map((name) => join(temp, name));
  if (source === undefined || packed === undefined || prefix === undefined) return;
  mkdirSync(packed);
  const ignored = new Set(lines('.dockerignore'));
  cpSync(ROOT, source, { recursive: true, filter: (path) => !ignored.has(relative(ROOT, path)) });

  const file = lines('Dockerfile');
  const runs = file.flatMap((line) => /^RUN (.*)$/.exec(line)?.[1] ?? []);
  expect(file.filter((line) => line.startsWith('COPY'))).toEqual([
    'COPY . .',
    'COPY --from=build /tmp/locsync-cli-*.tgz /tmp/locsync.tgz',
  ]);
  const env = { ...process.env, npm_config_prefix: prefix };
  const [build = '', install = ''] = runs.map((run) => run.replaceAll('/tmp', packed));
  execFileSync('sh', ['-e', '-c', build], { cwd: source, env, stdio: 'pipe' });
  execFileSync('sh', ['-e', '-c', `mv ${packed}/locsync-cli-*.tgz ${packed}/locsync.tgz`]);
  execFileSync('sh', ['-e', '-c', install], { cwd: temp, env, stdio: 'pipe' });
  const [program = ''] = /^ENTRYPOINT \["(.*)"\]$/m.exec(file.join('\n'))?.slice(1) ?? [];
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const said = execFileSync(join(prefix, 'bin', program), ['--version'], { env, encoding: 'utf8' });
  expect(said).toBe(`${version}\n`);
});
