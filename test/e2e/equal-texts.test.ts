import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/runs.js';
import { Session } from '../support/session.js';

/*
 * Without an index, status finds a file with exactly the texts of the service in one pass. With
 * --missing and --stale it compares three versions of each key. Both must report the same.
 */

const CODES = ['en', 'de', 'ja'] as const;
const KEYS = ['title', 'menu.open', 'menu.close', 'items_one', 'items_other', 'note'] as const;
type Texts = Record<string, string>;
type Tree = Record<string, string | Texts>;

const nested = (texts: Texts): Tree => {
  const tree: Tree = {};
  for (const [key, text] of Object.entries(texts)) {
    const [group = '', name] = key.split('.');
    const before = tree[group];
    if (name === undefined) tree[group] = text;
    else tree[group] = { ...(typeof before === 'object' ? before : {}), [name]: text };
  }
  return tree;
};

const yaml = (tree: Tree, indent: string): string =>
  Object.entries(tree)
    .map(([name, value]) =>
      typeof value === 'string'
        ? `${indent}${name}: ${JSON.stringify(value)}\n`
        : `${indent}${name}:\n${yaml(value, `${indent}  `)}`,
    )
    .join('');

/** A file's row without what only one of the two commands names. */
const withoutNames = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'missing' && name !== 'stale'));

const FORMS = {
  'l/{locale}.json': (_: string, texts: Texts) => `${JSON.stringify(nested(texts), undefined, 2)}\n`,
  'r/{locale}.yml': (code: string, texts: Texts) => `${code}:\n${yaml(nested(texts), '  ')}`,
  'y/{locale}.yaml': (_: string, texts: Texts) => yaml(nested(texts), ''),
};
const PATTERNS = ['l/{locale}.json', 'r/{locale}.yml', 'y/{locale}.yaml'] as const;

const code = fc.constantFrom(...CODES);
const key = fc.constantFrom(...KEYS);
const change = fc.oneof(
  fc.record({
    do: fc.constant('edit here' as const),
    code,
    key,
    text: fc.constantFrom('new', '', 'title en'),
  }),
  fc.record({ do: fc.constant('edit there' as const), code, key, text: fc.constantFrom('newer', '') }),
  fc.record({ do: fc.constant('edit both' as const), code, key, text: fc.constantFrom('same', 'title en') }),
  fc.record({ do: fc.constant('remove' as const), code, key, text: fc.constant('') }),
  fc.record({ do: fc.constantFrom('push', 'pull', 'no lock'), code, key, text: fc.constant('') }),
);
const history = fc.record({
  pattern: fc.constantFrom(...PATTERNS),
  isPushed: fc.boolean(),
  isReversed: fc.boolean(),
  changes: fc.array(change, { maxLength: 5 }),
});

/** Translations that are stale on both sides. */
const STALE = {
  pattern: PATTERNS[0],
  isPushed: true,
  isReversed: false,
  changes: [
    { do: 'edit here' as const, code: CODES[0], key: KEYS[0], text: 'new' as const },
    { do: 'push' as const, code: CODES[0], key: KEYS[0], text: '' as const },
  ],
};

it('ST-07 status without an index reports the same with and without a comparison of every key', async () => {
  let equal = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ pattern, isPushed, isReversed, changes }) => {
      const s = await Session.start({
        config: { files: [pattern] },
        service: { locales: [...CODES] },
      });
      const path = (locale: string): string => pattern.replace('{locale}', locale);
      const texts = new Map(
        CODES.map((locale) => [locale, Object.fromEntries(KEYS.map((one) => [one, `${one} ${locale}`]))]),
      );
      const write = (): void => {
        for (const [locale, own] of texts) s.file(path(locale), FORMS[pattern](locale, own));
      };
      write();
      (await s.run('push')).code(0);
      if (isReversed)
        for (const [locale, own] of texts)
          texts.set(locale, Object.fromEntries(Object.entries(own).toReversed()));
      write();
      if (!isPushed) s.remove('locsync.lock');
      for (const one of changes) {
        const own = texts.get(one.code) ?? {};
        if (one.do === 'push' || one.do === 'pull') await s.run(one.do);
        if (one.do === 'no lock') rmSync(join(s.folder, 'locsync.lock'), { force: true });
        if (one.do === 'edit here' || one.do === 'edit both') own[one.key] = one.text;
        if (one.do === 'edit there' || one.do === 'edit both')
          await s.service.put(one.code, path(one.code), { [one.key]: one.text });
        if (one.do === 'remove') Reflect.deleteProperty(own, one.key);
        if (one.do !== 'push' && one.do !== 'pull' && one.do !== 'no lock') write();
      }
      rmSync(join(s.folder, '.locsync'), { recursive: true, force: true });
      const plain = await s.run('status --json');
      const whole = await s.run('status --missing --stale --json');
      expect(plain.exitCode).toBe(whole.exitCode);
      const files = whole.json.files.map((row) => withoutNames({ ...row }));
      expect(plain.json).toEqual({ ...whole.json, files });
      equal += files.filter(({ state }) => state === 'in-sync').length;
    }),
    { numRuns: runs(160), examples: [[STALE]] },
  );
  expect(equal).toBeGreaterThan(20);
});
