import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session, type Ran } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

interface Options {
  readonly empty: boolean;
  readonly prune: boolean;
  readonly allowShrink: boolean;
  readonly force: boolean;
}

const FLAGS: Readonly<Record<keyof Options, string>> = {
  empty: '--empty',
  prune: '--prune',
  allowShrink: '--allow-shrink',
  force: '--force',
};

const NAMES = ['empty', 'prune', 'allowShrink', 'force'] as const;

/** Every set of the four options. */
const COMBINATIONS: readonly Options[] = Array.from({ length: 16 }, (_, bits) => {
  const on = (name: (typeof NAMES)[number]): boolean => (bits & (1 << NAMES.indexOf(name))) !== 0;
  return { empty: on('empty'), prune: on('prune'), allowShrink: on('allowShrink'), force: on('force') };
});

const flagsOf = (options: Options): string[] =>
  NAMES.filter((name) => options[name]).map((name) => FLAGS[name]);

/**
 * A key in its three versions (null: absent), and what pull makes of it on disk: null for a removed
 * key, undefined for a conflict.
 */
interface Key {
  readonly base: string | null;
  readonly here: string | null;
  readonly there: string | null;
  readonly pulled: (options: Options) => string | null | undefined;
}

/** The pull column of the table in docs/sync.md, with what the page says of the options. */
const KEYS = {
  same: { base: 'B', here: 'B', there: 'B', pulled: () => 'B' },
  mine: { base: 'B', here: 'H', there: 'B', pulled: () => 'H' },
  theirs: { base: 'B', here: 'B', there: 'T', pulled: () => 'T' },
  addedThere: { base: null, here: null, there: 'T', pulled: () => 'T' },
  addedHere: { base: null, here: 'H', there: null, pulled: () => 'H' },
  deletedHere: { base: 'B', here: null, there: 'B', pulled: () => null },
  deletedThere: { base: 'B', here: 'B', there: null, pulled: () => null },
  emptiedThere: { base: 'B', here: 'B', there: '', pulled: ({ empty }) => (empty ? '' : 'B') },
  bothChanged: { base: 'B', here: 'H', there: 'T', pulled: ({ force }) => (force ? 'T' : undefined) },
  changedAndDeleted: { base: 'B', here: 'H', there: null, pulled: ({ force }) => (force ? null : undefined) },
  deletedAndChanged: { base: 'B', here: null, there: 'T', pulled: ({ force }) => (force ? 'T' : undefined) },
  changedAndEmptied: {
    base: 'B',
    here: 'H',
    there: '',
    pulled: ({ force, empty }) => (force && empty ? '' : undefined),
  },
} as const satisfies Readonly<Record<string, Key>>;

type Kind = keyof typeof KEYS;

/**
 * Files by how many keys of each kind they hold; `guarded` on both sides of both bounds of the
 * shrink guard.
 */
const FILES: Readonly<Record<string, Partial<Record<Kind, number>>>> = {
  oneOfEach: {
    ...Object.fromEntries(Object.keys(KEYS).map((kind) => [kind, 1])),
    same: 20,
  },
  noConflict: { same: 20, theirs: 1, addedThere: 1, addedHere: 1, deletedThere: 2, emptiedThere: 2 },
  halfEmptied: { same: 10, mine: 1, emptiedThere: 12, deletedThere: 1 },
  halfGone: { same: 10, theirs: 2, deletedThere: 12, addedHere: 1 },
  goneAndEmptied: { same: 10, deletedThere: 6, emptiedThere: 6 },
  lostByForce: { same: 10, changedAndDeleted: 6, changedAndEmptied: 6 },
  onlyHere: { same: 10, addedHere: 12 },
  tenKeys: { same: 10, deletedThere: 10 },
  aFifth: { same: 44, deletedThere: 11 },
  overAFifth: { same: 43, deletedThere: 11 },
};

const keysOf = (counts: Partial<Record<Kind, number>>): ReadonlyMap<string, Key> =>
  new Map(
    (Object.keys(KEYS) as Kind[]).flatMap((kind) =>
      Array.from({ length: counts[kind] ?? 0 }, (_, i) => [`${kind}${i}`, KEYS[kind]] as const),
    ),
  );

const side = (keys: ReadonlyMap<string, Key>, name: 'base' | 'here' | 'there'): Texts =>
  Object.fromEntries(
    [...keys].flatMap(([key, versions]) => {
      const text = versions[name];
      return text === null ? [] : [[key, text]];
    }),
  );

