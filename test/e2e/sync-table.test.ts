import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session, type Ran } from '../support/session.js';

/**
 * One row of the table of docs/sync.md: one key beside a neighbour that never differs. `base` is
 * what both sides held when they last agreed, null for a key without a base; null elsewhere is an
 * absent key.
 */
interface Row {
  readonly name: string;
  /** Neither this key nor its neighbour was ever synced. */
  readonly first?: true;
  readonly locale?: 'en';
  readonly base: string | null;
  readonly here: string | null;
  readonly there: string | null;
  readonly status: string;
  /**
   * What the service holds after push, what the disk holds after pull, and the exit codes: 0 if not
   * given.
   */
  readonly push: {
    readonly there: string | null;
    readonly uploads?: 0 | 1;
    readonly says?: string;
    readonly exit?: 1;
  };
  readonly pull: { readonly here: string | null; readonly exit?: 1; readonly says?: string };
  /** The same with --force, if that is another thing. */
  readonly forced?: { readonly there: string | null; readonly here: string | null };
}

const ROWS: readonly Row[] = [
  {
    name: 'both the same',
    base: 'B',
    here: 'B',
    there: 'B',
    status: 'in-sync',
    push: { there: 'B' },
    pull: { here: 'B' },
  },
  {
    name: 'MG-05 both changed to the same',
    base: 'B',
    here: 'S',
    there: 'S',
    status: 'in-sync',
    push: { there: 'S' },
    pull: { here: 'S' },
  },
  {
    name: 'MG-04 changed here',
    base: 'B',
    here: 'H',
    there: 'B',
    status: 'to-push',
    push: { there: 'H', uploads: 1 },
    pull: { here: 'H' },
  },
  {
    name: 'MG-03 changed there',
    base: 'B',
    here: 'B',
    there: 'T',
    status: 'to-pull',
    push: { there: 'T' },
    pull: { here: 'T' },
  },
  {
    name: 'MG-06 changed on both sides',
    base: 'B',
    here: 'H',
    there: 'T',
    status: 'conflict',
    push: { there: 'T', exit: 1, says: 'CONFLICT' },
    pull: { here: 'H', exit: 1, says: 'CONFLICT' },
    forced: { there: 'H', here: 'T' },
  },
  {
    name: 'never synced, only here',
    base: null,
    here: 'H',
    there: null,
    status: 'to-push',
    push: { there: 'H', uploads: 1 },
    pull: { here: 'H' },
  },
  {
    name: 'never synced, only there',
    base: null,
    here: null,
    there: 'T',
    status: 'to-pull',
    push: { there: 'T' },
    pull: { here: 'T' },
  },
  {
    name: 'MG-01 never synced, the same',
    base: null,
    here: 'S',
    there: 'S',
    status: 'in-sync',
    push: { there: 'S' },
    pull: { here: 'S' },
  },
  {
    name: 'MG-02 first contact, the source locale differs',
    first: true,
    locale: 'en',
    base: null,
    here: 'H',
    there: 'T',
    status: 'to-push',
    push: { there: 'H', uploads: 1, says: 'TEXTS_LOST' },
    pull: { here: 'H', exit: 1, says: 'CONFLICT' },
    forced: { there: 'H', here: 'T' },
  },
  {
    name: 'MG-02 first contact, another locale differs',
    first: true,
    base: null,
    here: 'H',
    there: 'T',
    status: 'to-pull',
    push: { there: 'T', exit: 1, says: 'CONFLICT' },
    pull: { here: 'T', says: 'TEXTS_LOST' },
    forced: { there: 'H', here: 'T' },
  },
  {
    name: 'MG-02 added on both sides, in the source locale',
    locale: 'en',
    base: null,
    here: 'H',
    there: 'T',
    status: 'conflict',
    push: { there: 'T', exit: 1, says: 'CONFLICT' },
    pull: { here: 'H', exit: 1, says: 'CONFLICT' },
    forced: { there: 'H', here: 'T' },
  },
  {
    name: 'MG-02 added on both sides, in another locale',
    base: null,
    here: 'H',
    there: 'T',
    status: 'conflict',
    push: { there: 'T', exit: 1, says: 'CONFLICT' },
    pull: { here: 'H', exit: 1, says: 'CONFLICT' },
    forced: { there: 'H', here: 'T' },
  },
  {
    name: 'deleted here',
    base: 'B',
    here: null,
    there: 'B',
    status: 'in-sync',
    push: { there: 'B', says: 'CANNOT_DELETE' },
    pull: { here: null },
  },
  {
    name: 'MG-08 deleted there',
    base: 'B',
    here: 'B',
    there: null,
    status: 'to-pull',
    push: { there: null },
    pull: { here: null, says: 'TEXTS_LOST' },
  },
  {
    name: 'MG-07 deleted here, changed there',
    base: 'B',
    here: null,
    there: 'T',
    status: 'conflict',
    push: { there: 'T', exit: 1, says: 'CONFLICT' },
    pull: { here: null, exit: 1, says: 'CONFLICT' },
    forced: { there: 'T', here: 'T' },
  },
  {
    name: 'MG-07 changed here, deleted there',
    base: 'B',
    here: 'H',
    there: null,
    status: 'conflict',
    push: { there: null, exit: 1, says: 'CONFLICT' },
    pull: { here: 'H', exit: 1, says: 'CONFLICT' },
    forced: { there: 'H', here: null },
  },
  {
    name: 'emptied there',
    base: 'B',
    here: 'B',
    there: '',
    status: 'in-sync',
    push: { there: '' },
    pull: { here: 'B' },
  },
];

