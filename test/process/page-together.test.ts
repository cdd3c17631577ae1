import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PageConflict, PageDetail, PageNews, PageSaved } from '../../src/core/page/wire.js';
import { PageClient } from '../support/page-client.js';
import { readDatabase } from '../support/service.js';
import { PROGRAM, Session } from '../support/session.js';

/** `locsync serve` as a process of its own, and the address of its page. */
async function serve(db: string): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--db', db, '--locales', 'en,de'], {
    cwd: join(db, '..'),
    env: { PATH: process.env['PATH'], HOME: join(db, '..'), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout as AsyncIterable<string>) {
    said += chunk;
    if (said.includes('Ctrl+C')) break;
  }
  return { child, address: /^ {2}page +(\S+)$/m.exec(said)?.[1] ?? '' };
}

/** One tab of a translator: saves texts of German on top of what it last saw. */
class Tab {
  readonly #seen = new Map<string, PageDetail>();

  constructor(
    readonly page: PageClient,
    readonly who: string,
    private readonly locale: number,
    private readonly keys: ReadonlyMap<string, number>,
  ) {}

  static async open(address: string, who: string): Promise<Tab> {
    const page = await PageClient.open(address);
    return new Tab(page, who, await page.language('de'), await page.keys('de'));
  }

  async detail(name: string): Promise<PageDetail> {
    const key = this.keys.get(name) ?? 0;
    return (await this.page.ask<PageDetail>(`key?locale=${this.locale}&key=${key}`)).json;
  }

  /** Sends the text once; a refusal shows what is there now. */
  async send(name: string, text: string): Promise<{ readonly status: number; readonly version: number }> {
    const seen = this.#seen.get(name) ?? (await this.detail(name));
    this.#seen.set(name, seen);
    const { file, target, source } = seen;
    const edit = { file, name, locale: this.locale, text, base: target.version, source: source.version };
    const answer = await this.page.ask<PageSaved & { readonly conflict: PageConflict }>('texts', {
      body: { ...edit, who: this.who },
    });
    const version = answer.json.version ?? 0;
    if (answer.status === 200) this.#seen.set(name, { ...seen, target: { text, version } });
    else this.#seen.delete(name);
    return { status: answer.status, version };
  }
}

interface Acknowledged {
  readonly name: string;
  readonly text: string;
  readonly version: number;
}

