import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/** The texts of nested groups and lists, under keys with dots. */
const flat = (value: object, front = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(flat(inner, `${front}${name}.`))
        : [[front + name, String(inner)]],
    ),
  );

/** How services spell the items of lists, and the groups. */
const SPELLINGS: Record<string, (key: string) => string> = {
  dots: (key) => key,
  slashes: (key) => key.replaceAll('.', '/'),
  brackets: (key) => key.replaceAll(/\.(\d)(?=\.|$)/g, '[$1]'),
};

describe('LI-15 groups that only the service has', () => {
  describe.each(Object.keys(SPELLINGS))('with %s', (form) => {
    /** Files of three languages; the texts are those that the service has then. */
    async function pulled(files: Record<string, object>, texts: Record<string, object>) {
      const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
      const book = new FakeService(s.service.script, ['en', 'de', 'pl']);
      book.spell = SPELLINGS[form] ?? book.spell;
      const path = (code: string): string => `l/${code}.json`;
      for (const [code, own] of Object.entries(files)) s.file(path(code), jsonText(own));
      s.service.script.on('upload', (request) => {
        const { filename, content } = JSON.parse(request.body) as { filename: string; content: string };
        const texts = JSON.stringify(flat(JSON.parse(content) as object));
        return book.take({ ...request, body: JSON.stringify({ filename, content: texts }) });
      });
      (await s.run('push')).code(0).emptyStderr();
      for (const [code, own] of Object.entries(texts)) book.set(code, own as Record<string, string>);
      (await s.run('pull')).code(0).emptyStderr();
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
      (await s.run('status --check')).code(0);
      return (code: string): unknown => JSON.parse(s.text(path(code)));
    }

    it('a list, with another list in the files: all languages get the same', async () => {
      const own = { t: 'T', g: { x: 'X' }, k: ['A'] };
      const texts = { t: 'T', 'g.x': 'X', 'k.0': 'A', 'g.n.0': 'N', 'g.n.1': 'M' };
      const held = await pulled({ en: own, de: own }, { en: texts, de: texts });
      const expected = { ...own, g: { x: 'X', n: ['N', 'M'] } };
      expect([held('en'), held('de')]).toEqual([expected, expected]);
    });

    it('a list, with none in the files', async () => {
      const own = { t: 'T', g: { x: 'X' } };
      const texts = { t: 'T', 'g.x': 'X', 'g.n.0': 'N', 'n.0.q': 'Q' };
      const held = await pulled({ en: own, de: own }, { en: texts, de: texts });
      const isList = form === 'brackets';
      const expected = {
        t: 'T',
        g: { x: 'X', n: isList ? ['N'] : { 0: 'N' } },
        n: isList ? [{ q: 'Q' }] : { 0: { q: 'Q' } },
      };
      expect([held('en'), held('de')]).toEqual([expected, expected]);
    });

    it('names that are numbers, alone and beside others', async () => {
      const own = { t: 'T', g: { x: 'X' }, k: ['A'] };
      const texts = { t: 'T', 'g.x': 'X', 'k.0': 'A', 'err.404': 'E', 'g.err.500': 'F', 'g.err.ok': 'O' };
      const held = await pulled({ en: own, de: own }, { en: texts, de: texts });
      const expected = { ...own, g: { x: 'X', err: { 500: 'F', ok: 'O' } }, err: { 404: 'E' } };
      expect([held('en'), held('de')]).toEqual([expected, expected]);
    });

    it('a language without a list follows those that have one, in one pull', async () => {
      const own = { m: 'M', body: [['a'], ['b']] };
      const texts = { m: 'M', 'body.0.0': 'a', 'body.1.0': 'b', 'body.1.1': 'N' };
      const held = await pulled(
        { en: own, de: own, pl: { m: 'M', n: 'N' } },
        { en: texts, de: texts, pl: { m: 'M', n: 'N', 'body.1.1': 'N' } },
      );
      expect(held('en')).toEqual({ m: 'M', body: [['a'], ['b', 'N']] });
      expect(held('de')).toEqual(held('en'));
      expect(held('pl')).toEqual({ m: 'M', n: 'N', body: [[], [null, 'N']] });
    });

    it.each([
      ['sub.one day', 'sub.two'],
      ['sub.two', 'sub.one day'],
    ])('one group for %s and %s', async (...keys) => {
      const own = { t: 'T', g: { x: 'X', 'one day': 'D' } };
      const more = Object.fromEntries(keys.map((key) => [`g.${key}`, key]));
      const texts = { t: 'T', 'g.x': 'X', 'g.one day': 'D', ...more };
      const held = await pulled({ en: own, de: own }, { en: texts, de: texts });
      const sub = { 'one day': 'sub.one day', two: 'sub.two' };
      expect([held('en'), held('de')]).toEqual([
        { ...own, g: { ...own.g, sub } },
        { ...own, g: { ...own.g, sub } },
      ]);
    });
  });

  it('a key of which only the form is unknown gets no place in any language', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const book = new FakeService(s.service.script);
    const files = ['en', 'de'].map((code) => `l/${code}.json`);
    for (const path of files) s.file(path, jsonText({ t: 'T' }));
    (await s.run('push')).code(0);
    for (const code of ['en', 'de']) book.set(code, { t: 'T', 'a/b': 'AB' });
    const ran = (await s.run('pull')).code(0).stdout('Nothing to pull.');
    for (const path of files) {
      ran.stderr(new RegExp(`${path}.*a/b, and nothing shows whether its signs separate groups`));
      expect(JSON.parse(s.text(path))).toEqual({ t: 'T' });
    }
  });
});