/** What a pull with these options leaves of a file, as docs/sync.md says. */
function expected(keys: ReadonlyMap<string, Key>, options: Options) {
  const here = side(keys, 'here');
  let lost = 0;
  let conflicts = 0;
  let changed = 0;
  const after: Record<string, string> = {};
  for (const [key, { here: mine, pulled }] of keys) {
    const text = pulled(options);
    if (text === undefined) conflicts++;
    else if (text !== mine) {
      changed++;
      if (text === null || text === '') lost++;
    }
    const stays = text === undefined ? mine : text;
    if (stays !== null) after[key] = stays;
  }
  const guarded = lost > 10 && lost > Object.keys(here).length / 5 && !options.allowShrink;
  if (guarded) return { after: here, errors: ['SHRINK'], state: 'skipped' };
  const state = conflicts > 0 ? 'conflict' : changed > 0 ? 'pulled' : undefined;
  return { after, errors: conflicts > 0 ? ['CONFLICT'] : [], state, toPull: changed, conflicts };
}

const pathOf = (name: string): string => `l/${name}/de.json`;

/** All files in step with the service, then changed on both sides as their keys say. */
async function world() {
  const s = await Session.scripted({ config: { files: ['l/*/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  const files = Object.entries(FILES).map(([name, counts]) => ({ name, keys: keysOf(counts) }));
  const set = (here: 'base' | 'here', there: 'base' | 'there'): void => {
    for (const { name, keys } of files) {
      s.file(pathOf(name), jsonText(side(keys, here)));
      fakeService.set('de', side(keys, there), `l/${name}/en.json`);
    }
  };
  set('base', 'base');
  (await s.run('push')).code(0).stdout('Nothing to push.');
  const lock = s.text('locsync.lock');
  const arrange = (): void => {
    s.file('locsync.lock', lock);
    set('here', 'there');
  };
  return { s, files, arrange };
}

const errorsAt = (ran: Ran, path: string): string[] =>
  ran.json.errors.filter((error) => error.path === path).map(({ code }) => code);

const rowAt = (ran: Ran, path: string) => ran.json.files.find((file) => file.path === path);

describe('pull with every set of --empty, --prune, --allow-shrink and --force', () => {
  it.each(COMBINATIONS.map((options) => [flagsOf(options).join(' ') || 'none', options] as const))(
    '%s: what docs/sync.md says of each key, the numbers of --dry-run, and a second pull writes nothing',
    async (_, options) => {
      const { s, files, arrange } = await world();
      arrange();
      const before = s.snapshot();
      const dry = await s.run(['pull', '--dry-run', '--json', ...flagsOf(options)]);
      s.unchanged(before);
      const ran = await s.run(['pull', '--json', ...flagsOf(options)]);
      expect(dry.exitCode).toBe(ran.exitCode);
      for (const { name, keys } of files) {
        const path = pathOf(name);
        const wanted = expected(keys, options);
        expect.soft(JSON.parse(s.text(path)), name).toEqual(wanted.after);
        expect.soft([errorsAt(ran, path), errorsAt(dry, path)], name).toEqual([wanted.errors, wanted.errors]);
        const row = rowAt(ran, path);
        if (wanted.state !== undefined) expect.soft(row?.state, name).toBe(wanted.state);
        if (wanted.toPull !== undefined)
          expect.soft(row?.keys, name).toMatchObject({ toPull: wanted.toPull, conflicts: wanted.conflicts });
        expect.soft(rowAt(dry, path)?.keys, name).toEqual(row?.keys);
      }
      const after = s.snapshot();
      const again = await s.run(['pull', '--json', ...flagsOf(options)]);
      s.unchanged(after);
      expect(again.json.files.filter(({ state }) => state === 'pulled')).toEqual([]);
    },
  );

  it('a key that --prune removed waits for nothing', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    s.file('l/en.json', '{"a":"A"}').file('l/de.json', '{"a":"Ä","x":"X"}');
    book.set('en', { a: 'A' });
    book.set('de', { a: 'Ä' });
    const ran = (await s.run('pull --prune --json')).code(0);
    expect(rowAt(ran, 'l/de.json')?.keys).toMatchObject({ toPush: 0, toPull: 1 });
    expect(ran.json.summary).toMatchObject({ toPush: 0, toPull: 1 });
    s.reads('l/de.json', '{"a":"Ä"}');
  });
});
