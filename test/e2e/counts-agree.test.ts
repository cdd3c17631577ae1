import { describe, expect, it } from 'vitest';
import { NO_KEYS, type FileReport } from '../../src/core/report/file-report.js';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session, type Ran } from '../support/session.js';

/** One file; `here` null: no file, `there` null: no source file, `base` null: never synced. */
interface Situation {
  readonly name: string;
  readonly locale?: 'en';
  readonly base: Texts | null;
  readonly here: Texts | null;
  readonly there: Texts | null;
  /** Keys that wait: to push, to pull, in conflict. */
  readonly counts: readonly [toPush: number, toPull: number, conflicts: number];
  readonly state: FileReport['state'];
  /**
   * Conflicts of push alone: texts without a base that pull takes from the service (docs/sync.md).
   */
  readonly pushConflicts?: number;
}

const B: Texts = { a: 'A', b: 'B', c: 'C', d: 'D' };

const SITUATIONS: readonly Situation[] = [
  { name: 'in sync', base: B, here: B, there: B, counts: [0, 0, 0], state: 'in-sync' },
  {
    name: 'changed and added here',
    base: B,
    here: { ...B, a: 'H', new: 'N' },
    there: B,
    counts: [2, 0, 0],
    state: 'to-push',
  },
  {
    name: 'changed, added and deleted there',
    base: B,
    here: B,
    there: { a: 'T', b: 'B', c: 'C', new: 'N' },
    counts: [0, 3, 0],
    state: 'to-pull',
  },
  {
    name: 'different keys on both sides',
    base: B,
    here: { ...B, a: 'H' },
    there: { ...B, b: 'T', c: 'T' },
    counts: [1, 2, 0],
    state: 'both',
  },
  {
    name: 'a conflict beside work in both directions',
    base: B,
    here: { ...B, a: 'H', b: 'H' },
    there: { ...B, a: 'T', c: 'T', d: 'T' },
    counts: [1, 2, 1],
    state: 'conflict',
  },
  {
    name: 'deleted here, and deleted here but changed there',
    base: B,
    here: { c: 'C', d: 'D' },
    there: { ...B, b: 'T' },
    counts: [0, 0, 1],
    state: 'conflict',
  },
  {
    name: 'emptied there, and emptied there but changed here',
    base: B,
    here: { ...B, a: 'H' },
    there: { ...B, a: '', b: '' },
    counts: [0, 0, 1],
    state: 'conflict',
  },
  {
    name: 'only emptied there',
    base: B,
    here: B,
    there: { ...B, a: '', b: '' },
    counts: [0, 0, 0],
    state: 'in-sync',
  },
  {
    name: 'only emptied there, the source locale',
    locale: 'en',
    base: B,
    here: B,
    there: { ...B, a: '', b: '' },
    counts: [0, 0, 0],
    state: 'in-sync',
  },
  {
    name: 'never synced, another locale',
    base: null,
    here: { a: 'H', b: 'B', mine: 'M' },
    there: { a: 'T', b: 'B', theirs: 'T' },
    counts: [1, 2, 0],
    state: 'both',
    pushConflicts: 1,
  },
  {
    name: 'never synced, the source locale',
    locale: 'en',
    base: null,
    here: { a: 'H', b: 'B', mine: 'M' },
    there: { a: 'T', b: 'B', theirs: 'T' },
    counts: [2, 1, 0],
    state: 'both',
  },
  { name: 'only here', base: null, here: B, there: null, counts: [4, 0, 0], state: 'only-here' },
  { name: 'only there', base: null, here: null, there: B, counts: [0, 4, 0], state: 'only-there' },
  { name: 'the file gone from disk', base: B, here: null, there: B, counts: [0, 4, 0], state: 'only-there' },
  {
    name: 'the source file gone from the service',
    base: B,
    here: { ...B, a: 'H' },
    there: null,
    counts: [0, 0, 0],
    state: 'only-here',
  },
];

const PATHS = SITUATIONS.map(({ locale = 'de' }, i) => `l/s${i}/${locale}.json`);

