import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PageConflict, PageSaved } from '../../src/core/page/wire.js';
import { bundleService } from '../support/bundle.js';
import { PageClient } from '../support/page-client.js';
import { exchange, readDatabase, textOf, withService, type TestService } from '../support/service.js';
import { sized } from '../support/runs.js';

/** Enough for many parts: a kill and an edit meet an import that is under way. */
const LARGE = sized(30_000, 15_000);
const ROUNDS = sized(4, 2);
const texts = (said: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: LARGE }, (_, n) => [`key${n}`, `${said} ${n}`]));
const LAST = `key${LARGE - 1}`;

/** How many parts of imports are still to come; 0 for a copy that was torn by a write. */
function pending(db: string): number {
  try {
    return Number(readDatabase(db, 'SELECT count(*) AS n FROM pending')[0]?.['n']);
  } catch {
    return 0;
  }
}

/** Until an import is under way. */
const begun = async (db: string): Promise<void> => {
  await expect.poll(() => pending(db), { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
};

describe('while a large import is under way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'locsync-imported-'));
  const imported = join(folder, 'imported.db');
  const db = join(folder, 'service.db');
  const options = { locales: ['en', 'de'], db };
  let service: TestService;
  let page: PageClient;
  // Each test begins with a copy of one database with the first upload.
  beforeAll(async () => {
    const first = await withService(options);
    expect((await first.upload('app/en.json', { ...texts('first'), own: 'Own' })).status).toBe(201);
    await first.close();
    copyFileSync(db, imported);
  });
  beforeEach(async () => {
    for (const path of [`${db}-wal`, `${db}-shm`]) rmSync(path, { force: true });
    copyFileSync(imported, db);
    service = await withService(options);
    page = await PageClient.open(service.page);
  });
  afterEach(() => service.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('PG-84 an edit of a text that it replaces is refused, and any other comes after it', async () => {
    const [seen, own] = [await page.detail('en', LAST), await page.detail('en', 'own')];
    const large = service.upload('app/en.json', texts('second'));
    await begun(service.db);
    const stale = await page.save<{ conflict: PageConflict }>('en', LAST, 'mine', seen);
    const other = await page.save<PageSaved>('en', 'own', 'My own', own);
    const { number, id } = ((await large).json as { last_version: { number: number; id: string } })
      .last_version;
    expect(stale.status).toBe(409);
    expect(stale.json.conflict.theirs.text).toBe(`second ${LARGE - 1}`);
    expect([other.status, number]).toEqual([200, 2]);
    expect(other.json.version).toBeGreaterThan(Number(id.replace('fiv_', '')));
    expect(await service.texts('app/en.json', 'en')).toEqual({ ...texts('second'), own: 'My own' });
  });

  it('PG-83 what is read over the interface is whole, and uploads of that file wait', async () => {
    const large = service.upload('app/en.json', texts('second'));
    await begun(service.db);
    const small = service.upload('app/en.json', { key0: 'last' });
    const read = await service.texts('app/en.json', 'en');
    const said = new Set(Object.values(read).map((text) => text.replace(/ \d+$/, '')));
    expect([...said].toSorted().filter((one) => one !== 'last')).toEqual(['Own', 'second']);
    expect((await large).json).toMatchObject({ last_version: { number: 2 } });
    expect((await small).json).toMatchObject({ last_version: { number: 3 } });
    expect(await service.texts('app/en.json', 'en')).toMatchObject({
      key0: 'last',
      [LAST]: `second ${LARGE - 1}`,
    });
  });

  it('PG-83 two uploads of one new file end as two versions of it', async () => {
    const answers = await Promise.all(
      ['en', 'de'].map((code) => service.upload(`new/${code}.json`, texts(code))),
    );
    const files = answers.map(({ json }) => textOf(json, 'api_id'));
    expect(new Set(files).size).toBe(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    for (const code of ['en', 'de'])
      expect(
        await service.texts(textOf(answers.find((one) => one.status === 201)?.json, 'name'), code),
      ).toEqual(texts(code));
  });

  it('PG-84 its undo and another import from the page see it as a whole', async () => {
    const preview = await page.ask<{ seen: string }>('previews', {
      body: { filename: 'app/en.json', content: JSON.stringify({ key1: 'x' }), file: 0, locale: 0, who: '' },
    });
    const own = await page.save<PageSaved>('en', 'own', 'changed');
    const large = service.upload('app/en.json', texts('second'));
    await begun(service.db);
    const [undone, refused] = await Promise.all([
      page.ask('undo', { body: { version: own.json.version, who: '' } }),
      page.ask('uploads', {
        body: {
          filename: 'app/en.json',
          content: JSON.stringify({ key1: 'x' }),
          file: 0,
          locale: 0,
          who: '',
          seen: preview.json.seen,
        },
      }),
    ]);
    expect([undone.status, refused.status]).toEqual([200, 409]);
    expect((await large).status).toBe(200);
    expect(await service.texts('app/en.json', 'en')).toEqual({ ...texts('second'), own: 'Own' });
  });
});

describe('kill -9 during a large import', () => {
  it('PG-85 leaves all of it or nothing, and every small upload that was acknowledged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'locsync-large-'));
    const program = await bundleService();
    let child: ChildProcess | undefined;
    onTestFinished(() => {
      child?.kill('SIGKILL');
      program.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    const db = join(folder, 'service.db');
    type Ask = (path: string, body?: unknown) => ReturnType<typeof exchange>;
    const start = async (): Promise<Ask> => {
      const started = spawn(process.execPath, [program.script, db], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      child = started;
      const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
      const url = textOf(JSON.parse(line), 'url');
      return (path, body) =>
        exchange(`${url}/api/v1/projects/pro_7${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          body,
          headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        });
    };
    const contentOf = async (ask: Ask, name: string): Promise<Readonly<Record<string, string>>> => {
      const files = (await ask('/source_files')).json as { api_id: string; name: string }[];
      const id = files.find((file) => file.name === name)?.api_id;
      if (id === undefined) return {};
      return ((await ask(`/source_files/${id}`)).json as { content: { en: Record<string, string> } }).content
        .en;
    };
    let ask = await start();
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const event = textOf((await ask('/events', {})).json, 'api_id');
      const upload = (filename: string, content: object): ReturnType<typeof exchange> =>
        ask('/source_files', { filename, event_id: event, content: JSON.stringify(content) });
      const large = upload('large.json', texts(`round${round}`)).catch(() => undefined);
      await begun(db);
      let acknowledged = -1;
      for (let count = 0; count <= round; count++)
        if ((await upload('small.json', { count: `${round}.${count}` })).status < 300) acknowledged = count;
      const dead = child === undefined ? undefined : once(child, 'exit');
      child?.kill('SIGKILL');
      await dead;
      await large;
      if (pending(db) > 0) interrupted++;
      ask = await start();
      expect(await contentOf(ask, 'small.json')).toEqual({ count: `${round}.${acknowledged}` });
      expect(await contentOf(ask, 'large.json')).toEqual(texts(`round${round}`));
      expect(pending(db)).toBe(0);
      expect(readDatabase(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(readDatabase(db, 'PRAGMA foreign_key_check')).toEqual([]);
    }
    expect(interrupted).toBeGreaterThan(0);
  });
});