describe('kill -9 of the service while the page edits', () => {
  it('PG-57 every acknowledged edit is there after the next start, with its version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-page-killed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const db = join(folder, 'service.db');
    const names = Array.from({ length: 12 }, (_, n) => `key${n}`);
    const acknowledged: Acknowledged[] = [];
    /** What may be there: the last acknowledged text, or one that was sent after it. */
    const possible = new Map<string, (string | null)[]>(names.map((name) => [name, [null]]));
    for (let round = 0; round < 4; round++) {
      const { child, address } = await serve(db);
      const first = await PageClient.open(address);
      if (round === 0) {
        const content = JSON.stringify(Object.fromEntries(names.map((name) => [name, `Text of ${name}`])));
        expect((await first.drop({ filename: 'en/app.json', content })).status).toBe(200);
      }
      const { code } = (await first.ask<{ code: string }>('codes', { body: {} })).json;
      const tabs = [
        new Tab(first, 'Ada', await first.language('de'), await first.keys('de')),
        await Tab.open(`${first.url}/?code=${code}`, 'Bob'),
      ];
      const wanted = acknowledged.length + 10 + round;
      // Each tab has keys of its own, and several edits under way when the process is killed.
      await Promise.all(
        names.map(async (name, at) => {
          const tab = tabs[at % 2];
          for (let count = 0; count < 200; count++) {
            const text = `round ${round}, ${name}, ${count}`;
            possible.get(name)?.push(text);
            const answer = await tab?.send(name, text).catch(() => undefined);
            if (answer === undefined) return;
            expect(answer.status).toBe(200);
            possible.set(name, [text]);
            acknowledged.push({ name, text, version: answer.version });
            if (acknowledged.length === wanted) child.kill('SIGKILL');
          }
        }),
      );
      if (child.signalCode === null && child.exitCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
      expect(readDatabase(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    }
    const { child, address } = await serve(db);
    const tab = await Tab.open(address, 'Ada');
    for (const name of names) {
      const { target, history } = await tab.detail(name);
      expect(possible.get(name), name).toContain(target.text);
      for (const { text, version } of acknowledged.filter((one) => one.name === name).slice(-20))
        expect(history.find((entry) => entry.version === version)?.after, name).toBe(text);
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    const versions = new Set(readDatabase(db, 'SELECT id FROM version').map(({ id }) => Number(id)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(46);
    expect(new Set(acknowledged.map(({ version }) => version)).size).toBe(acknowledged.length);
    for (const { version } of acknowledged) expect(versions).toContain(version);
  });
});

/** What an open page is told, from now on. */
async function listen(page: PageClient): Promise<() => number> {
  const stream = await request(`${page.url}/ui/api/live`, { headers: { cookie: page.cookie } });
  onTestFinished(() => void stream.body.destroy());
  stream.body.on('error', () => undefined);
  let heard = '';
  stream.body.setEncoding('utf8').on('data', (text: string) => (heard += text));
  await expect.poll(() => heard).toContain('retry');
  return () =>
    Array.from(heard.matchAll(/^data: (.*)$/gm), ([, data = '']) => JSON.parse(data) as PageNews).reduce(
      (sum, { versions }) => sum + versions,
      0,
    );
}

const FILES = 300;
const EDITED = 8;

describe('two open pages and a push at once', () => {
  it('PG-58 300 files and the edits of both end with every text accounted for', async () => {
    const s = await Session.start({
      config: { files: ['l/*/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    const path = (set: number, code: string): string => `l/set${set}/${code}.json`;
    const put = (set: number, code: string, texts: Readonly<Record<string, string>>): unknown =>
      s.file(path(set, code), `${JSON.stringify(texts, null, 2)}\n`);
    for (let set = 0; set < EDITED; set++) {
      put(set, 'en', { [`t${set}`]: 'Source', [`p${set}`]: 'Pushed' });
      put(set, 'de', { [`t${set}`]: 'Anfang', [`p${set}`]: 'Vorher' });
    }
    (await s.run('push')).code(0);
    const first = await PageClient.open(s.service.page);
    const { code } = (await first.ask<{ code: string }>('codes', { body: {} })).json;
    const tabs = [
      new Tab(first, 'Ada', await first.language('de'), await first.keys('de')),
      await Tab.open(`${first.url}/?code=${code}`, 'Bob'),
    ];
    const before = readDatabase(s.service.db, 'SELECT id FROM version').length;
    const heard = await Promise.all(tabs.map(({ page }) => listen(page)));

    // Files of the same languages and source files that the pages edit, and new ones.
    for (let set = 0; set < FILES - EDITED; set++) {
      if (set >= EDITED) put(set, 'en', { [`t${set}`]: 'Source' });
      else put(set, 'de', { [`t${set}`]: 'Anfang', [`p${set}`]: 'Nachher' });
    }
    for (let set = FILES - EDITED; set < FILES; set++) put(set, 'en', { [`t${set}`]: 'Source' });
    let isPushing = true;
    const pushed = s.run('push --json').finally(() => (isPushing = false));
    const acknowledged: Acknowledged[] = [];
    let refused = 0;
    await Promise.all(
      tabs.map(async (tab) => {
        for (let count = 0; isPushing || count < 3 * EDITED; count++) {
          const name = `t${count % EDITED}`;
          const text = `${tab.who} ${count}`;
          const { status, version } = await tab.send(name, text);
          expect([200, 409]).toContain(status);
          if (status === 200) acknowledged.push({ name, text, version });
          else refused++;
        }
      }),
    );
    const push = (await pushed).json;
    const uploads = push.summary.uploads ?? 0;
    expect(push.errors).toEqual([]);
    expect(refused, 'edits of one text by both').toBeGreaterThan(0);

    // Each edit is a version of its own with its text, and the history of its key has it.
    const history = readDatabase(
      s.service.db,
      'SELECT version.id AS id, version.upload AS upload, version.who AS who FROM version ORDER BY id',
    ).slice(before);
    const edits = history.filter(({ upload }) => upload === 'web');
    expect(edits.map(({ id }) => id)).toEqual(
      acknowledged.map(({ version }) => version).toSorted((a, b) => a - b),
    );
    expect(history.length - edits.length).toBe(uploads);
    for (const told of heard) await expect.poll(told, { timeout: 20_000 }).toBe(history.length);

    // The service has the last edit of each text, and everything that was pushed.
    const last = new Map<string, Acknowledged>();
    for (const one of acknowledged)
      if (one.version > (last.get(one.name)?.version ?? 0)) last.set(one.name, one);
    (await s.run('push')).code(0);
    (await s.run('pull')).code(0);
    (await s.run('status --check')).code(0);
    for (let set = 0; set < FILES; set++) {
      const texts = await s.service.texts(path(set, 'en'), set < EDITED ? 'de' : 'en');
      const wanted =
        set < EDITED
          ? { [`t${set}`]: last.get(`t${set}`)?.text, [`p${set}`]: 'Nachher' }
          : { [`t${set}`]: 'Source' };
      expect(texts, `set ${set}`).toEqual(wanted);
      if (set < EDITED) expect(JSON.parse(s.text(path(set, 'de'))), `set ${set}`).toEqual(wanted);
    }
  });
});