async function world() {
  const s = await Session.scripted({ config: { files: ['l/*/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  const set = (side: 'here' | 'there' | 'base', texts: Texts | null, i: number): void => {
    const path = PATHS[i] ?? '';
    const name = `l/s${i}/en.json`;
    if (side !== 'there' && texts !== null) s.file(path, `${JSON.stringify(texts, undefined, 2)}\n`);
    if (side === 'here' && texts === null) s.remove(path);
    if (side !== 'here' && texts !== null) fakeService.set(SITUATIONS[i]?.locale ?? 'de', texts, name);
    if (side === 'there' && texts === null) fakeService.drop(name);
  };
  SITUATIONS.forEach(({ base }, i) => set('base', base, i));
  (await s.run('push')).code(0).stdout('Nothing to push.');
  SITUATIONS.forEach(({ here, there }, i) => {
    set('here', here, i);
    set('there', there, i);
  });
  return { s, fakeService };
}

const rowAt = (ran: Ran, path: string) => ran.json.files.find((file) => file.path === path);

const countsOf = (ran: Ran, path: string): readonly number[] | undefined => {
  const keys = rowAt(ran, path)?.keys;
  return keys && [keys.toPush, keys.toPull, keys.conflicts];
};

describe('one situation, one count', () => {
  it('status, diff and the dry runs of push and pull count the same, file by file and in all', async () => {
    const { s } = await world();
    const before = s.snapshot();
    const [status, diff, push, pull] = [
      await s.run('status --json'),
      await s.run('diff --json'),
      await s.run('push --dry-run --json'),
      await s.run('pull --dry-run --json'),
    ];
    s.unchanged(before);
    for (const [i, { name, counts, state, base, here, there, pushConflicts }] of SITUATIONS.entries()) {
      const path = PATHS[i] ?? '';
      for (const ran of [status, pull])
        expect.soft(countsOf(ran, path), `${ran.line}: ${name}`).toEqual(counts);
      expect.soft(rowAt(status, path)?.state, name).toBe(state);
      const { added, changed, removed, ...totals } = rowAt(pull, path)?.keys ?? NO_KEYS;
      expect.soft(rowAt(status, path)?.keys, name).toMatchObject(totals);
      expect.soft(added + changed + removed, `kinds of a pull: ${name}`).toBe(totals.toPull);
      const sent = rowAt(push, path)?.keys ?? NO_KEYS;
      expect.soft(sent.added + sent.changed + sent.removed, `kinds of a push: ${name}`).toBe(sent.toPush);
      // Push has nothing to say of what is not on disk.
      const wanted = pushConflicts === undefined ? counts : [counts[0], counts[1], pushConflicts];
      expect.soft(countsOf(push, path), `push: ${name}`).toEqual(here === null ? undefined : wanted);
      const changes = rowAt(diff, path)?.changes ?? [];
      if (rowAt(diff, path)) expect.soft(countsOf(diff, path), name).toEqual(counts);
      const kinds = (...some: string[]): number => changes.filter(({ kind }) => some.includes(kind)).length;
      // Of a source file that is gone diff shows the texts; nothing of it waits for push or pull.
      if (there === null && base !== null) continue;
      const shown = [kinds('to-push'), kinds('to-pull', 'deleted-there'), kinds('conflict')];
      expect.soft(shown, name).toEqual(counts);
    }
    const sums = SITUATIONS.reduce((sum, { counts }) => sum.map((n, i) => n + (counts[i] ?? 0)), [0, 0, 0]);
    for (const { json, line } of [status, diff, pull]) {
      const { toPush, toPull, conflicts } = json.summary;
      expect([toPush, toPull, conflicts], line).toEqual(sums);
    }
  });

  it('push and pull then do what their dry runs said: those files, those keys', async () => {
    for (const command of ['push', 'pull'] as const) {
      const { s } = await world();
      const before = PATHS.map((path) => (s.has(path) ? s.text(path) : undefined));
      const planned = (await s.run(`${command} --dry-run --json`)).json;
      const done = (await s.run(`${command} --json`)).json;
      const rows = ({ files }: typeof done) => files.map(({ path, keys }) => ({ path, keys }));
      expect(rows(done), command).toEqual(rows(planned));
      const told = planned.errors.map(({ message, ...rest }) => ({
        ...rest,
        message: message.replace('neither text would replace', 'neither text replaced'),
      }));
      expect(done.errors).toEqual(told);
      if (command === 'push') {
        const pushed = done.files.filter(({ state }) => state === 'pushed').map(({ path }) => path);
        const would = planned.files.filter(({ keys, state }) => keys.toPush > 0 && state !== 'conflict');
        expect(pushed).toEqual(would.map(({ path }) => path));
        expect([planned.summary.uploads, done.summary.uploads]).toEqual([pushed.length, pushed.length]);
      } else {
        const written = PATHS.filter((path, i) => s.has(path) && s.text(path) !== before[i]);
        const would = planned.files.filter(({ keys }) => keys.toPull > 0).map(({ path }) => path);
        expect(written.sort()).toEqual(would.sort());
      }
    }
  });

  it.each([
    ['in every language', ['en', 'de'], undefined, 'SOURCE_KEYS_GONE'],
    ['in the source locale', ['en'], undefined, 'SOURCE_TEXTS_MISSING'],
    ['in the source locale, which has an empty text', ['en'], '', 'SOURCE_TEXTS_MISSING'],
  ])(
    'MG-50 a source text that the service has lost %s: one state in every command, and a finding of --check',
    async (...row) => {
      const [, codes, left, says] = row;
      const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
      const fakeService = new FakeService(s.service.script);
      for (const code of ['en', 'de']) s.file(`l/${code}.json`, `${JSON.stringify(B, undefined, 2)}\n`);
      (await s.run('push')).code(0);
      const { a, ...rest } = B;
      for (const code of codes) fakeService.set(code, left === undefined ? rest : { a: left, ...rest });
      for (const line of ['status', 'push --dry-run', 'push', 'pull --dry-run', 'pull']) {
        const ran = (await s.run(`${line} --json`)).code(0);
        expect([line, rowAt(ran, 'l/en.json')?.state]).toEqual([line, 'in-sync']);
        expect([line, countsOf(ran, 'l/en.json')]).toEqual([line, [0, 0, 0]]);
        if (line.startsWith('status')) expect(ran.warnings).toContain(says);
      }
      // Nothing is lost here, and nothing was sent.
      expect(s.text('l/en.json')).toContain(`"a": "${a ?? ''}"`);
      (await s.run('status --check')).code(1).stdout('1 text here, empty on the service', 'Everything else');
      (await s.run('diff')).code(1).stdout('a');
    },
  );

  it('keys that were deleted here are said, and are not a difference to --check', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    s.file('l/en.json', '{"a":"A","b":"B"}').file('l/de.json', '{"a":"Ä","b":"Be"}');
    (await s.run('push')).code(0);
    (await s.run('status')).code(0).stdout('Everything is in sync: 2 files.').never('deleted');
    s.file('l/de.json', '{}');
    (await s.run('status --check'))
      .code(0)
      .stdout('2 keys deleted here, still on the service: delete there, see `locsync diff`')
      .stdout('Everything else is in sync: 2 files.');
    expect((await s.run('status --json')).json.summary).toMatchObject({ deletedHere: 2, toPush: 0 });
    (await s.run('diff')).code(1).stdout('deleted here');
  });

  it('texts that are empty on the service alone are said, and are not a difference to --check', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    s.file('l/en.json', '{"a":"A","b":"B"}').file('l/de.json', '{"a":"Ä","b":"Be"}');
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { a: '' });
    for (let i = 0; i < 2; i += 1)
      (await s.run('status --check'))
        .code(0)
        .stdout('1 text here, empty on the service: see `locsync diff`')
        .stdout('Everything else is in sync: 2 files.');
    expect((await s.run('status --json')).json.summary).toMatchObject({ emptiedThere: 1, toPush: 0 });
    (await s.run('diff')).code(1).stdout('emptied on the service');
    s.reads('l/de.json', '{"a":"Ä","b":"Be"}');
  });
});

