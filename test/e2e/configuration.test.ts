import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everything } from '../support/runs.js';
import { Session, type Ran } from '../support/session.js';

// Loaded before the program: tells on stderr, at its end, every host that was looked up or
// connected to, the memory at its peak, and whether an object's own parts changed.
const GUARD = `
const dns = require('node:dns'), net = require('node:net');
const seen = [];
const lookup = dns.lookup;
dns.lookup = (host, ...rest) => { seen.push('lookup ' + host); return lookup(host, ...rest); };
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [to] = Array.isArray(args[0]) ? args[0] : args;
  seen.push('connect ' + (typeof to === 'object' ? to.host + ':' + to.port : to));
  return connect.apply(this, args);
};
const own = () => [Object, Array, Map, String].flatMap((one) => Reflect.ownKeys(one.prototype)).map(String).join();
const before = own();
process.on('exit', () => process.stderr.write(
  'GUARD ' + JSON.stringify({ seen, peak: process.resourceUsage().maxRSS, unchanged: own() === before }) + '\\n'));
`;

interface Guarded {
  readonly seen: readonly string[];
  /** KiB */
  readonly peak: number;
  readonly unchanged: boolean;
}

const guarded = (ran: Ran): Guarded => JSON.parse(/^GUARD (.*)$/m.exec(ran.err)?.[1] ?? '{}') as Guarded;

/**
 * A project without a configuration yet, with a file and with all that a run needs; the guard is
 * beside it.
 */
async function project() {
  const s = await Session.scripted();
  s.remove('.locsyncrc').file('l/en.json', '{"a":"A"}').file('.locsync/.gitignore', '*\n');
  s.file('../home/guard.cjs', GUARD);
  return s;
}

type Project = Awaited<ReturnType<typeof project>>;

const run = (s: Project, args: string, env: Record<string, string | undefined> = {}): Promise<Ran> =>
  s.run(args, { env: { NODE_OPTIONS: `--require ${join(s.folder, '../home/guard.cjs')}`, ...env } });

/** The environment of a person who set the token and nothing else. */
const TOKEN_ONLY = { LOCSYNC_BASE_URL: undefined, LOCSYNC_PROJECT: undefined };

/**
 * Both directions end with this code and say this; nothing is asked for, connected to, looked up,
 * written or polluted. `npm test` watches a push in a process of its own, and only asks a pull what
 * it says.
 */
async function refused(s: Project, code: number, says: (string | RegExp)[], env = {}): Promise<void> {
  const before = s.snapshot();
  for (const command of ['push --debug', 'pull']) {
    const isGuarded = everything || command !== 'pull';
    const ran = (await (isGuarded ? run(s, command, env) : s.run(command, { env })))
      .code(code)
      .stderr(...says)
      .never('SECRET123');
    expect(ran.out, ran.transcript).toBe('');
    if (isGuarded) {
      expect(guarded(ran), ran.transcript).toMatchObject({ seen: [], unchanged: true });
      expect(guarded(ran).peak, ran.transcript).toBeLessThan(300_000);
      expect(ran.ms, ran.transcript).toBeLessThan(30_000);
    }
  }
  expect(s.service.script.connections).toBe(0);
  s.unchanged(before);
}

it('the guard sees connections if there are some', async () => {
  const s = await project();
  s.config({ files: ['l/{locale}.json'] });
  const ran = (await run(s, 'status')).code(0);
  expect(guarded(ran).seen.length).toBeGreaterThan(0);
  expect(s.service.script.connections).toBeGreaterThan(0);
});

