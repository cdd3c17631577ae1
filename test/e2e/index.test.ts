import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, sized } from '../support/runs.js';
import { Session } from '../support/session.js';
import '../support/seed.js';
import { jsonText } from '../support/file-text.js';

const CASES = sized(runs(8), 1);
/** `npm test` takes one of the nine looks for each event, and the sweeps take all. */
const STEP = sized(1, 9);
const LOCALES = ['en', 'de', 'fr'];
const CONFIG = { files: ['l/*/{locale}.json', 'm/*.yml'] };
/** Each way in which a command looks at files. */
const LOOKS = [
  'status --json',
  'status --json --missing --check',
  'status',
  'diff --json',
  'push --dry-run --verbose --json',
  'push --dry-run --force --json',
  'pull --dry-run --verbose --json',
  'pull --dry-run --prune --json',
  'pull --dry-run --locale de --json',
];

type Place = Awaited<ReturnType<typeof Session.start>>;

const text = (locale: string, n: number): string => `${locale} text ${n}`;
const catalog = (locale: string): Record<string, unknown> => ({
  title: text(locale, 0),
  menu: { open: text(locale, 1), close: text(locale, 2) },
  list: text(locale, 3),
});
const yaml = (title: string): string =>
  LOCALES.map((locale) => `${locale}:\n  title: "${locale} ${title}"\n  menu:\n    open: Open\n`).join('');

/** A project that is in sync, and of which the index knows every file. */
async function synced(sets: number): Promise<Place> {
  const s = await Session.start({ config: CONFIG, service: { locales: LOCALES }, separate: false });
  for (let set = 0; set < sets; set += 1)
    for (const locale of LOCALES) s.file(`l/${set}/${locale}.json`, jsonText(catalog(locale)));
  s.file('m/all.yml', yaml('one'));
  (await s.run('push')).code(0);
  (await s.run('push')).code(0).stdout('Nothing to push');
  return s;
}

const edited = (s: Place, path: string, edit: (file: Record<string, unknown>) => object): void => {
  if (!s.has(path)) return;
  let file: Record<string, unknown>;
  try {
    file = JSON.parse(s.text(path)) as Record<string, unknown>;
  } catch {
    return;
  }
  s.file(path, jsonText(edit(file)));
};

/** What may happen to a project between two runs: `n` chooses a file, `m` a text. */
type Event = (s: Place, n: number, m: number) => unknown;

const pathOf = (n: number): string => `l/${n % 2}/${LOCALES[n % 3] ?? 'en'}.json`;
const sourceOf = (n: number): string => `l/${n % 2}/en.json`;