describe('keys of the service without a certain place', () => {
  const MANY = Array.from({ length: 47 }, (_, i) => `a/n${i}.`);

  /** Files of two languages in one form, and these keys on the service besides. */
  async function withKeys(ext: string, keys: readonly string[]) {
    const s = await Session.scripted({ config: { files: [`l/{locale}.${ext}`] } });
    const book = new FakeService(s.service.script);
    for (const code of ['en', 'de']) s.file(`l/${code}.${ext}`, ext === 'json' ? '{"t": "T"}\n' : 't: T\n');
    if (ext === 'json') (await s.run('push')).code(0);
    for (const code of ['en', 'de'])
      book.set(code, { t: 'T', ...Object.fromEntries(keys.map((key) => [key, 'N'])) }, `l/en.${ext}`);
    return s;
  }

  it.each(['json', 'yml'])('are all named, in %s', async (ext) => {
    const s = await withKeys(ext, ['a/b', 'a/c', 'a/d']);
    for (const command of ['pull', 'diff', 'status', 'push'])
      (await s.run(command))
        .code(0)
        .stderr(
          `l/en.${ext}: the service has the keys a/b, a/c, a/d, and nothing shows whether their signs separate groups; they are not compared and not written`,
          `l/de.${ext}: the service has the keys a/b, a/c, a/d, and`,
        );
    (await s.run('diff')).stdout('6 keys that cannot be compared: see the warning', 'Nothing else differs.');
    (await s.run('diff --reporter markdown')).stdout('Nothing else differs.', 'a/c');
  });

  it('many: people see the first ones, with --verbose all; --json has all', async () => {
    const s = await withKeys('json', MANY);
    const ran = (await s.run('pull')).code(0).stderr('and 7 more like these: `--verbose` shows them');
    expect(ran.err).not.toContain(MANY[46]);
    (await s.run('pull --verbose')).code(0).stderr(...MANY);
    const { warnings } = (await s.run('pull --json')).code(0).json;
    for (const path of ['l/en.json', 'l/de.json']) {
      const messages = warnings.filter((one) => one.path === path).map(({ message }) => message);
      expect(MANY.filter((key) => !messages.some((message) => message.includes(key)))).toEqual([]);
    }
  });
});
