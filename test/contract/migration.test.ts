import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDatabase, withService, type TestService } from '../support/service.js';

/** Written by the last version of locsync that had schema 1, with its own commands. */
const OLD = join(import.meta.dirname, 'databases/schema-1.db');
const TOKEN = 'loc_token_of_version_1';

const CONTENT = `SELECT f.name AS file, l.code AS locale, k.name AS key, t.text AS text FROM translation t
  JOIN key k ON k.id = t.key JOIN source_file f ON f.id = k.file JOIN locale l ON l.id = t.locale
  ORDER BY f.id, l.id, k.id`;
const VERSIONS = 'SELECT id, file, number, upload, event, filename, created FROM version ORDER BY id';

let folder: string;
let db: string;
let service: TestService | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locsync-migration-'));
  db = join(folder, 'service.db');
  copyFileSync(OLD, db);
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const open = (): Promise<TestService> => withService({ db, locales: [], token: TOKEN });

describe('a database of schema 1', () => {
  it('PG-01 keeps every text, version, event, language and the project, letter for letter', async () => {
    const before = [readDatabase(OLD, CONTENT), readDatabase(OLD, VERSIONS)];
    expect(before[0]).toHaveLength(18);
    service = await open();
    expect([readDatabase(db, CONTENT), readDatabase(db, VERSIONS)]).toEqual(before);
    expect(readDatabase(db, 'SELECT id, kind, created FROM event')).toEqual(
      readDatabase(OLD, 'SELECT id, kind, created FROM event'),
    );
    expect(service.project).toMatchObject({ id: 'pro_11', name: 'Old shop', technology: 'ruby' });
    expect(service.locales.map(({ code }) => code)).toEqual(['en', 'de', 'ar']);
    expect(await service.texts('app.en.json', 'en')).toMatchObject({
      odd: 'nul \u0000, half \ud800, \u202eturned, line\u2028',
    });
    expect(readDatabase(db, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(readDatabase(db, 'PRAGMA foreign_key_check')).toEqual([]);
  });

  it('PG-01 counts its keys, and the translations that have a source text', async () => {
    service = await open();
    expect(readDatabase(db, 'SELECT name, keys FROM source_file ORDER BY id')).toEqual([
      { name: 'config/locales/en.yml', keys: 7 },
      { name: 'app.en.json', keys: 5 },
    ]);
    expect(readDatabase(db, 'SELECT file, locale, translated FROM tally ORDER BY file, locale')).toEqual([
      { file: 1, locale: 1, translated: 4 },
      { file: 1, locale: 2, translated: 3 },
      { file: 1, locale: 3, translated: 1 },
      { file: 2, locale: 1, translated: 5 },
      { file: 2, locale: 2, translated: 1 },
    ]);
  });

  it('PG-02 begins its history with the next upload', async () => {
    service = await open();
    await service.put('de', 'config/locales/en.yml', { hello: 'Servus %{name}!', gone: 'Nur auf Englisch' });
    await service.close();
    expect(
      readDatabase(db, 'SELECT number, upload, changes, locales FROM version ORDER BY id DESC LIMIT 2'),
    ).toEqual([
      { number: 5, upload: 'api', changes: 2, locales: '[2]' },
      { number: 2, upload: 'api', changes: null, locales: '[]' },
    ]);
    expect(
      readDatabase(
        db,
        'SELECT k.name AS key, c.version, c.before FROM change c JOIN key k ON k.id = c.key ORDER BY k.id',
      ),
    ).toEqual([
      { key: '"hello"', version: 7, before: '"Moin %{name}!"' },
      { key: '"gone"', version: 7, before: null },
    ]);
    service = await open();
    expect(await service.texts('config/locales/en.yml', 'de')).toMatchObject({ hello: 'Servus %{name}!' });
  });
});

describe('a database of schema 2', () => {
  const SECOND = join(import.meta.dirname, 'databases/schema-2.db');
  const ALL = [
    'project',
    'locale',
    'event',
    'source_file',
    'version',
    'key',
    'translation',
    'change',
    'tally',
  ];

  it('PG-01 keeps every row as it is', async () => {
    copyFileSync(SECOND, db);
    service = await open();
    for (const table of ALL)
      expect(readDatabase(db, `SELECT * FROM ${table}`), table).toEqual(
        readDatabase(SECOND, `SELECT * FROM ${table}`),
      );
    expect(readDatabase(db, 'PRAGMA user_version')).toEqual([{ user_version: 3 }]);
    expect(readDatabase(db, 'SELECT * FROM pending')).toEqual([]);
    expect(await service.texts('app/en.json', 'de')).toEqual({ a: 'Ah', b: 'Be', c: 'nur hier' });
    await service.put(
      'en',
      'app/en.json',
      Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`k${n}`, 'x'])),
    );
    expect(await service.texts('app/en.json', 'en')).toMatchObject({
      a: 'A2',
      odd: 'nul \u0000, half \ud800',
      k2999: 'x',
    });
  });
});

describe('the history of texts', () => {
  it('PG-03 has counts that agree with the texts after any order of uploads', async () => {
    service = await withService({ db: join(folder, 'new.db') });
    const uploads: [string, string, Record<string, string>][] = [
      ['de', 'app.json', { a: 'A', b: '', c: 'C' }],
      ['en', 'app.json', { a: 'a', b: 'b' }],
      ['en', 'app.json', { a: '', c: 'c' }],
      ['pt-BR', 'app.json', { a: 'x', b: 'y', d: 'z' }],
      ['de', 'app.json', { b: 'B', c: '' }],
      ['en', 'app.json', { a: 'again', d: 'd' }],
      ['de', 'app.json', { b: 'B' }],
    ];
    for (const [locale, file, texts] of uploads) await service.put(locale, file, texts);
    const counted = `SELECT t.locale AS locale, count(*) AS translated FROM translation t
      JOIN translation s ON s.key = t.key AND s.locale = 1 WHERE t.text <> '""' AND s.text <> '""' GROUP BY 1`;
    const path = join(folder, 'new.db');
    expect(readDatabase(path, 'SELECT locale, translated FROM tally ORDER BY locale')).toEqual(
      readDatabase(path, counted),
    );
    expect(readDatabase(path, 'SELECT keys FROM source_file')).toEqual([{ keys: 4 }]);
    const changes = readDatabase(path, 'SELECT changes FROM version ORDER BY id');
    expect(changes.map(({ changes: n }) => n)).toEqual([3, 2, 2, 3, 2, 2, 0]);
  });

  it('PG-03 survives an upload that replaces: a key without texts is gone, and comes back', async () => {
    const path = join(folder, 'new.db');
    service = await withService({ db: path, behave: ['replace'] });
    await service.put('en', 'app.json', { a: 'a', b: 'b' });
    await service.put('en', 'app.json', { b: 'b' });
    expect((await service.ask('/source_files')).json).toMatchObject([{ keys: 1 }]);
    await service.put('en', 'app.json', { b: 'b', a: 'anew' });
    expect((await service.ask('/source_files')).json).toMatchObject([{ keys: 2 }]);
    expect(
      readDatabase(
        path,
        `SELECT c.version, c.before FROM change c JOIN key k ON k.id = c.key WHERE k.name = '"a"'`,
      ),
    ).toEqual([
      { version: 1, before: null },
      { version: 2, before: '"a"' },
      { version: 3, before: null },
    ]);
    expect(readDatabase(path, 'SELECT translated FROM tally')).toEqual([{ translated: 2 }]);
  });
});