const EVENTS: Readonly<Record<string, Event>> = {
  'an edit here': (s, n, m) => edited(s, pathOf(n), (file) => ({ ...file, title: `here ${m}` })),
  'a new key here': (s, n, m) => edited(s, pathOf(n), (file) => ({ ...file, [`k${m % 3}`]: `new ${m}` })),
  'an empty text here': (s, n) => edited(s, pathOf(n), (file) => ({ ...file, list: '' })),
  'a key removed here': (s, n) =>
    edited(s, pathOf(n), (file) =>
      Object.fromEntries(Object.entries(file).filter(([key]) => key !== 'list')),
    ),
  'another order': (s, n) =>
    edited(s, pathOf(n), (file) => Object.fromEntries(Object.entries(file).toReversed())),
  'a flat key beside a nested one': (s, n) => edited(s, pathOf(n), (file) => ({ ...file, 'menu.open': 'X' })),
  'an empty file': (s, n) => s.file(pathOf(n), '{}\n'),
  'a broken file': (s, n) => s.file(pathOf(n), '{"title": \n'),
  'a file that is not UTF-8': (s, n) =>
    writeFileSync(join(s.folder, pathOf(n)), Buffer.from('"\xff"', 'latin1')),
  'a duplicate key': (s, n) => s.file(pathOf(n), '{"title": "a", "title": "b"}\n'),
  'a file removed': (s, n) => s.remove(pathOf(n)),
  'a file of another language': (s, n) => s.has(pathOf(n)) && s.file(pathOf(n + 1), s.text(pathOf(n))),
  'all texts of the file of several languages': (s, _, m) => s.file('m/all.yml', yaml(`edition ${m % 3}`)),
  'one language less in it': (s) => s.file('m/all.yml', 'en:\n  title: "en one"\n  menu:\n    open: Open\n'),
  'an unknown language in it': (s) => s.file('m/all.yml', `${yaml('one')}it:\n  title: X\n`),
  'the same bytes again': (s, n) => s.has(pathOf(n)) && s.file(pathOf(n), s.text(pathOf(n))),
  'a text there': (s, n, m) =>
    s.service.put(LOCALES[n % 3] ?? 'en', sourceOf(n), { title: `there ${m % 3}` }),
  'an empty text there': (s, n) => s.service.put(LOCALES[n % 3] ?? 'en', sourceOf(n), { list: '' }),
  'a new key there': (s, n, m) => s.service.put('en', sourceOf(n), { [`t${m % 2}`]: `new there ${m}` }),
  'no lock': (s) => s.remove('locsync.lock'),
  'a lock of another project': (s) =>
    s.has('locsync.lock') &&
    s.file('locsync.lock', s.text('locsync.lock').replace(/"project": "[^"]*"/, '"project": "pro_other"')),
  'a key of the lock changed': (s) =>
    s.has('locsync.lock') &&
    s.file('locsync.lock', s.text('locsync.lock').replace(/"title": "[^"]*"/, '"title": "AAAAAAAAAAA"')),
  'a lock with conflict markers': (s) =>
    s.has('locsync.lock') &&
    s.file(
      'locsync.lock',
      s.text('locsync.lock').replace(/( *"title": "[^"]*",?\n)/, '<<<<<<< a\n$1=======\n$1>>>>>>> b\n'),
    ),
  'ignored keys': (s) => s.config({ files: CONFIG.files, ignoreKeys: ['list'] }),
  'a language left out': (s) => s.config({ files: CONFIG.files, excludeLocales: ['fr'] }),
  'a language that only goes up': (s) => s.config({ files: CONFIG.files, pushOnly: ['de'] }),
  'another source language': (s) => s.config({ files: CONFIG.files, sourceLocale: 'de' }),
  'the first configuration': (s) => s.config(CONFIG),
  'the files removed and pulled': async (s, n) => {
    for (const locale of LOCALES) s.remove(`l/${n % 2}/${locale}.json`);
    await s.launch('pull');
  },
  'everything pulled anew': async (s) => {
    for (const path of ['l/0', 'l/1', 'm/all.yml', 'locsync.lock', '.locsync']) s.remove(path);
    await s.launch('pull');
  },
  'a new key there, pulled': async (s, n, m) => {
    for (const locale of LOCALES)
      await s.service.put(locale, sourceOf(n), { [`p${m % 3}`]: `${locale} new ${m}` });
    await s.launch('pull');
  },
  'a source text there, pulled': async (s, n, m) => {
    await s.service.put('en', sourceOf(n), { title: `source ${m}` });
    await s.launch('pull');
  },
  'a text there, pulled in one language': async (s, n, m) => {
    await s.service.put('de', sourceOf(n), { title: `de ${m}` });
    await s.launch('pull --locale de');
  },
  'a pull whose lock was taken back': async (s, n, m) => {
    await s.service.put('de', sourceOf(n), { title: `unsaved ${m}` });
    const lock = s.has('locsync.lock') ? s.text('locsync.lock') : undefined;
    await s.launch('pull');
    if (lock !== undefined) s.file('locsync.lock', lock);
  },
  'a key moved': (s) => s.launch('mv title heading'),
  'a key moved back': (s) => s.launch('mv heading title'),
  'a key of both sides removed': (s) => s.launch('rm list'),
  'a push': (s) => s.launch('push'),
  'a pull': (s) => s.launch('pull'),
  'a push with --force': (s) => s.launch('push --force'),
  'a pull with --force': (s) => s.launch('pull --force --allow-shrink'),
};

/** Each command says with the index what it says without. `turn` chooses among the looks. */
async function looksAlike(s: Place, story: string, turn: number): Promise<void> {
  for (const look of LOOKS.filter((_, i) => (i + turn) % STEP === 0)) {
    const ours = await s.launch(look);
    const full = await s.launch(`${look} --no-cache`);
    const seen = { out: ours.out, err: ours.err, code: ours.exitCode };
    expect(seen, `${story}\n${look}`).toEqual({ out: full.out, err: full.err, code: full.exitCode });
  }
}

/** A pull with the index leaves what one without it leaves in a copy of the project. */
async function pullsAlike(s: Place, story: string): Promise<void> {
  const twin = join(s.folder, '../twin');
  cpSync(s.folder, twin, { recursive: true });
  const full = await s.launch('pull --json --no-cache', { cwd: '../twin' });
  const ours = await s.launch('pull --json');
  expect([ours.out, ours.exitCode], story).toEqual([full.out, full.exitCode]);
  for (const path of [
    'locsync.lock',
    'm/all.yml',
    ...LOCALES.flatMap((code) => [`l/0/${code}.json`, `l/1/${code}.json`]),
  ]) {
    const read = (folder: string): string | undefined =>
      s.has(path) ? readFileSync(join(folder, path), 'latin1') : undefined;
    expect(read(s.folder), `${story}: ${path}`).toBe(read(twin));
  }
}

describe('IX-01 the index changes no report', () => {
  it.each(Object.keys(EVENTS).map((name, turn) => [name, turn] as const))('after %s', async (name, turn) => {
    const s = await synced(2);
    await EVENTS[name]?.(s, 1, 1);
    await looksAlike(s, name, turn);
    await pullsAlike(s, name);
    await looksAlike(s, `${name}, pulled`, turn + 1);
  });

  it.each([
    ['one request for each language', 2],
    ['one request for all languages', 6],
  ])(
    'after anything (%s)',
    async (_, sets) => {
      const event = fc.tuple(fc.constantFrom(...Object.keys(EVENTS)), fc.nat(5), fc.nat(9));
      await fc.assert(
        fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 5 }), async (events) => {
          const s = await synced(sets);
          const story: string[] = [];
          for (const [name, n, m] of events) {
            story.push(`${name} (${n}, ${m})`);
            await EVENTS[name]?.(s, n, m);
          }
          await looksAlike(s, story.join('\n'), events.length);
          await s.launch('push');
          await looksAlike(s, [...story, 'push'].join('\n'), events.length + 1);
        }),
        { numRuns: CASES },
      );
    },
    600_000,
  );
});

