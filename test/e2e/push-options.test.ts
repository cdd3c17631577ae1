import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { posts, Session, type Ran } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const BASE: Texts = { k: 'B', other: 'O', neighbour: 'N' };

/** The base with some texts changed; null takes a key out. */
const texts = (changes: Readonly<Record<string, string | null>>): Texts =>
  Object.fromEntries(
    Object.entries({ ...BASE, ...changes }).flatMap(([key, text]) => (text === null ? [] : [[key, text]])),
  );

/**
 * What push does with one file: what the service then lacks or has, the problem it names, the
 * conflicts that it leaves.
 */
interface Done {
  readonly there: Texts;
  readonly sends?: boolean;
  readonly says?: string;
  readonly conflicts?: number;
}

interface Row {
  readonly name: string;
  readonly here: Texts;
  readonly there: Texts;
  readonly plain: Done;
  /** With --force, if that is another thing. */
  readonly forced?: Done;
  /** What the service holds once --force --all has uploaded the file, if that is another thing. */
  readonly whole?: Texts;
  /** What is said only because --all uploads the file. */
  readonly sentSays?: string;
}

const ROWS: readonly Row[] = [
  { name: 'the same', here: BASE, there: BASE, plain: { there: BASE } },
  {
    name: 'a conflict beside a change',
    here: texts({ k: 'H', other: 'O2' }),
    there: texts({ k: 'T' }),
    plain: { there: texts({ k: 'T', other: 'O2' }), sends: true, says: 'CONFLICT', conflicts: 1 },
    forced: { there: texts({ k: 'H', other: 'O2' }), sends: true, says: 'TEXTS_LOST' },
  },
  {
    name: 'deleted here, beside a change',
    here: texts({ k: null, other: 'O2' }),
    there: BASE,
    plain: { there: texts({ other: 'O2' }), sends: true, says: 'CANNOT_DELETE' },
  },
  {
    name: 'deleted here',
    here: texts({ k: null }),
    there: BASE,
    plain: { there: BASE, says: 'CANNOT_DELETE' },
  },
  {
    name: 'deleted here, changed there',
    here: texts({ k: null }),
    there: texts({ k: 'T' }),
    plain: { there: texts({ k: 'T' }), says: 'CONFLICT', conflicts: 1 },
    forced: { there: texts({ k: 'T' }), says: 'CANNOT_DELETE' },
  },
  {
    name: 'changed here, deleted there',
    here: texts({ k: 'H' }),
    there: texts({ k: null }),
    plain: { there: texts({ k: null }), says: 'CONFLICT', conflicts: 1 },
    forced: { there: texts({ k: 'H' }), sends: true },
  },
  {
    name: 'deleted there, beside a change',
    here: texts({ other: 'O2' }),
    there: texts({ k: null }),
    plain: { there: texts({ k: null, other: 'O2' }), sends: true, says: 'LEFT_OUT' },
  },
  {
    name: 'deleted there',
    here: BASE,
    there: texts({ k: null }),
    plain: { there: texts({ k: null }) },
    sentSays: 'LEFT_OUT',
  },
  {
    name: 'emptied there',
    here: BASE,
    there: texts({ k: '' }),
    plain: { there: texts({ k: '' }) },
    whole: BASE,
  },
  {
    name: 'emptied there, beside a change',
    here: texts({ other: 'O2' }),
    there: texts({ k: '' }),
    plain: { there: texts({ k: '', other: 'O2' }), sends: true },
    whole: texts({ other: 'O2' }),
  },
  {
    name: 'changed here, emptied there',
    here: texts({ k: 'H' }),
    there: texts({ k: '' }),
    plain: { there: texts({ k: '' }), says: 'CONFLICT', conflicts: 1 },
    forced: { there: texts({ k: 'H' }), sends: true },
  },
  {
    name: 'emptied here',
    here: texts({ k: '' }),
    there: BASE,
    plain: { there: texts({ k: '' }), sends: true },
  },
  {
    name: 'changed there: no conflict, which --force has nothing to say of',
    here: BASE,
    there: texts({ k: 'T' }),
    plain: { there: texts({ k: 'T' }) },
  },
];

