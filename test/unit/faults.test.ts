import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const check = (root: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/faults.mjs'), '--check'], { encoding: 'utf8' });

describe('docs/faults.md', () => {
  it('is what the tests say, or `node scripts/faults.mjs` writes it anew', () => {
    const { status, stderr } = check(ROOT);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('leaves no hard row without a test or a decision', () => {
    const page = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8');
    expect(page.match(/^\| \S+ +\| hard .*\| not covered.*$/gm) ?? []).toEqual([]);
  });

  it('names guards that are in the code, each once, and tests that exist', () => {
    const guards = JSON.parse(readFileSync(join(ROOT, 'test/mutation/guards.json'), 'utf8')) as {
      readonly guard: string;
      readonly file: string;
      readonly find: string;
      readonly replace: string;
      readonly test: string;
    }[];
    const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
    const stale = guards.filter(
      ({ file, find, replace, test }) =>
        read(file).split(find).length !== 2 || find === replace || !existsSync(join(ROOT, test)),
    );
    expect(stale.map(({ guard, file }) => `${guard}: ${file}`)).toEqual([]);
    expect(new Set(guards.map(({ guard }) => guard)).size).toBe(guards.length);
  });

  it('counts ids in the names of tests, not in comments, and notices when one goes', () => {
    const root = mkdtempSync(join(tmpdir(), 'locsync-faults-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const folder of ['docs', 'scripts', 'test']) mkdirSync(join(root, folder));
    cpSync(join(ROOT, 'scripts/faults.mjs'), join(root, 'scripts/faults.mjs'));
    for (const folder of ['test/faults', 'test/mutation'])
      cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
    const write = (text: string): void => writeFileSync(join(root, 'test/a.test.ts'), text);
    write("// HT-01 in a comment\nit('HT-02 it\\'s in a name', () => {});\nit.each([['HT-03', 1]]);\n");
    execFileSync(process.execPath, [join(root, 'scripts/faults.mjs')]);
    const page = readFileSync(join(root, 'docs/faults.md'), 'utf8');
    expect(page).toMatch(/^\| HT-01 .*\| not covered +\| +\|$/m);
    expect(page).toMatch(/^\| HT-02 .*\| tested +\| `a` +\|$/m);
    expect(page).toMatch(/^\| HT-03 .*\| tested +\| `a` +\|$/m);
    expect(check(root).status).toBe(0);
    write("it('HT-02 alone', () => {});\n");
    expect(check(root)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('node scripts/faults.mjs') as string,
    });
  });
});