describe('IX-02 an entry that is not of this project never hides a difference', () => {
  const changed = async (s: Place): Promise<void> => {
    s.file('l/0/de.json', jsonText({ ...catalog('de'), title: 'Another' }));
    const ran = (await s.run('status --json')).code(0);
    expect(ran.states['l/0/de.json'], ran.transcript).toBe('to-push');
    expect(ran.out).toBe((await s.run('status --json --no-cache')).out);
  };
  const index = '.locsync/index';

  it('it is there after the second run, readable by its user alone', async () => {
    const s = await synced(2);
    expect(s.text(index)).toContain('l/0/de.json');
    expect(s.text(index)).not.toContain('text 1');
    await changed(s);
  });

  it.each([
    ['counts that are forged', (s: Place) => s.text(index).replaceAll('[4,4,', '[99,98,')],
    ['the entry of another file', (s: Place) => s.text(index).replaceAll('l/1/fr.json', 'l/0/de.json')],
    ['half of it', (s: Place) => s.text(index).slice(0, 200)],
    ['no signature', (s: Place) => s.text(index).replace(/\n.*\n$/, '')],
    ['bytes', () => '\u0000\u0001'],
    ['nothing', () => ''],
  ])('%s', async (_, forged) => {
    const s = await synced(2);
    s.file(index, forged(s));
    expect((await s.run('status --json')).out).toBe((await s.run('status --json --no-cache')).out);
    await changed(s);
  });

  it('a folder that was copied to another project of the same user', async () => {
    const [one, other] = [await synced(2), await synced(2)];
    other.file(index, one.text(index));
    await changed(other);
  });

  it("another user's: without the secret that it was made with", async () => {
    const s = await synced(2);
    s.remove('../home/.cache');
    await changed(s);
  });
});
