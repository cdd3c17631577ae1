import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import { Session } from '../support/session.js';

async function fakeService() {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  return { s, script: s.service.script, book: new FakeService(s.service.script) };
}

const pretty = (texts: unknown): string => `${JSON.stringify(texts, undefined, 2)}\n`;

describe('keys and texts that are hard to keep', () => {
  const KEYS = [
    '',
    'a.b',
    'a[0]',
    'x/y',
    ' pad ',
    'constructor.prototype.y',
    'toString',
    'null',
    'no',
    '1e3',
    '012',
    'q:',
  ];
  const VALUES = [
    'no',
    'null',
    '~',
    '012',
    '1e3',
    '=',
    '<<',
    '1:30',
    ' leading',
    'trailing:',
    'trailing ',
    '- x',
    '# x',
    'a: b',
    '"quoted"',
    "it's",
    '{{x}} ${y} %s %{z} `tick` <b>&amp;</b>',
    'line\nbreak\n',
    'tab\there',
    '\u2028\u{1f468}\u200d\u{1f469}',
    '@at',
    '!x',
    '&x',
    '*x',
    '%x',
    '',
    'true',
    '2024-01-01',
  ];

  it('KV-01 KV-02 KV-03 JSON: each key goes up and comes back as it is, and no other', async () => {
    const { s, book } = await fakeService();
    const texts: Texts = JSON.parse(
      `{${[...KEYS, '__proto__', '__proto__.x'].map((key, i) => `${JSON.stringify(key)}:"v${i}"`).join(',')}}`,
    ) as Texts;
    s.file('l/en.json', pretty(texts));
    (await s.run('push')).code(0).emptyStderr();
    expect(Object.entries(book.texts('en')).sort()).toEqual(Object.entries(texts).sort());
    (await s.run('status --check')).code(0);
    const newer = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, `${text} new`]));
    book.set('en', newer);
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/en.json', pretty(texts).replace(/"(v\d+)"/g, '"$1 new"'));
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('KV-03 YAML: keys as they are', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
    const keys = KEYS.filter((key) => key !== '');
    s.file('l/en.yml', `en:\n${keys.map((key, i) => `  ${JSON.stringify(key)}: "v${i}"\n`).join('')}`);
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts('l/en.yml', 'en')).toEqual(
      Object.fromEntries(keys.map((key, i) => [key, `v${i}`])),
    );
    (await s.run('status --check')).code(0);
  });

  it.each(['json', 'yml'] as const)(
    'KV-08 KV-09 %s: each text comes back as it is, in a new file and in an old one',
    async (kind) => {
      const s = await Session.start({ config: { files: [`l/{locale}.${kind}`] } });
      const name = `l/en.${kind}`;
      const read = (path: string, root: string): unknown =>
        kind === 'json' ? JSON.parse(s.text(path)) : (load(s.text(path)) as Record<string, unknown>)[root];
      const texts = Object.fromEntries(VALUES.map((text, i) => [`k${i}`, text]));
      const held = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
      s.file(name, kind === 'json' ? '{"k0":"x"}' : 'en:\n  k0: x\n');
      (await s.run('push')).code(0);
      await s.service.put('en', name, texts);
      await s.service.put('de', name, texts);
      const pull = (await s.run('pull')).code(0);
      pull.never('amp;</b>');
      expect(read(name, 'en')).toMatchObject(held);
      expect(read(`l/de.${kind}`, 'de')).toMatchObject(held);
      (await s.run('status --check')).code(0);
      (await s.run('push')).code(0).stdout('Nothing to push.');
      expect(await s.service.texts(name, 'en')).toMatchObject(held);
    },
  );

  it('KV-10 a text of a megabyte goes both ways, and is never printed whole', async () => {
    const { s, book } = await fakeService();
    s.file('l/en.json', pretty({ k: 'x'.repeat(1_000_000) }));
    (await s.run('push')).code(0);
    expect(book.texts('en')['k']).toHaveLength(1_000_000);
    book.set('en', { k: 'y'.repeat(1_000_000) });
    const diff = (await s.run('diff')).code(1);
    expect(diff.out.length).toBeLessThan(5_000);
    (await s.run('pull')).code(0);
    s.reads('l/en.json', pretty({ k: 'y'.repeat(1_000_000) }));
  });

  it.each([
    ['KV-04 a text here, a group there', '{"a":"here","b":"B"}', { 'a.x': 'X', 'a.y': 'Y', b: 'B' }],
    ['KV-04 a group here, a text there', '{"a":{"x":"X","y":"Y"},"b":"B"}', { a: 'there', b: 'B' }],
    ['KV-12 a list here, a text there', '{"a":["X","Y"],"b":"B"}', { a: 'there', b: 'B' }],
    ['KV-12 a text here, a list there', '{"a":"here","b":"B"}', { 'a.0': 'X', 'a.1': 'Y', b: 'B' }],
  ] as const)('%s: the key is named, exit 1, neither side loses anything', async (_, text, there) => {
    const { s, book } = await fakeService();
    s.file('l/en.json', text);
    book.set('en', there);
    for (const command of ['push', 'pull', 'pull --force', 'push --force', 'pull --force --prune']) {
      const ran = await s.run(command);
      expect(ran.exitCode, ran.transcript).toBe(1);
      expect(ran.err, ran.transcript).toMatch(/l\/en\.json.*\ba\b/s);
      s.reads('l/en.json', text);
      expect(book.texts('en')).toEqual(there);
    }
  });
});