describe('a configuration that is refused: exit 2, the place, no request, nothing written', () => {
  it('CFG-01 none, though there is one above the repository', async () => {
    const s = await project();
    s.file('../.locsyncrc', '{"files":["l/{locale}.json"]}');
    await refused(s, 2, ['no configuration', '.locsyncrc.yml', 'package.json', 'locsync init']);
  });

  it('CFG-21 none, and a hostile one in the folder above one that is not a repository', async () => {
    const s = await project();
    s.remove('.git').file(
      '../.locsyncrc.json',
      '{"files":["l/{locale}.json"],"baseUrl":"https://evil.test"}',
    );
    await refused(s, 2, ['no configuration'], TOKEN_ONLY);
  });

  const json = (value: unknown): string => JSON.stringify(value);
  const files = ['l/{locale}.json'];
  const rows: readonly (readonly [string, string, string, (string | RegExp)[]])[] = [
    ['CFG-02', '.locsyncrc', '', [/\.locsyncrc\b/, 'empty']],
    ['CFG-02', '.locsyncrc.json', '', [/\.locsyncrc\.json\b/, 'empty']],
    [
      'CFG-03',
      '.locsyncrc.json',
      '{\n  "files": ["l/{locale}.json"],\n}\n',
      ['.locsyncrc.json:3:1', 'comma'],
    ],
    ['CFG-05', '.locsyncrc.json', '["l/{locale}.json"]', ['.locsyncrc.json', 'mapping']],
    ['CFG-05', '.locsyncrc', '"text"', ['.locsyncrc', 'mapping']],
    ['CFG-05', '.locsyncrc.yml', 'null', ['.locsyncrc.yml', 'mapping']],
    [
      'CFG-06',
      '.locsyncrc',
      'files: ["l/{locale}.json"]\nsourceLocal: en\n',
      ['.locsyncrc:2:1', '"sourceLocal"', '"sourceLocale"?'],
    ],
    [
      'CFG-07',
      '.locsyncrc.json',
      '{"files":["l/{locale}.json"],\n"project":"a","project":"b"}',
      ['.locsyncrc.json:2:15', 'duplicate key "project"'],
    ],
    [
      'CFG-08',
      '.locsyncrc',
      'files: ["l/{locale}.json"]\ntoken: SECRET123\n',
      ['.locsyncrc:2:1', 'LOCSYNC_TOKEN'],
    ],
    ['CFG-10', '.locsyncrc', 'baseUrl: https://api.example.com@evil.test/\n', ['credentials']],
    [
      'CFG-11',
      '.locsyncrc',
      'baseUrl: http://api.example.com\n',
      ['refusing to send a token over plain http'],
    ],
    [
      'CFG-12',
      '.locsyncrc',
      'baseUrl: http://localhost.evil.test\n',
      ['refusing to send a token over plain http'],
    ],
    [
      'CFG-12',
      '.locsyncrc',
      'baseUrl: http://127.0.0.1.evil.test\n',
      ['refusing to send a token over plain http'],
    ],
    ['CFG-13', '.locsyncrc', 'baseUrl: api.example.com\n', ['did you mean https://api.example.com?']],
    ['CFG-14', '.locsyncrc', 'baseUrl: file:///etc/passwd\n', ['only https']],
    ['CFG-14', '.locsyncrc', 'baseUrl: ftp://x\n', ['only https']],
    ['CFG-14', '.locsyncrc', 'baseUrl: javascript:1\n', ['only https']],
    ['CFG-15', '.locsyncrc.json', '{"$import":"./evil.cjs"}', ['$import']],
    ['CFG-19', '.locsyncrc.cjs', 'MARKER', ['.locsyncrc.cjs', 'xecut']],
    ['CFG-19', 'locsync.config.js', 'MARKER', ['locsync.config.js', 'xecut']],
    ['CFG-19', '.locsyncrc.ts', 'MARKER', ['.locsyncrc.ts', 'xecut']],
    [
      'CFG-20',
      '.locsyncrc.json',
      '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
      ['__proto__', 'constructor', 'known keys'],
    ],
    [
      'CFG-24',
      '.locsyncrc',
      'files: ["l/{locale}.json"]\nproject: 1e3\n',
      ['.locsyncrc:2:10', 'project', 'quote it: "1e3"'],
    ],
    ['CFG-25', '.locsyncrc.json', json({ files: ['/etc/*.json'] }), ['files[0]', '/etc/*.json']],
    ['CFG-25', '.locsyncrc.json', json({ files: ['../other/*.json'] }), ['files[0]', '../other/*.json']],
    [
      'CFG-27',
      '.locsyncrc.json',
      json({ files: [`${'{a,b}'.repeat(16)}.json`] }),
      ['files[0]', 'too complex'],
    ],
    [
      'CFG-29',
      '.locsyncrc.json',
      json({ files, baseUrl: 'https://h/${SECRET_VARIABLE}' }),
      ['baseUrl', 'invalid URL'],
    ],
    [
      'CFG-30',
      '.locsyncrc',
      'files: ["l/{locale}.json"]\ninsecure: true\n',
      ['.locsyncrc:2:1', 'only from the environment'],
    ],
    ['CFG-30', '.locsyncrc', 'proxy: http://evil\n', ['only from the environment']],
    ['CFG-30', '.locsyncrc', 'ca: ./evil.pem\n', ['only from the environment']],
  ];
  it.each(rows)('%s %s with %j', async (_, name, text, says) => {
    const s = await project();
    const marker = "require('node:fs').writeFileSync(__dirname + '/RAN', '');";
    s.file(name, text === 'MARKER' ? marker : text).file('evil.cjs', marker);
    // Another one further up would do, and is not taken instead.
    s.file('../other/en.json', '{"a":"outside"}');
    await refused(s, 2, says, { ...TOKEN_ONLY, SECRET_VARIABLE: 'SECRET123' });
    expect(existsSync(join(s.folder, 'RAN'))).toBe(false);
  });

  it('CFG-02 an empty one in a folder below does not lead to the one above', async () => {
    const s = await project();
    s.config({ files }).file('sub/.locsyncrc', '');
    (await s.run('status', { cwd: 'sub' })).code(2).stderr('.locsyncrc', 'empty');
    expect(s.service.script.connections).toBe(0);
  });

  it('CFG-22 a link to a system file: nothing of it is shown, not with --debug either', async () => {
    const s = await project();
    symlinkSync('/etc/passwd', join(s.folder, '.locsyncrc'));
    await refused(s, 2, ['.locsyncrc']);
    (await run(s, 'status --debug')).code(2).never('root:', '/bin/');
    (await run(s, 'status --debug --config /etc/passwd')).code(2).never('root:', '/bin/');
  });

  it('CFG-28 nine levels of aliases', async () => {
    const s = await project();
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i <= 9; i += 1)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    s.file('.locsyncrc', lines.join('\n'));
    await refused(s, 2, ['.locsyncrc:1:', 'not allowed']);
  });
});