const write = (s: Session, locale: string, texts: Texts): void =>
  void s.file(`l/${locale}.json`, `${JSON.stringify(texts, undefined, 2)}\n`);

const withKey = (key: string | null): Texts => ({ neighbour: 'N', ...(key === null ? {} : { k: key }) });

/** A project in which every row is a file set of its own, so that a few runs decide them all. */
async function tableOf(rows: readonly Row[]) {
  const s = await Session.scripted({ config: { files: ['l/*/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  const sets = rows.map((row, i) => {
    const name = `l/r${i}/en.json`;
    const locale = row.locale ?? 'de';
    const path = `l/r${i}/${locale}.json`;
    return {
      row,
      path,
      ours: (key: string | null): void =>
        void s.file(path, `${JSON.stringify(withKey(key), undefined, 2)}\n`),
      theirs: (key: string | null): void => fakeService.set(locale, withKey(key), name),
      here: (): string | null => (JSON.parse(s.text(path)) as Texts)['k'] ?? null,
      there: (): string | null => fakeService.texts(locale, name)['k'] ?? null,
      versions: (): number => fakeService.versions(name),
      fill: (): void => {
        for (const one of ['en', 'de']) {
          // What is gone for one language only is untranslated, not deleted.
          const other = row.there === null ? null : 'X';
          const texts = withKey(one === locale ? row.base : other);
          s.file(`l/r${i}/${one}.json`, `${JSON.stringify(texts, undefined, 2)}\n`);
          fakeService.set(one, texts, name);
        }
      },
    };
  });
  for (const set of sets) set.fill();
  (await s.run('push')).code(0).stdout('Nothing to push.');
  const lock = JSON.parse(s.text('locsync.lock')) as { files: Record<string, unknown> };
  const first = new Set(sets.filter(({ row }) => row.first).map(({ path }) => path));
  lock.files = Object.fromEntries(Object.entries(lock.files).filter(([path]) => !first.has(path)));
  /** All rows as they are before a command, the base included. */
  const arrange = (): void => {
    s.file('locsync.lock', `${JSON.stringify(lock, undefined, 2)}\n`);
    for (const { ours, theirs, row } of sets) {
      ours(row.here);
      theirs(row.there);
    }
  };
  return { s, sets, arrange };
}

const of = (ran: Ran, path: string): string[] =>
  [...ran.json.errors, ...ran.json.warnings]
    .filter((problem) => problem.path === path)
    .map(({ code }) => code);

describe('the table of docs/sync.md, from outside', () => {
  it('MG-01 to MG-08: status', async () => {
    const { s, sets, arrange } = await tableOf(ROWS);
    arrange();
    const { states } = (await s.run('status --json')).code(0);
    for (const { row, path } of sets) expect.soft(states[path], row.name).toBe(row.status);
    expect(Object.keys(states)).toHaveLength(2 * ROWS.length);
  });

  it('MG-01 to MG-08: pull, and a second pull touches nothing', async () => {
    const { s, sets, arrange } = await tableOf(ROWS);
    arrange();
    const pull = (await s.run('pull --json')).code(1);
    for (const { row, path, here, there } of sets) {
      expect.soft(of(pull, path), row.name).toEqual(row.pull.says === undefined ? [] : [row.pull.says]);
      expect.soft(here(), row.name).toBe(row.pull.here);
      expect.soft(there(), row.name).toBe(row.there);
    }
    const before = s.snapshot();
    (await s.run('pull')).code(1).stdout('Did not pull anything.');
    s.unchanged(before);
  });

  it('MG-01 to MG-08: push, and a second push uploads nothing', async () => {
    const { s, sets, arrange } = await tableOf(ROWS);
    arrange();
    const push = (await s.run('push --json')).code(1);
    for (const { row, path, here, there, versions } of sets) {
      expect.soft(of(push, path), row.name).toEqual(row.push.says === undefined ? [] : [row.push.says]);
      expect.soft(there(), row.name).toBe(row.push.there);
      expect.soft(here(), row.name).toBe(row.here);
      expect.soft(versions(), row.name).toBe(row.push.uploads ?? 0);
    }
    const { length } = s.service.script.of('upload');
    expect(s.service.script.of('event')).toHaveLength(1);
    (await s.run('push')).code(1);
    expect(s.service.script.of('upload')).toHaveLength(length);
    expect(s.service.script.of('event')).toHaveLength(1);
  });

  it('MG-02 MG-06 MG-07: --force lets the side win that the command speaks for', async () => {
    const { s, sets, arrange } = await tableOf(ROWS.filter(({ forced }) => forced));
    arrange();
    (await s.run('pull --force')).code(0);
    for (const { row, here } of sets) expect.soft(here(), row.name).toBe(row.forced?.here);
    (await s.run('status --check')).code(0);
    arrange();
    (await s.run('push --force')).code(0);
    for (const { row, there } of sets) expect.soft(there(), row.name).toBe(row.forced?.there);
  });

  it('a newer text of the service is put into what is uploaded, a key deleted there is left out: nothing is reverted', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script);
    const full = { neighbour: 'N', k: 'B', old: 'O', mine: 'M' };
    write(s, 'de', full);
    fakeService.set('de', full);
    (await s.run('push')).code(0);
    fakeService.set('de', { neighbour: 'N', k: 'T', mine: 'M' });
    write(s, 'de', { ...full, mine: 'M2' });
    const push = (await s.run('push')).code(0).stdout('Pushed 1 file.');
    push.stderr('warning: l/de.json: 1 key in de was deleted on the service and left out of the upload: old');
    expect(fakeService.texts('de')).toEqual({ neighbour: 'N', k: 'T', mine: 'M2' });
    s.reads('l/de.json', `${JSON.stringify({ ...full, mine: 'M2' }, undefined, 2)}\n`);
    (await s.run('pull')).code(0);
    s.reads('l/de.json', `${JSON.stringify({ neighbour: 'N', k: 'T', mine: 'M2' }, undefined, 2)}\n`);
    (await s.run('status --check')).code(0);
  });
});

