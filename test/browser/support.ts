import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { PROGRAM } from '../support/session.js';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's chromium, or what LOCSYNC_CHROMIUM names; undefined if this machine has none. */
export const CHROMIUM = process.env['LOCSYNC_CHROMIUM'] ?? PROGRAMS.find((path) => existsSync(path));
if (CHROMIUM === undefined) process.stderr.write('No chromium here: the tests of the page are skipped.\n');

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox', '--disable-gpu'] });

/** The shop of examples/ with a service of its own, everything pushed. */
export class Shop {
  private constructor(
    readonly folder: string,
    readonly url: string,
    private readonly address: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly browser: Browser,
  ) {}

  /** `prepare` changes the folder before it is pushed. */
  static async open(
    browser: Browser,
    prepare: (folder: string) => void = () => undefined,
    locales = 'en,de,pt-BR,ar',
  ): Promise<Shop> {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-browser-'));
    cpSync(resolve(import.meta.dirname, '../../examples'), folder, { recursive: true });
    prepare(folder);
    const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' };
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--name', 'Corner shop', '--locales', locales], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    });
    let said = '';
    child.stdout.setEncoding('utf8');
    for await (const chunk of child.stdout as AsyncIterable<string>) {
      said += chunk;
      if (said.includes('Ctrl+C')) break;
    }
    const address = /^ {2}page +(\S+)$/m.exec(said)?.[1] ?? '';
    const value = (name: string): string => new RegExp(`export ${name}=(\\S+)`).exec(said)?.[1] ?? '';
    const url = value('LOCSYNC_BASE_URL');
    const connection = {
      LOCSYNC_BASE_URL: url,
      LOCSYNC_PROJECT: value('LOCSYNC_PROJECT'),
      LOCSYNC_TOKEN: value('LOCSYNC_TOKEN'),
    };
    const shop = new Shop(folder, url, address, { ...env, ...connection }, browser);
    await shop.run('push');
    return shop;
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Runs a command of the program in the shop. */
  async run(...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`locsync ${args.join(' ')} ended with ${code}\n${said}`);
    return said;
  }

  /** A browser that has followed the printed address. Errors of the page fail the test. */
  async visit(hash = '', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(this.url)) faults.push(`asked for ${request.url()}`);
    });
    onTestFinished(() => {
      if (faults.length > 0) throw new Error(faults.join('\n'));
    });
    await page.goto(this.address);
    await page.getByRole('heading', { name: 'Languages' }).waitFor();
    if (hash !== '') await page.goto(`${this.url}/${hash}`);
    return page;
  }
}

/** The field of one German text, and the keys that fit the search around it. */
export async function openKey(page: Page, search: string, key: string): Promise<Locator> {
  await page.getByRole('searchbox').fill(search);
  await page.getByRole('treeitem').filter({ hasText: key }).click();
  await page.locator('section[aria-busy=false]').getByRole('heading', { name: key, exact: true }).waitFor();
  return page.getByLabel('German', { exact: true });
}

/** What axe-core finds by WCAG 2.2 AA and its own best practices. */
export async function axeFindings(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}

/** Drops a file on the page as a browser does: its name has no folders. */
export const dropOn = async (page: Page, name: string, content: string): Promise<void> =>
  page.evaluate(
    `{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }),
      );
    }`,
  );
