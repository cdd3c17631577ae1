import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/** The texts that were parsed since the last {@link beforeEach}. */
const parsed = vi.hoisted(() => ({ files: 0, answers: 0 }));

vi.mock('../../src/formats/index.js', async (original) => {
  const { formatOf, ...rest } = await original<typeof import('../../src/formats/index.js')>();
  return {
    ...rest,
    formatOf: (path: string) => {
      const format = formatOf(path);
      return format && { ...format, parse: (text: string) => (parsed.files++, format.parse(text)) };
    },
  };
});

vi.mock('../../src/adapters/service/json.js', async (original) => {
  const { readJson, ...rest } = await original<typeof import('../../src/adapters/service/json.js')>();
  return {
    ...rest,
    readJson: (text: string) => {
      if (text.includes('"content"')) parsed.answers += 1;
      return readJson(text);
    },
  };
});

const LOCALES = ['en', 'de', 'fr'];
const SETS = 6;
async function synced() {
  const s = await Session.start({ config: { files: ['l/*/{locale}.json'] }, service: { locales: LOCALES } });
  for (let set = 0; set < SETS; set += 1)
    for (const locale of LOCALES)
      s.file(`l/${set}/${locale}.json`, jsonText({ a: `${locale} one`, b: { c: `${locale} two` } }));
  (await s.run('push')).code(0);
  (await s.run('push')).code(0);
  parsed.files = 0;
  parsed.answers = 0;
  return s;
}

describe.skipIf(process.env['LOCSYNC_SEPARATE'] !== undefined)(
  'IX-03 what has not changed is not parsed',
  () => {
    beforeEach(() => {
      parsed.files = 0;
      parsed.answers = 0;
    });

    it.each(['push', 'pull', 'status', 'diff', 'push --dry-run'])(
      '%s with nothing changed parses no file and no answer',
      async (command) => {
        const s = await synced();
        (await s.run(command)).code(0);
        expect(parsed).toEqual({ files: 0, answers: 0 });
        (await s.run(`${command} --no-cache`)).code(0);
        expect(parsed.files).toBeGreaterThan(0);
        expect(parsed.answers).toBeGreaterThan(0);
      },
    );

    it('a file that was touched and not changed is not parsed either', async () => {
      const s = await synced();
      s.file('l/1/de.json', s.text('l/1/de.json'));
      (await s.run('push')).code(0).stdout('Nothing to push');
      expect(parsed).toEqual({ files: 0, answers: 0 });
    });

    it('of one changed file, that file, its model and its answer', async () => {
      const s = await synced();
      s.file('l/1/de.json', jsonText({ a: 'de other', b: { c: 'de two' } }));
      (await s.run('status')).code(0);
      expect(parsed).toEqual({ files: 2, answers: 1 });
    });

    it('a first pull notes what it writes: the next run parses nothing', async () => {
      const s = await synced();
      for (let set = 0; set < SETS; set += 1)
        for (const locale of LOCALES) s.remove(`l/${set}/${locale}.json`);
      s.remove('locsync.lock');
      s.remove('.locsync');
      (await s.run('pull')).code(0);
      for (const command of ['status', 'pull', 'push']) {
        parsed.files = 0;
        parsed.answers = 0;
        (await s.run(command)).code(0);
        expect(parsed, command).toEqual({ files: 0, answers: 0 });
      }
    });

    it('a first push notes what has arrived: the next run parses nothing', async () => {
      const s = await synced();
      s.remove('.locsync');
      for (let set = 0; set < SETS; set += 1)
        for (const locale of LOCALES)
          s.file(`m/${set}/${locale}.json`, jsonText({ k: `${locale} of ${set}` }));
      s.file('.locsyncrc', s.text('.locsyncrc').replace('l/*/', '{l,m}/*/'));
      s.remove('locsync.lock');
      (await s.run('push')).code(0).stdout('Pushed 18 files');
      for (const command of ['push', 'status', 'pull']) {
        const before = parsed.files;
        (await s.run(command)).code(0);
        // What was not pushed is noted by the run after it.
        if (command !== 'push') expect(parsed.files, command).toBe(before);
        else expect(parsed.files, command).toBeLessThanOrEqual(before + 18 + SETS);
      }
    });

    it('a push of changed files notes them, with the keys that the service counts now', async () => {
      const s = await synced();
      for (let set = 0; set < SETS; set += 1)
        for (const locale of LOCALES)
          s.file(
            `l/${set}/${locale}.json`,
            jsonText({ a: `${locale} new`, b: { c: `${locale} two` }, d: 'more' }),
          );
      (await s.run('push')).code(0).stdout('Pushed 18 files');
      parsed.files = 0;
      parsed.answers = 0;
      (await s.run('push')).code(0);
      // Source files with more keys than any before: the answer for all languages is compared again
      // with those for three, once.
      expect(parsed).toEqual({ files: 0, answers: 4 });
      parsed.answers = 0;
      (await s.run('push')).code(0);
      expect(parsed).toEqual({ files: 0, answers: 0 });
    });

    it.each([
      ['few files', 'push', 3],
      ['--force', 'push --force', SETS],
      ['--all', 'push --all', SETS],
      ['--strict', 'push --strict', SETS],
      ['--locale', 'push --locale en,de', SETS],
    ])('a push of or with %s notes nothing of what it sends', async (_, command, sets) => {
      const s = await synced();
      const before = s.text('.locsync/index');
      for (let set = 0; set < sets; set += 1)
        for (const locale of LOCALES)
          s.file(`l/${set}/${locale}.json`, jsonText({ a: `${locale} of ${set}` }));
      (await s.run(command)).stdout('Pushed');
      const known = (text: string): string | undefined => /"l\/0\/de\.json","[^"]*"/.exec(text)?.[0];
      expect(known(before)).toBeDefined();
      expect(known(s.text('.locsync/index'))).toBe(known(before));
    });

    it.each([
      ['--locale', 'pull --locale de'],
      ['--force', 'pull --force'],
      ['--empty', 'pull --empty'],
      ['--restore', 'pull --restore'],
      ['--strict', 'pull --strict'],
      ['--dry-run', 'pull --dry-run'],
      ['--no-cache', 'pull --no-cache'],
    ])('a pull with %s notes nothing of what it writes', async (_, command) => {
      const s = await synced();
      await s.service.put('de', 'l/1/en.json', { z: 'de from there' });
      await s.service.put('en', 'l/1/en.json', { z: 'en from there' });
      const known = (): string[] =>
        ['en', 'de'].map(
          (locale) => new RegExp(`"l/1/${locale}\\.json","[^"]*"`).exec(s.text('.locsync/index'))?.[0] ?? '',
        );
      const before = known();
      (await s.run(command)).code(0);
      expect(before.join('')).toContain('l/1/de.json');
      expect(known()).toEqual(before);
    });

    it('a pull remembers as well: the next one parses nothing', async () => {
      const s = await synced();
      await s.service.put('de', 'l/1/en.json', { a: 'de from there' });
      (await s.run('pull')).code(0);
      parsed.files = 0;
      parsed.answers = 0;
      (await s.run('pull')).code(0).stdout('Nothing to pull');
      expect(parsed).toEqual({ files: 0, answers: 0 });
    });
  },
);
