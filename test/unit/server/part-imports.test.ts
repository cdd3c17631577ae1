import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../src/server/store/store.js';
import { StorageFull } from '../../../src/server/store/storage-room.js';
import type { Import, ImportResult, Literals } from '../../../src/server/store/stored-types.js';
import { processes, readDatabase } from '../../support/service.js';
import { sized } from '../../support/runs.js';

const LARGE = 5_000;
/** Too much for one turn, whatever the machine. */
const SEVERAL_TURNS = sized(20_000, 16_000);
const ROOM = 64 * 1024 * 1024;

let folder: string;
let db: string;
const opened: Store[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locsync-parts-'));
  db = join(folder, 'service.db');
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(file = db, maxBytes = ROOM): Store {
  const store = Store.open(file, processes, maxBytes);
  opened.push(store);
  if (store.projects().length === 0)
    store.transaction(() => {
      const names = { name: 'P', technology: '', framework: '', format: '' };
      store.saveProject({ id: 'pro_1', tokenHash: new Uint8Array(32), ...names });
      for (const code of ['en', 'de']) store.addLocale('pro_1', { code, name: code, country: '' });
    });
  return store;
}

const literal = (text: string): string => JSON.stringify(text);
const texts = (said: string, count = LARGE): readonly Literals[] =>
  Array.from({ length: count }, (_, n): Literals => [
    literal(`key ${n} \u0000`),
    literal(`${said} ${n} \ud800`),
  ]);

function upload(store: Store, file: number | undefined, list: readonly Literals[], locale = 1): Import {
  const event = (): number => store.addEvent('pro_1', 'api_upload');
  const by = { upload: 'api', who: '' } as const;
  return { project: 'pro_1', by, file, filename: 'en.json', event, texts: new Map([[locale, list]]) };
}

/** What a kill at this moment leaves, opened by the next process. */
function killed(): { readonly copy: string; readonly store: Store } {
  const copy = join(folder, 'copy.db');
  for (const suffix of ['', '-wal']) copyFileSync(`${db}${suffix}`, `${copy}${suffix}`);
  return { copy, store: open(copy) };
}

const held = (store: Store, file: number, locale = 1): ReadonlyMap<string, string> =>
  new Map(store.texts(file, locale));

describe('an import in parts', () => {
  it('PG-83 has every text once it has ended, in the order of the upload, as one version', async () => {
    const store = open();
    const versions: ImportResult[] = [];
    store.onVersion = (version) => versions.push(version);
    const { stored, done } = store.importLarge(upload(store, undefined, texts('first')));
    expect([store.parts.isBusy(stored.file), stored.number, versions]).toEqual([true, 1, []]);
    expect(await done).toEqual({ ...stored, changes: LARGE });
    expect(versions).toEqual([{ ...stored, changes: LARGE }]);
    expect(store.parts.isBusy(stored.file)).toBe(false);
    expect(store.texts(stored.file, 1)).toEqual(texts('first'));
    expect(store.versions.translated().get(1)).toBe(LARGE);
    expect(store.file('pro_1', stored.file)?.keys).toBe(LARGE);
    expect(store.statements.all('SELECT changes, locales FROM version')).toEqual([
      { changes: LARGE, locales: '[1]' },
    ]);
    expect(store.statements.all('SELECT count(*) AS n FROM pending')).toEqual([{ n: 0 }]);
  });

  it('PG-83 lets others go on in between', async () => {
    const store = open();
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await store.importLarge(upload(store, undefined, texts('first', SEVERAL_TURNS))).done;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('PG-83 of a key that an upload has twice, the last text is stored', async () => {
    const store = open();
    const list: readonly Literals[] = [...texts('first'), [literal('key 7 \u0000'), literal('again')]];
    const { stored } = await finished(store, upload(store, undefined, list));
    expect(held(store, stored.file).get(literal('key 7 \u0000'))).toBe(literal('again'));
  });

  it('PG-84 a later write of the same keys comes after it, however early it is', async () => {
    const store = open();
    const first = await finished(store, upload(store, undefined, texts('first')));
    const { file } = first.stored;
    const large = store.importLarge(upload(store, file, texts('second')));
    const name = literal(`key ${LARGE - 1} \u0000`);
    const edit = store.import(upload(store, file, [[name, literal('edited')]]));
    expect([edit.number, edit.version > large.stored.version]).toEqual([3, true]);
    expect(await large.done).toMatchObject({ number: 2, changes: LARGE });
    expect(held(store, file).get(name)).toBe(literal('edited'));
    expect(held(store, file).get(literal('key 0 \u0000'))).toBe(literal('second 0 \ud800'));
    const before = store.statements.all('SELECT before FROM change WHERE version = ?', [edit.version]);
    expect(before).toEqual([{ before: literal(`second ${LARGE - 1} \ud800`) }]);
  });

  it('PG-84 a second large one of the same file waits for nothing and comes after it', async () => {
    const store = open();
    const first = store.importLarge(upload(store, undefined, texts('first')));
    const { file } = first.stored;
    const second = store.importLarge(upload(store, file, texts('second')));
    const german = store.importLarge(upload(store, file, texts('deutsch'), 2));
    expect((await Promise.all([first.done, second.done, german.done])).map((one) => one.number)).toEqual([
      1, 2, 3,
    ]);
    expect(store.texts(file, 1)).toEqual(texts('second'));
    expect(store.texts(file, 2)).toEqual(texts('deutsch'));
    expect(store.versions.translated()).toEqual(
      new Map([
        [1, LARGE],
        [2, LARGE],
      ]),
    );
  });

  it.each([0, 1, 3])('PG-85 killed after %i turns, the next start ends it', async (turns) => {
    const store = open();
    const { stored } = await finished(store, upload(store, undefined, texts('first', SEVERAL_TURNS)));
    const { file } = stored;
    const large = store.importLarge(upload(store, file, texts('second', SEVERAL_TURNS)));
    const name = literal(`key ${SEVERAL_TURNS - 1} \u0000`);
    store.import(upload(store, file, [[name, literal('edited')]]));
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    const left = Number(store.statements.all('SELECT count(*) AS n FROM pending')[0]?.['n']);
    expect(left).toBeGreaterThan(0);
    const next = killed();
    const wanted = new Map(texts('second', SEVERAL_TURNS)).set(name, literal('edited'));
    expect(held(next.store, file)).toEqual(wanted);
    const rows = readDatabase(next.copy, 'SELECT number, changes FROM version ORDER BY id');
    expect(rows.map(({ changes }) => changes)).toEqual([SEVERAL_TURNS, SEVERAL_TURNS, 1]);
    expect(readDatabase(next.copy, 'SELECT * FROM pending')).toEqual([]);
    expect(readDatabase(next.copy, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await large.done;
    expect(held(store, file)).toEqual(wanted);
  });

  it('PG-85 a clean stop ends it first', async () => {
    const store = open();
    const { stored, done } = store.importLarge(upload(store, undefined, texts('first', SEVERAL_TURNS)));
    store.close();
    opened.pop();
    expect(await done).toMatchObject({ changes: SEVERAL_TURNS });
    expect(open().texts(stored.file, 1)).toHaveLength(SEVERAL_TURNS);
  });

  it('PG-86 without room for sure, it is one transaction: nothing of it is stored', () => {
    const store = open(db, 1_000_000);
    const large = upload(store, undefined, texts('first', SEVERAL_TURNS));
    expect(store.parts.suits(large)).toBe(false);
    expect(() => store.importLarge(large)).toThrow(StorageFull);
    expect([store.files('pro_1'), store.statements.all('SELECT * FROM event')]).toEqual([[], []]);
  });

  it('PG-86 if the room ends in the middle, it goes on as soon as there is some', async () => {
    const store = open(db, 1_100_000);
    const { stored, done } = store.parts.start(upload(store, undefined, texts('first', 10_000)));
    await expect(done).rejects.toThrow(StorageFull);
    await expect(store.parts.ended(stored.file)).rejects.toThrow(StorageFull);
    expect(store.parts.isBusy(stored.file)).toBe(true);
    store.close();
    opened.pop();
    const small = open(db, 1_100_000);
    expect(small.parts.isBusy(stored.file)).toBe(true);
    small.close();
    opened.pop();
    expect(open().texts(stored.file, 1)).toEqual(texts('first', 10_000));
  });
});

async function finished(store: Store, large: Import): Promise<{ readonly stored: ImportResult }> {
  const { done } = store.importLarge(large);
  return { stored: await done };
}