describe('the merge, as the program reports it', () => {
  it('MG-01 a first run where both sides agree writes the base and nothing else', async () => {
    const { s, script, book } = await fakeService();
    for (const code of ['en', 'de']) {
      s.file(`l/${code}.json`, `{ "k" : "${code}" }`);
      book.set(code, { k: code });
    }
    const before = s.snapshot();
    for (const command of ['pull', 'push']) (await s.run(command)).code(0).stdout('Nothing to');
    const after = s.snapshot();
    for (const path of ['l/en.json', 'l/de.json']) expect(after.get(path)).toBe(before.get(path));
    expect([...after.keys()].filter((path) => !before.has(path) && !path.startsWith('.locsync'))).toEqual([
      'locsync.lock',
    ]);
    expect(script.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  const five = (change: Readonly<Record<number, string>> = {}): Texts =>
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key${i}`, change[i] ?? `text ${i}`]));

  it('MG-04 MG-06 MG-11 one key of 500 changed on both sides: it is named with both texts, the other 499 are merged', async () => {
    const { s, script, book } = await fakeService();
    s.file('l/en.json', pretty(five()));
    (await s.run('push')).code(0);
    s.file('l/en.json', pretty(five({ 7: 'ours \u001b[2J', 8: 'mine' })));
    book.set('en', five({ 7: `theirs ${'x'.repeat(5_000)}`, 9: 'newer' }));
    const uploads = script.of('upload').length;
    (await s.run('push')).code(1).stderr(/l\/en\.json:9:\d+: .*key7\b/);
    expect(script.of('upload').length - uploads, 'key8 goes up without key7').toBe(1);
    const theirs = { 7: `theirs ${'x'.repeat(5_000)}`, 8: 'mine', 9: 'newer' };
    expect(book.texts('en')).toEqual(five(theirs));

    const pull = (await s.run('pull')).code(1).stderr(/l\/en\.json:9:\d+: .*key7\b/);
    pull.never(/key8\b/, /key9\b/);
    s.reads('l/en.json', pretty(five({ 7: 'ours \u001b[2J', 8: 'mine', 9: 'newer' })));
    const diff = (await s.run('diff')).code(1).stdout('key7', /here +ours \\u\{1b\}\[2J/, /there +theirs x+/);
    expect(diff.out).not.toContain('x'.repeat(2_000));
    expect(book.texts('en')).toEqual(five(theirs));
    // Settled by a person, all goes on.
    s.file('l/en.json', s.text('l/en.json').replace('ours \\u001b[2J', 'settled'));
    (await s.run('push --force')).code(0);
    expect(book.texts('en')).toEqual(five({ 7: 'settled', 8: 'mine', 9: 'newer' }));
  });

  it('MG-02 without a base three keys that differ are three conflicts, or the service’s, and never lost without a word', async () => {
    const { s, book } = await fakeService();
    const here = { a: '1', b: '2', c: '3', d: '4' };
    const there = { a: 'x', b: 'y', c: 'z', d: '4' };
    s.file('l/en.json', pretty(here));
    book.set('en', there);
    (await s.run('pull')).code(1).stderr(/3 keys.*a, b, c/);
    s.reads('l/en.json', pretty(here));
    expect(book.texts('en')).toEqual(there);
  });

  it('MG-07 deleted on one side, changed on the other: which side deleted it is said', async () => {
    const { s, book } = await fakeService();
    s.file('l/en.json', pretty({ a: 'A', b: 'B', c: 'C' }));
    (await s.run('push')).code(0);
    s.file('l/en.json', pretty({ b: 'mine', c: 'C' }));
    book.set('en', { a: 'theirs', c: 'C' });
    for (const command of ['push', 'pull']) {
      const ran = await s.run(command);
      ran.code(1).stderr(/\ba\b/, /\bb\b/);
      s.reads('l/en.json', pretty({ b: 'mine', c: 'C' }));
      expect(book.texts('en')).toEqual({ a: 'theirs', c: 'C' });
    }
    const { files } = (await s.run('diff --json')).code(1).json;
    expect(files[0]?.changes).toEqual([
      { key: 'b', kind: 'conflict', here: 'mine', there: null, base: 'other' },
      { key: 'a', kind: 'conflict', here: null, there: 'theirs', base: 'other' },
    ]);
    (await s.run('diff'))
      .code(1)
      .stdout(
        /^ {2}b {2}changed here, deleted on the service\n {4}here +mine$/m,
        /^ {2}a {2}deleted here, changed on the service\n {4}there +theirs$/m,
      );
  });

  it('MG-08 a key deleted there goes here too, and the removal is said', async () => {
    const { s, book } = await fakeService();
    for (const code of ['en', 'de']) s.file(`l/${code}.json`, pretty({ a: 'A', b: 'B' }));
    (await s.run('push')).code(0);
    for (const code of ['en', 'de']) book.set(code, { a: 'A' });
    const pull = (await s.run('pull')).code(0);
    s.reads('l/de.json', pretty({ a: 'A' }));
    pull.stdout(/^pulled +l\/de\.json +1 removed$/m);
    // The repository owns the source locale: it is only reported there.
    s.reads('l/en.json', pretty({ a: 'A', b: 'B' }));
    pull.stderr(/l\/en\.json.*\bb\b/);
  });

  it.each(['status --check', 'diff', 'status --check --json'])(
    'MG-12 %s with differences writes nothing, the base included',
    async (command) => {
      const { s, book } = await fakeService();
      s.file('l/en.json', pretty({ a: 'A', b: 'B' }));
      (await s.run('push')).code(0);
      s.file('l/en.json', pretty({ a: 'mine', b: 'B' }));
      book.set('en', { a: 'A', b: 'theirs' });
      for (const base of ['with', 'without']) {
        if (base === 'without') s.remove('locsync.lock').remove('.locsync');
        const before = s.snapshot();
        const ran = (await s.run(command)).code(1);
        if (!command.includes('json')) ran.stdout('l/en.json');
        s.unchanged(before);
      }
    },
  );
});