async function world() {
  const s = await Session.scripted({ config: { files: ['l/*/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  const sets = ROWS.map((row, i) => ({ row, path: `l/r${i}/de.json`, name: `l/r${i}/en.json` }));
  for (const { path, name } of sets) {
    s.file(path, jsonText(BASE));
    fakeService.set('de', BASE, name);
  }
  (await s.run('push')).code(0).stdout('Nothing to push.');
  for (const { row, path, name } of sets) {
    s.file(path, jsonText(row.here));
    fakeService.set('de', row.there, name);
  }
  return { s, fakeService, sets };
}

const said = (ran: Ran, path: string): string[] =>
  [...ran.json.errors, ...ran.json.warnings].filter((one) => one.path === path).map(({ code }) => code);

describe('push with --force and --all', () => {
  it.each([
    ['none', []],
    ['--force', ['--force']],
    ['--all', ['--all']],
    ['--force --all', ['--force', '--all']],
  ] as const)(
    '%s: what docs/sync.md says of each key, and --dry-run says the same before',
    async (_, flags: readonly string[]) => {
      const { s, fakeService, sets } = await world();
      const before = s.snapshot();
      const dry = await s.run(['push', '--dry-run', '--json', ...flags]);
      const shown = await s.run(['push', '--dry-run', ...flags]);
      s.unchanged(before);
      expect([s.service.script.of('event'), s.service.script.of('upload')]).toEqual([[], []]);
      const ran = await s.run(['push', '--json', ...flags]);
      let sent = 0;
      for (const { row, path, name } of sets) {
        const done = (flags.includes('--force') ? row.forced : undefined) ?? row.plain;
        const whole = flags.includes('--all');
        const sends = done.sends === true || whole;
        if (sends) sent++;
        const says = done.says ?? (whole ? row.sentSays : undefined);
        const there = (whole && flags.includes('--force') ? row.whole : undefined) ?? done.there;
        expect.soft(fakeService.texts('de', name), row.name).toEqual(there);
        expect.soft(fakeService.versions(name), row.name).toBe(sends ? 1 : 0);
        s.reads(path, jsonText(row.here));
        for (const one of [dry, ran])
          expect.soft(said(one, path), row.name).toEqual(says === undefined ? [] : [says]);
        const [planned, pushed] = [dry, ran].map((one) => one.json.files.find((file) => file.path === path));
        expect.soft(pushed?.state === 'pushed', row.name).toBe(sends);
        expect.soft(planned?.keys, row.name).toEqual(pushed?.keys);
        expect.soft(pushed?.keys.conflicts, row.name).toBe(done.conflicts ?? 0);
        // What is sent is said with its keys: a whole file is more than none.
        if (done.conflicts === undefined) expect.soft((planned?.keys.toPush ?? 0) > 0, row.name).toBe(sends);
      }
      expect([dry.json.summary.uploads, ran.json.summary.uploads]).toEqual([sent, sent]);
      shown.stdout(`Would push ${sent} files.`);
      expect(dry.exitCode).toBe(ran.exitCode);
    },
  );

  it('a file of several languages is one upload, before and after', async () => {
    const s = await Session.start({ config: { files: ['all.yml'] }, service: { locales: ['en', 'de'] } });
    s.file('all.yml', 'en:\n  a: A\nde:\n  a: Ä\n');
    expect((await s.run('push --dry-run --json')).code(0).json.summary.uploads).toBe(1);
    expect((await s.run('push --json')).code(0).json.summary.uploads).toBe(1);
    expect(posts(s.service).uploads).toBe(1);
  });

  it('a conflict in one language of a file holds back its own key, the other language goes up', async () => {
    const s = await Session.start({ config: { files: ['all.yml'] }, service: { locales: ['en', 'de'] } });
    s.file('all.yml', 'en:\n  a: A\nde:\n  a: Ä\n');
    (await s.run('push')).code(0);
    await s.service.put('de', 'all.yml', { a: 'Ä2' });
    s.file('all.yml', 'en:\n  a: A3\nde:\n  a: Ä3\n');
    const dry = (await s.run('push --dry-run --json')).code(1);
    expect(dry.json.files.map(({ state }) => state)).toEqual(['to-push', 'conflict']);
    expect(dry.json.summary).toMatchObject({ uploads: 1, toPush: 1, conflicts: 1 });
    const ran = (await s.run('push --json')).code(1);
    expect(ran.json.summary).toMatchObject({ uploads: 1, toPush: 1, conflicts: 1 });
    expect(await s.service.texts('all.yml', 'en')).toEqual({ a: 'A3' });
    expect(await s.service.texts('all.yml', 'de')).toEqual({ a: 'Ä2' });
    s.reads('all.yml', 'en:\n  a: A3\nde:\n  a: Ä3\n');
  });

  it('--force with --locale settles nothing of the other languages of the file', async () => {
    const s = await Session.start({ config: { files: ['all.yml'] }, service: { locales: ['en', 'de'] } });
    s.file('all.yml', 'en:\n  a: A\nde:\n  a: Ä\n');
    (await s.run('push')).code(0);
    await s.service.put('en', 'all.yml', { a: 'A2' });
    s.file('all.yml', 'en:\n  a: A3\nde:\n  a: Ä3\n');
    (await s.run('push --force --locale de')).code(0).never('changed on both sides');
    (await s.run('status --check')).code(1);
    expect(await s.service.texts('all.yml', 'en')).toEqual({ a: 'A2' });
    (await s.run('push --force --locale de,en')).code(0);
    expect(await s.service.texts('all.yml', 'en')).toEqual({ a: 'A3' });
  });

  it('--locale sends nothing of the other languages of the file', async () => {
    const s = await Session.start({
      config: { files: ['all.yml'] },
      service: { locales: ['en', 'de', 'fr'] },
    });
    s.file('all.yml', 'en:\n  a: A\n  b: B\nde:\n  a: Ä\n  b: Be\n');
    (await s.run('push')).code(0);
    await s.service.put('en', 'all.yml', { b: 'B web' });
    const text = 'en:\n  a: A here\n  b: B\n  n: New\nde:\n  a: Ä here\n  b: Be\nfr:\n  a: Ah\n';
    s.file('all.yml', text);
    const ran = (await s.run('push --locale de --json')).code(0);
    expect(ran.json.files.map(({ locale, state }) => [locale, state])).toEqual([['de', 'pushed']]);
    expect(await s.service.texts('all.yml', 'de')).toMatchObject({ a: 'Ä here', b: 'Be' });
    expect(await s.service.texts('all.yml', 'en')).toEqual({ a: 'A', b: 'B web' });
    expect(Object.values(await s.service.texts('all.yml', 'fr')).join('')).toBe('');
    s.reads('all.yml', text);
    (await s.run('push --locale de')).code(0).stdout('Nothing to push.');
    // What was left out is still to be pushed.
    (await s.run('push')).code(0);
    expect(await s.service.texts('all.yml', 'en')).toEqual({ a: 'A here', b: 'B web', n: 'New' });
    expect(await s.service.texts('all.yml', 'fr')).toMatchObject({ a: 'Ah' });
  });

  it.each(['all.yml', 'all.json'])('--locale on a first push of %s sends one language', async (path) => {
    const s = await Session.start({ config: { files: [path] }, service: { locales: ['en', 'de'] } });
    s.file(
      path,
      path.endsWith('json')
        ? '{"en": {"a": "A", "g": {"b": "B"}}, "de": {"a": "Ä", "g": {"b": "Be"}}}\n'
        : 'en:\n  a: A\n  g:\n    b: B\nde:\n  a: Ä\n  g:\n    b: Be\n',
    );
    (await s.run('push --locale de')).code(0);
    expect(Object.values(await s.service.texts(path, 'en')).join('')).toBe('');
    expect(await s.service.texts(path, 'de')).toEqual({ a: 'Ä', 'g.b': 'Be' });
    (await s.run('push')).code(0);
    expect(await s.service.texts(path, 'en')).toEqual({ a: 'A', 'g.b': 'B' });
  });

  it('a conflict names the command that settles it, and it alone', async () => {
    const s = await Session.start({
      config: { files: ['my files/{locale}.json'] },
      service: { locales: ['en', 'de', 'fr'] },
    });
    const codes = ['en', 'de', 'fr'];
    for (const code of codes) s.file(`my files/${code}.json`, jsonText({ a: code }));
    (await s.run('push')).code(0);
    for (const code of codes) await s.service.put(code, 'my files/en.json', { a: `${code} there` });
    for (const code of codes) s.file(`my files/${code}.json`, jsonText({ a: `${code} here` }));
    const ran = (await s.run('push --dry-run --json')).code(1);
    const { message, hint = '' } = ran.json.errors.find(({ path }) => path === 'my files/de.json') ?? {};
    expect(message).toBe('1 key was changed on both sides: a; neither text would replace the other');
    const cure = /`locsync (push --force [^`]*)`/.exec(hint)?.[1] ?? '';
    expect(cure).toBe("push --force --locale de 'my files/de.json'");
    (await s.run(['push', '--force', '--locale', 'de', 'my files/de.json'])).code(0);
    expect((await s.run('status --json')).states).toEqual({
      'my files/en.json': 'conflict',
      'my files/de.json': 'in-sync',
      'my files/fr.json': 'conflict',
    });
  });

  it('--strict --dry-run: a file of which every change is kept back would not be pushed', async () => {
    const s = await Session.start({
      config: { files: ['l/{locale}.json'] },
      service: { locales: ['en', 'de'] },
    });
    s.file('l/en.json', jsonText({ a: 'A {x}', b: 'B' })).file('l/de.json', jsonText({ a: 'Ä', b: 'Be' }));
    const first = (await s.run('push --strict --dry-run --json')).code(1);
    expect(first.json.files.map(({ keys }) => keys.toPush)).toEqual([2, 1]);
    (await s.run('push --strict')).code(1).stdout(/^pushed +l\/de\.json +1 added$/m);
    (await s.run('push --strict --dry-run')).code(1).stdout('Would not push anything.').never('would push');
    expect((await s.run('push --strict --dry-run --json')).json.summary).toMatchObject({
      uploads: 0,
      toPush: 0,
    });
  });
});