describe.each([
  ['nested', '{"a.b": "Hallo", "a.c": "Du"}'],
  ['in one piece', '{"a": {"b": "Hallo", "c": "Du"}}'],
])('CA-02 keys that the source locale has %s, and a translation otherwise', (how, german) => {
  const english =
    how === 'nested' ? '{"a": {"b": "Hi %{name}", "c": "You"}}' : '{"a.b": "Hi %{name}", "a.c": "You"}';

  it('count as translated, and check compares them', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    s.file('l/en.json', english).file('l/de.json', german);
    (await s.run('push')).code(0);
    (await s.run('status --check=missing')).code(0).stdout(/de +100% +2 of 2 keys/);
    (await s.run('status --missing')).never('lacks');
    (await s.run('check')).code(1).stdout('a.b lacks %{name}', 'Compared 2 texts');
    s.config({ files: ['l/{locale}.json'], check: { rules: { orphans: 'error', placeholders: 'off' } } });
    (await s.run('check')).code(0);
  });

  it('a pull does not replace many translations by source texts', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    const texts = (code: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`k${i}`, `${code} ${i}`]));
    const nested = (code: string): string => JSON.stringify({ m: texts(code) });
    const flat = (code: string): string =>
      JSON.stringify(
        Object.fromEntries(Object.entries(texts(code)).map(([key, text]) => [`m.${key}`, text])),
      );
    const [source, translation] = how === 'nested' ? [nested, flat] : [flat, nested];
    s.file('l/en.json', source('en')).file('l/de.json', translation('de'));
    (await s.run('push')).code(0);
    const english = Object.entries(texts('en')).map(([key, text]) => [`m.${key}`, text]);
    await s.service.put('de', 'l/en.json', Object.fromEntries(english) as Record<string, string>);
    (await s.run('pull')).code(1).stderr('by the source text');
    s.reads('l/de.json', translation('de'));
  });
});