const many = (text: (i: number) => string): Texts =>
  Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, text(i)]));

async function grown() {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  for (const one of ['en', 'de']) {
    write(
      s,
      one,
      many((i) => `${one} ${i}`),
    );
    fakeService.set(
      one,
      many((i) => `${one} ${i}`),
    );
  }
  (await s.run('push')).code(0);
  return { s, fakeService };
}

describe('the shrink guard', () => {
  it('BD-16 a sparse export is left alone with its numbers, and taken with --allow-shrink', async () => {
    const { s, fakeService } = await grown();
    for (const code of ['en', 'de'])
      fakeService.set(code, Object.fromEntries(Object.entries(many((i) => `${code} ${i}`)).slice(0, 20)));
    const before = s.snapshot();
    const pull = (await s.run('pull --json')).code(1);
    expect(pull.errors).toEqual(['SHRINK']);
    expect(pull.json.errors[0]?.message).toContain('remove 40 of 60 keys');
    expect(pull.states['l/de.json']).toBe('skipped');
    s.unchanged(before);
    (await s.run('pull --allow-shrink')).code(0);
    expect(Object.keys(JSON.parse(s.text('l/de.json')) as Texts)).toHaveLength(20);
  });

  it('BD-15 an export of empty texts changes nothing; with --empty the guard stops it', async () => {
    const { s, fakeService } = await grown();
    fakeService.set(
      'de',
      many(() => ''),
    );
    const before = s.snapshot();
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    s.unchanged(before);
    (await s.run('pull --empty')).code(1).stderr('pull would empty 60 of 60 keys');
    s.unchanged(before);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('BD-14 a language that is suddenly empty is left alone', async () => {
    const { s, fakeService } = await grown();
    fakeService.set('de', {});
    const before = s.snapshot();
    (await s.run('pull')).code(1).stderr('holds no text in de, although 60 were synced');
    s.unchanged(before);
  });

  it('a list of source files that is suddenly empty is an error, not an order to remove everything', async () => {
    const { s, fakeService } = await grown();
    fakeService.drop();
    const before = s.snapshot();
    expect((await s.run('pull --json')).code(4).errors).toEqual(['SOURCE_LIST_EMPTY']);
    expect((await s.run('push --json')).code(4).errors).toEqual(['SOURCE_LIST_EMPTY']);
    for (const command of ['status', 'status --check', 'diff'])
      expect((await s.run(`${command} --json`)).code(4).errors, command).toEqual(['SOURCE_LIST_EMPTY']);
    s.unchanged(before);
    (await s.run('push --force')).code(0).stdout('Pushed 2 files.');
    (await s.run('status --check')).code(0);
  });

  it('a source file that vanished is named by every command, and uploaded anew with push --force', async () => {
    const { s, fakeService } = await grown();
    s.config({ files: ['l/{locale}.json', 'm/{locale}.json'] });
    s.file('m/en.json', '{"a": "A"}\n');
    (await s.run('push')).code(0);
    fakeService.drop('l/en.json');
    const before = s.snapshot();
    const status = (await s.run('status --check --json')).code(1);
    expect(status.states).toMatchObject({ 'l/en.json': 'only-here', 'm/en.json': 'in-sync' });
    expect(status.json.files[0]?.keys).toMatchObject({ toPull: 0, conflicts: 0 });
    expect(status.warnings).toEqual(['SOURCE_FILE_GONE', 'SOURCE_FILE_GONE']);
    (await s.run('status')).code(0).never('Everything is in sync', 'keys to pull');
    for (const command of ['push', 'pull']) {
      const ran = (await s.run(`${command} --json`)).code(1);
      expect(ran.errors).toEqual(['SOURCE_FILE_GONE', 'SOURCE_FILE_GONE']);
    }
    s.unchanged(before);
    (await s.run('push --force')).code(0).stdout('Pushed 2 files.');
    (await s.run('status --check')).code(0);
  });
});