describe('a token that only the file would send away', () => {
  it('CFG-09 exit 3 with both remedies, and no connection nor look-up of that host', async () => {
    const s = await project();
    s.config({ files: ['l/{locale}.json'], baseUrl: 'https://evil.test', project: 'pro_1' });
    await refused(
      s,
      3,
      ['https://evil.test', 'LOCSYNC_BASE_URL=https://evil.test', 'locsync login'],
      TOKEN_ONLY,
    );
  });
});

describe('a configuration that is taken', () => {
  it('CFG-04 with a byte-order mark', async () => {
    const s = await project();
    s.file('.locsyncrc.json', '\ufeff{"files":["l/{locale}.json"]}');
    (await s.run('status')).code(0).emptyStderr();
  });

  it.each([
    ['CFG-16', '.config/config.js', 'MARKER'],
    ['CFG-16', '.config/config.cjs', 'MARKER'],
    ['CFG-17', 'package.json', '{"cosmiconfig":{"$import":"./evil.cjs"}}'],
    [
      'CFG-18',
      '.config/config.json',
      '{"cosmiconfig":{"searchPlaces":["x.json"],"mergeSearchPlaces":false}}',
    ],
  ])('%s beside cosmiconfig’s own settings in %s, which no one reads', async (_, name, text) => {
    const s = await project();
    const marker = `require('node:fs').writeFileSync('${join(s.folder, 'RAN')}', '');`;
    s.file(name, text === 'MARKER' ? marker : text).file('evil.cjs', marker);
    s.file('x.json', '{"files":["other/{locale}.json"]}').config({ files: ['l/{locale}.json'] });
    const status = (await s.run('status --json')).code(0);
    expect(Object.keys(status.states)).toContain('l/en.json');
    expect(s.has('RAN')).toBe(false);
  });

  it('CFG-31 that finds nothing: the pattern is named, exit 2, nothing is sent', async () => {
    const s = await project();
    s.config({ files: ['l/{locale}.json', 'nothing/here.{locale}.yml'] });
    for (const command of ['push', 'pull', 'status', 'diff'])
      (await s.run(command)).code(2).stderr('nothing/here.{locale}.yml').never('othing to');
    expect(s.service.script.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
