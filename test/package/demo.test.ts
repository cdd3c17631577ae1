import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

describe('npm run demo', () => {
  it('runs the main job, ends with exit code 0 and leaves nothing behind', () => {
    const temp = mkdtempSync(join(tmpdir(), 'locsync-demo-test-'));
    try {
      // Compiled code is kept for the next run, which is not what this is about.
      const env = {
        PATH: process.env['PATH'],
        HOME: temp,
        TMPDIR: temp,
        NODE_DISABLE_COMPILE_CACHE: '1',
      };
      const out = execFileSync(process.execPath, [join(ROOT, 'scripts/demo.mjs')], { env, encoding: 'utf8' });
      const commands = Array.from(out.matchAll(/^\$ (.*)$/gm), ([, command]) =>
        command?.replace(/ --name .*/, ''),
      );
      const run = ['locsync locales', 'locsync push', 'locsync status', 'locsync status', 'locsync pull'];
      expect(commands).toEqual(['locsync serve', ...run, 'git diff -U0', 'locsync status --check']);
      const changed = out.split('\n').filter((line) => /^[-+] /.test(line));
      expect(changed).toHaveLength(8);
      expect(changed.filter((line) => line.startsWith('+')).join('\n')).toContain('Moin, %{name}!');
      expect(readdirSync(temp)).toEqual([]);
    } finally {
      rmSync(temp, { recursive: true, force: true });
    }
  });
});
