import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { request } from 'undici';
import { PageClient } from '../support/page-client.js';

const ROOT = resolve(import.meta.dirname, '../..');
const ADDRESS = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/\?code=\S+)$/m;

/** The demo with `--open`, where this program stands in for the one that opens a browser. */
class OpenDemo {
  readonly temp = mkdtempSync(join(tmpdir(), 'locsync-demo-test-'));
  readonly #files = join(this.temp, 'files');
  readonly opened = join(this.temp, 'opened');
  readonly #child;
  said = '';

  constructor(opener: string) {
    const bin = join(this.temp, 'bin');
    for (const folder of [this.#files, bin]) mkdirSync(folder);
    const name = process.platform === 'darwin' ? 'open' : 'xdg-open';
    writeFileSync(join(bin, name), opener, { mode: 0o755 });
    this.#child = spawn(process.execPath, [join(ROOT, 'scripts/demo.mjs'), '--open'], {
      env: {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        HOME: this.temp,
        TMPDIR: this.#files,
        OPENED: this.opened,
        NODE_DISABLE_COMPILE_CACHE: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    onTestFinished(() => {
      this.#child.kill('SIGTERM');
      rmSync(this.temp, { recursive: true, force: true });
    });
  }

  /** The address of the page, as soon as the demo has printed it. */
  async address(): Promise<string> {
    await expect.poll(() => this.said, { timeout: 50_000 }).toMatch(ADDRESS);
    return ADDRESS.exec(this.said)?.[1] ?? '';
  }

  kill(): void {
    this.#child.kill('SIGTERM');
  }

  /** The exit code, and what is left of the demo's files. */
  async end(): Promise<readonly [unknown, readonly string[]]> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    return [this.#child.exitCode, readdirSync(this.#files)];
  }
}

// Each runs ten commands, one after the other.
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

  it('with --open shows the page, waits for a text that is changed there, and pulls it', async () => {
    const demo = new OpenDemo('#!/bin/sh\necho "$1" > "$OPENED.part" && mv "$OPENED.part" "$OPENED"\n');
    const address = await demo.address();
    await expect.poll(() => existsSync(demo.opened), { timeout: 120_000 }).toBe(true);
    expect(readFileSync(demo.opened, 'utf8').trim()).toBe(address);
    expect(demo.said).not.toContain('$ locsync pull');
    const page = await PageClient.open(address);
    expect((await page.save('de', 'cart.empty', 'Hier ist noch nichts.')).status).toBe(200);
    expect(await demo.end()).toEqual([0, []]);
    expect(demo.said).toContain('$ locsync pull');
    const changed = demo.said.split('\n').filter((line) => /^[-+] /.test(line));
    expect(changed).toEqual(['-    empty: Ihr Warenkorb ist leer.', '+    empty: Hier ist noch nichts.']);
  });

  it('with --open prints the address if nothing can open it, and leaves nothing if it is stopped', async () => {
    const demo = new OpenDemo('#!/nonexistent/program\n');
    const { statusCode, body } = await request(await demo.address());
    await body.dump();
    expect(statusCode).toBe(303);
    demo.kill();
    expect(await demo.end()).toEqual([130, []]);
    expect(demo.said).not.toContain('$ locsync pull');
  });

  it('refuses another option', () => {
    const run = () =>
      execFileSync(process.execPath, [join(ROOT, 'scripts/demo.mjs'), '--opne'], { stdio: 'pipe' });
    expect(run).toThrow('npm run demo -- --open');
  });
});
