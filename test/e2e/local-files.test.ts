import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const TEXTS = { json: '{"k":"K"}', yml: 'en:\n  k: K\n' };
type Kind = keyof typeof TEXTS;

/**
 * A project of two sets, a and b, in step with the service, which has a newer text `k` for both.
 */
async function behind(kind: Kind) {
  const s = await Session.start({ config: { files: [`*/{locale}.${kind}`] } });
  for (const set of ['a', 'b']) s.file(`${set}/en.${kind}`, TEXTS[kind]);
  (await s.run('push')).code(0);
  for (const set of ['a', 'b']) await s.service.put('en', `${set}/en.${kind}`, { k: 'new' });
  return s;
}

const NESTED = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const BOMB = [
  'en:\n  a0: &a0 {x: X, y: Y, z: Z}',
  ...Array.from(
    { length: 9 },
    (_, i) =>
      `  a${i + 1}: &a${i + 1} {${'abcdefghi'
        .split('')
        .map((key) => `${key}: *a${i}`)
        .join(', ')}}`,
  ),
].join('\n');

describe('a locale file that cannot be used: exit 5 with its place; it is neither uploaded nor written, the others are', () => {
  const rows: readonly (readonly [string, Kind, string | Buffer, readonly (string | RegExp)[]])[] = [
    ['JS-01', 'json', '', ['a/en.json', 'empty']],
    ['JS-02', 'json', '{\n  "k": "K",\n  "l":', ['a/en.json:3:7']],
    ['JS-05', 'json', '["text"]', ['a/en.json:1:2', 'list at the root']],
    ['JS-05', 'json', '"text"', ['a/en.json', 'object']],
    ['JS-05', 'json', '3', ['a/en.json', 'object']],
    ['JS-05', 'json', 'null', ['a/en.json', 'object']],
    ['JS-10', 'json', Buffer.from('{"k":"caf\u00e9"}', 'latin1'), ['a/en.json', 'UTF-8', 'byte 9']],
    ['JS-11', 'json', Buffer.from('\ufeff{"k":"K"}', 'utf16le'), ['a/en.json', 'UTF-16LE']],
    ['JS-15', 'json', `{"k":${NESTED}}`, ['a/en.json:1:105', 'nesting limit']],
    ['YM-01', 'yml', 'en:\n\tk: K\n', ['a/en.yml:2:1']],
    ['YM-03', 'yml', 'en:\n  k: K\n---\nen:\n  k: L\n', ['a/en.yml:3:1', 'document']],
    ['YM-05', 'yml', BOMB, ['a/en.yml', 'alias']],
    ['YM-06', 'yml', 'en: &a {b: *a}\n', ['a/en.yml:1:12', 'circular alias']],
    ['YM-09', 'yml', 'en:\n  k: !!js/function "function () {}"\n', ['a/en.yml:2:6', 'tag']],
    ['YM-09', 'yml', 'en:\n  k: !!python/object:os.system x\n', ['a/en.yml:2:6', 'tag']],
    ['YM-09', 'yml', 'en:\n  k: !Ref x\n', ['a/en.yml:2:6', 'tag']],
    ['YM-09', 'yml', 'en:\n  k: !!binary aGFsbG8=\n', ['a/en.yml:2:6', 'tag']],
    ['YM-09', 'yml', 'en: !!set\n  ? k\n', ['a/en.yml:1:5', 'tag']],
    ['YM-12', 'yml', 'en:\n  ? [a, b]\n  : x\n', ['a/en.yml:2:', 'key']],
    [
      'YM-16',
      'yml',
      `en:\n${Array.from({ length: 101 }, (_, i) => `${'  '.repeat(i + 1)}k:`).join('\n')} K\n`,
      ['a/en.yml:100:', 'nesting limit'],
    ],
    ['YM-17', 'yml', 'en:\n  k: "a\u0007b"\n', ['a/en.yml:2:8']],
  ];
  it.each(rows)('%s %s %#', async (_, kind, content, says) => {
    const s = await behind(kind);
    const [bad, good] = [`a/en.${kind}`, `b/en.${kind}`];
    s.file(bad, content).file(good, TEXTS[kind].replace(/K(?=["\n])/, 'mine'));
    const versions = (): number =>
      s.service.lines.filter(
        (line) => / 20\d /.test(line) && line.includes('/source_files ') && line.startsWith('POST'),
      ).length;
    const before = versions();
    const push = (await s.run('push --force')).code(5).stderr(...says);
    expect(push.ms).toBeLessThan(15_000);
    expect(versions() - before, 'the good file alone').toBe(1);
    expect(await s.service.texts(`a/en.${kind}`, 'en')).toMatchObject({ k: 'new' });
    await s.service.put('en', good, { k: 'newest' });
    const guard = join(dirname(s.folder), 'home/peak.cjs');
    s.file(
      '../home/peak.cjs',
      "process.on('exit', () => process.stderr.write('PEAK ' + process.resourceUsage().maxRSS + '\\n'));",
    );
    const pull = await s.run('pull --force', { env: { NODE_OPTIONS: `--require ${guard}` } });
    pull.code(5).stderr(...says);
    expect(Number(/PEAK (\d+)/.exec(pull.err)?.[1])).toBeLessThan(300_000);
    expect(readFileSync(join(s.folder, bad))).toEqual(Buffer.from(content));
    expect(s.text(good)).toContain('newest');
    (await s.run('check')).code(5).stderr(...says);
  });

  it('JS-18 a named pipe under an exact path is refused at once', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json', 'all.json'] } });
    s.file('l/en.json', TEXTS.json);
    execFileSync('mkfifo', [join(s.folder, 'all.json'), join(s.folder, 'l/de.json')]);
    for (const command of ['push', 'check']) {
      const ran = await s.launch(command);
      expect([2, 5], ran.transcript).toContain(ran.exitCode);
      expect(ran.err, ran.transcript).toContain('all.json');
      expect(ran.ms).toBeLessThan(10_000);
    }
  });

  it('YM-18 en.yml beside en.yaml: both are named, exit 2, nothing is sent or written', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.{yml,yaml}'] } });
    s.file('l/en.yml', TEXTS.yml).file('l/en.yaml', TEXTS.yml).file('.locsync/.gitignore', '*\n');
    const before = s.snapshot();
    for (const command of ['push', 'pull', 'status', 'check'])
      (await s.run(command)).code(2).stderr('l/en.yml', 'l/en.yaml');
    s.unchanged(before);
    expect(s.service.lines.filter((line) => line.startsWith('POST'))).toEqual([]);
  });
});

describe('one text pulled into a file of any form: no other byte changes', () => {
  const rows: readonly (readonly [string, Kind, string, string])[] = [
    ['JS-03', 'json', '\ufeff{\r\n\t"k": "K",\r\n\t"l": "L"\r\n}', '"k": "K"'],
    ['JS-03', 'json', '{\n    "l": "L",\n    "k": "K"\n}\n\n', '"k": "K"'],
    ['JS-06', 'json', '{"b":"1","10":"2","2":"3","k":"K"}', '"k":"K"'],
    ['JS-07', 'json', '{"__proto__":"p","k":"K"}', '"k":"K"'],
    ['JS-12', 'json', '{"x":"\\ud800","k":"K"}', '"k":"K"'],
    ['JS-13', 'json', '{"n":12345678901234567890,"f":1.0,"e":1e400,"k":"K"}', '"k":"K"'],
    ['JS-14', 'json', '{"n":null,"t":true,"l":["a",["b"]],"k":"K"}', '"k":"K"'],
    ['JS-16', 'json', '{"x":"\\u0000\u2028\u{1f468}\u200d\u{1f469}\u200f  ","k":"K"}', '"k":"K"'],
    ['YM-10', 'yml', 'en:\n  yes: no\n  on: off\n  y: ~\n  k: "K"\n', 'k: "K"'],
    [
      'YM-11',
      'yml',
      'en:\n  d: 2024-01-01\n  o: 012\n  e: 1e3\n  h: 0x1F\n  s: 1:30\n  n: ~\n  k: "K"\n',
      'k: "K"',
    ],
    [
      'YM-13',
      'yml',
      '# head\nen: # root\n\n  base: &b "B" # anchor\n  same: *b\n\n  # of k\n  k: "K"   # tail\n  q: \'Q\'\n',
      'k: "K"',
    ],
    [
      'YM-14',
      'yml',
      'en:\n  a: |\n    clip\n\n  b: |-\n    strip\n  c: |+\n    keep\n\n\n  d: |2\n      indented\n  e: >+\n    folded\n    on\n\n  k: "K"\n',
      'k: "K"',
    ],
    ['YM-15', 'yml', `en:\n  long: ${'word '.repeat(800)}end\n  k: "K"\n`, 'k: "K"'],
    ['YM-08', 'yml', 'en:\n  __proto__: "p"\n  k: "K"\n', 'k: "K"'],
  ];
  it.each(rows)('%s %s %#', async (_, kind, text, old) => {
    const s = await Session.start({ config: { files: [`l/{locale}.${kind}`] } });
    s.file(`l/en.${kind}`, text);
    const name = `l/en.${kind}`;
    (await s.run('push')).code(0);
    (await s.run('status --check')).code(0);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    s.reads(name, text);
    await s.service.put('en', name, { k: 'new' });
    (await s.run('pull')).code(0).stdout('Pulled 1 file.');
    expect(text.split(old)).toHaveLength(2);
    s.reads(name, text.replace(old, old.replace('K', 'new')));
    (await s.run('status --check')).code(0);
  });

  it('YM-10 YM-11 texts that other readers take for something else come back quoted', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
    const texts = {
      a: 'no',
      b: 'off',
      c: 'y',
      d: '2024-01-01',
      e: '012',
      f: '1e3',
      g: '1:30',
      h: '~',
      i: 'null',
      j: '0x1F',
    };
    s.file('l/en.yml', 'en:\n  k: K\n');
    (await s.run('push')).code(0);
    await s.service.put('en', 'l/en.yml', texts);
    (await s.run('pull')).code(0);
    const written = s.text('l/en.yml');
    for (const [key, value] of Object.entries(texts))
      expect(written).toMatch(new RegExp(`^  "?${key}"?: (['"])${value}\\1$`, 'm'));
    (await s.run('status --check')).code(0);
  });
});

describe('keys that a file has twice, and keys that look alike', () => {
  it('JS-04 YM-02 a key given twice: both places in a warning, the last one counts, and it is never edited', async () => {
    for (const [kind, text] of [
      ['json', '{\n"k":"first",\n"l":"L",\n"k":"last"}'],
      ['yml', 'en:\n  k: first\n  l: L\n  k: last\n'],
    ] as const) {
      const s = await Session.start({ config: { files: [`l/{locale}.${kind}`] } });
      s.file(`l/en.${kind}`, text);
      (await s.run('push')).stderr(/l\/en\.(json|yml)/, /2:\d|line 2/, /4:\d|line 4/);
      expect(await s.service.texts(`l/en.${kind}`, 'en')).toEqual({ k: 'last', l: 'L' });
      await s.service.put('en', `l/en.${kind}`, { k: 'new' });
      const pull = await s.run('pull');
      expect(pull.exitCode, pull.transcript).not.toBe(0);
      s.reads(`l/en.${kind}`, text);
    }
  });

  it.each([
    ['l/{locale}.json', '{\n<<<<<<< HEAD\n  "k": "K1"\n=======\n  "k": "K2"\n>>>>>>> theirs\n}\n', 2],
    ['l/{locale}.yml', 'en:\r\n  a: A\r\n<<<<<<< HEAD\r\n  k: K1\r\n=======\r\n  k: K2\r\n>>>>>>> x\r\n', 3],
  ])('conflict markers of git are called so: %s', async (pattern, text, line) => {
    const s = await Session.start({ config: { files: [pattern] } });
    const path = pattern.replace('{locale}', 'en');
    s.file(path, text);
    const ran = (await s.run('push --json')).code(5);
    expect(ran.json.errors).toMatchObject([{ code: 'FILE_UNMERGED', path, line }]);
    s.reads(path, text);
  });

  it('JS-09 comments and a comma too many are kept', async () => {
    const text = '{\n  // of k\n  "k": "K", /* tail */\n  "l": "L",\n}\n';
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"k":"K","l":"L"}');
    (await s.run('push')).code(0);
    s.file('l/en.json', text);
    await s.service.put('en', 'l/en.json', { k: 'new' });
    (await s.run('pull')).code(0);
    s.reads('l/en.json', text.replace('"K"', '"new"'));
  });

  it('YM-04 a file of comments alone: nothing is uploaded, and pull may fill it', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
    s.file('l/en.yml', 'en:\n  k: K\n').file('l/de.yml', '# nothing yet\n');
    (await s.run('push')).code(0).stdout('Pushed 1 file.');
    await s.service.put('de', 'l/en.yml', { k: '\u00c4' });
    (await s.run('pull')).code(0);
    s.reads('l/de.yml', '# nothing yet\nde:\n  k: \u00c4\n');
  });

  it('YM-07 what a merge key brings is known, and changes where it is read', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
    s.file('l/en.yml', 'en:\n  <<: &b {k: K}\n  l: L\n');
    (await s.run('push')).code(0);
    expect(Object.keys(await s.service.texts('l/en.yml', 'en'))).not.toContain('<<');
    await s.service.put('en', 'l/en.yml', { l: 'new' });
    (await s.run('pull')).code(0);
    s.reads('l/en.yml', 'en:\n  <<: &b {k: K}\n  l: new\n');
    await s.service.put('en', 'l/en.yml', { k: 'own' });
    (await s.run('pull')).code(0);
    s.reads('l/en.yml', 'en:\n  <<: &b {k: K}\n  k: own\n  l: new\n');
    (await s.run('status --check')).code(0);
  });
});
