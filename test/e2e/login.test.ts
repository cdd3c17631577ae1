import { statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPython, Person } from '../support/person.js';
import { PROJECT, scriptedServer, type ScriptedServer } from '../support/scripted-server.js';
import { CANARY } from '../support/session.js';

async function server(): Promise<ScriptedServer> {
  const script = await scriptedServer();
  onTestFinished(() => script.close());
  return script;
}

const at = (script: ScriptedServer): string[] => ['--base-url', script.url.href, '--project', PROJECT];

describe('login from a pipe', () => {
  it('tries the token on the service, then stores it for the origin, mode 0600, and says so', async () => {
    const script = await server();
    const person = new Person();
    const ran = await person.run(['login', '--token-stdin', ...at(script)], { input: CANARY });
    ran.code(0).emptyStderr().stdout(script.url.origin, 'Shop (pro_1)');
    expect(script.requests.map(({ endpoint, headers }) => [endpoint, headers['authorization']])).toEqual([
      ['project', `Bearer ${CANARY}`],
    ]);
    expect(person.tokens).toEqual({ [script.url.origin]: CANARY });
    expect(statSync(person.store).mode & 0o777).toBe(0o600);
  });

  it('takes base URL and project from the environment, and answers in JSON', async () => {
    const script = await server();
    const person = new Person();
    const env = { LOCSYNC_BASE_URL: script.url.href, LOCSYNC_PROJECT: PROJECT };
    const ran = (await person.run(['login', '--token-stdin', '--json'], { input: CANARY, env })).code(0);
    expect(ran.json).toMatchObject({
      command: 'login',
      ok: true,
      project: { id: PROJECT, baseUrl: script.url.origin },
    });
    expect(Object.keys(person.tokens)).toEqual([script.url.origin]);
  });

  it('stores nothing that the service refuses, and hides the token if the answer repeats it', async () => {
    const script = await server();
    script.on('project', ({ headers }) => ({
      status: 401,
      body: { error: `no: ${String(headers['authorization'])}` },
    }));
    const person = new Person();
    const ran = await person.run(['login', '--token-stdin', '--debug', ...at(script)], { input: CANARY });
    ran
      .code(3)
      .stderr('rejected the token', /no: Bearer \*\*\*/, 'just given')
      .never('LOCSYNC_TOKEN');
    expect(person.tokens).toEqual({});
  });

  it('keeps the token that was stored before if a new one is refused', async () => {
    const script = await server();
    const person = new Person();
    (await person.run(['login', '--token-stdin', ...at(script)], { input: 'first' })).code(0);
    script.on('project', { status: 403, body: { error: 'no' } });
    (await person.run(['login', '--token-stdin', ...at(script)], { input: 'second' })).code(3);
    expect(person.tokens).toEqual({ [script.url.origin]: 'first' });
  });

  it('stores nothing if the project is unknown to the service', async () => {
    const script = await server();
    script.on('project', { status: 404, body: {} });
    const person = new Person();
    (await person.run(['login', '--token-stdin', ...at(script)], { input: CANARY }))
      .code(3)
      .stderr('has no project pro_1');
    expect(person.tokens).toEqual({});
  });

  it('names the remedy and opens no connection if base URL or project is not given', async () => {
    const script = await server();
    const person = new Person();
    const ran = await person.run(['login', '--token-stdin', '--base-url', script.url.href], {
      input: CANARY,
    });
    ran.code(2).stderr('no project is given', '--project');
    (await person.run(['login', '--token-stdin', '--project', PROJECT], { input: CANARY }))
      .code(2)
      .stderr('no base URL', '--base-url');
    expect(script.connections).toBe(0);
  });

  it('says what to do if it cannot ask and no token is piped', async () => {
    const script = await server();
    const ran = await new Person().run(['login', ...at(script)]);
    ran.code(2).stderr('cannot ask for the token', '--token-stdin');
    expect(script.connections).toBe(0);
  });

  it('a configuration file alone decides no origin: exit 3 before any connection', async () => {
    const person = new Person().file(
      '.locsyncrc',
      "baseUrl: https://l10n.invalid\nproject: pro_1\nfiles: ['a/{locale}.json']\n",
    );
    const ran = await person.run(['login', '--token-stdin', '--json'], { input: CANARY });
    expect(ran.code(3).errors).toEqual(['LOGIN_NOT_BOUND']);
    expect(ran.out).toContain('--base-url https://l10n.invalid/');
    expect(person.tokens).toEqual({});
  });

  it('M2 a loopback host is not an exception: exit 3 before any connection, with the remedy', async () => {
    const script = await server();
    const person = new Person().file(
      '.locsyncrc',
      `baseUrl: ${script.url.href}\nproject: ${PROJECT}\nfiles: ['a/{locale}.json']\n`,
    );
    const ran = await person.run(['login', '--token-stdin', '--json'], { input: CANARY });
    expect(ran.code(3).errors).toEqual(['LOGIN_NOT_BOUND']);
    expect(script.connections).toBe(0);
    (await person.run(['login', '--token-stdin', '--base-url', script.url.href], { input: CANARY })).code(0);
    // What login approved, the file may name.
    (await person.run(['locales'], { env: { LOCSYNC_TOKEN: CANARY } })).code(0);
  });

  it.each(['login', 'logout', 'serve'])(
    'L7 %s never repeats its argument: it may be the token',
    async (command) => {
      for (const args of [[CANARY], ['--json', CANARY], [CANARY, '--debug'], [`--token-stdn=${CANARY}`]]) {
        const ran = await new Person().run([command, ...args]);
        ran.code(2).never(CANARY, CANARY.slice(0, 8));
      }
      (await new Person().run([command, CANARY])).stderr('takes no argument', 'have it replaced');
    },
  );

  it('warns if LOCSYNC_TOKEN will win over what is stored', async () => {
    const script = await server();
    const person = new Person();
    const ran = await person.run(['login', '--token-stdin', ...at(script)], {
      input: 'stored',
      env: { LOCSYNC_TOKEN: CANARY },
    });
    ran.code(0).stderr('LOCSYNC_TOKEN is set, and wins');
    expect(person.tokens).toEqual({ [script.url.origin]: 'stored' });
  });

  const refused = [
    ['ARG-18', 'nothing at all', '', /is empty\n {2}look at what is piped/],
    ['ARG-18', 'a line end alone', '\n', /is empty\n {2}look at what is piped/],
    ['ARG-20', 'a line end inside', `${CANARY}\nx`, `illegal character at position ${CANARY.length + 1}`],
    ['ARG-20', 'NUL', `${CANARY}\0`, 'illegal character'],
    ['ARG-20', 'a zero-width space', `${CANARY}\u200b`, 'illegal character'],
    ['ARG-20', 'a letter that is not ASCII', `${CANARY}é`, 'illegal character'],
    ['ARG-21', 'Bearer in front', `Bearer ${CANARY}`, 'begins with "Bearer"'],
    ['ARG-22', 'an expression of GitHub', '${{ secrets.X }}', 'not expanded'],
    ['ARG-22', 'a variable', '$TOKEN', 'not expanded'],
  ] as const;
  it.each(refused)('%s refuses %s before any connection', async (_, __, input, message) => {
    const script = await server();
    const person = new Person();
    const ran = await person.run(['login', '--token-stdin', ...at(script)], { input });
    ran.code(3).stderr(message);
    expect(script.connections).toBe(0);
    expect(person.tokens).toEqual({});
  });

  it.each(['\n', '\r\n'])('ARG-19 takes a token with %j behind it', async (end) => {
    const script = await server();
    const person = new Person();
    (await person.run(['login', '--token-stdin', ...at(script)], { input: CANARY + end })).code(0);
    expect(person.tokens).toEqual({ [script.url.origin]: CANARY });
  });

  it('FS-24 without HOME there is nowhere to store: exit 5 with the remedy; logout finds nothing', async () => {
    const script = await server();
    const env = { HOME: undefined, TMPDIR: '/nowhere' };
    const ran = await new Person().run(['login', '--token-stdin', ...at(script)], { input: CANARY, env });
    ran.code(5).stderr('neither XDG_CONFIG_HOME nor HOME', 'LOCSYNC_TOKEN');
    const out = await new Person().run(['logout', '--base-url', script.url.href], { env });
    out.code(0).stdout('No token was stored');
  });
});

describe('logout', () => {
  it('removes the token of this origin and no other, and is content if there is none', async () => {
    const [one, other] = [await server(), await server()];
    const person = new Person();
    for (const script of [one, other])
      (await person.run(['login', '--token-stdin', ...at(script)], { input: CANARY })).code(0);
    (await person.run(['logout', '--base-url', one.url.href]))
      .code(0)
      .emptyStderr()
      .stdout('is removed', one.url.origin);
    expect(Object.keys(person.tokens)).toEqual([other.url.origin]);
    (await person.run(['logout', '--base-url', one.url.href])).code(0).stdout('No token was stored');
    expect(statSync(person.store).mode & 0o777).toBe(0o600);
  });

  it('reads the origin from the configuration, asks no service, and says that LOCSYNC_TOKEN stays', async () => {
    const script = await server();
    const person = new Person().file(
      '.locsyncrc',
      `baseUrl: ${script.url.href}\nfiles: ['a/{locale}.json']\n`,
    );
    const ran = await person.run(['logout', '--json'], { env: { LOCSYNC_TOKEN: CANARY } });
    expect(ran.code(0).json).toMatchObject({
      summary: { removed: 0 },
      project: { baseUrl: script.url.origin },
    });
    expect(ran.warnings).toEqual(['TOKEN_VARIABLE_STAYS']);
    expect(script.connections).toBe(0);
  });

  it('needs to know of which service', async () => {
    (await new Person().run(['logout'])).code(2).stderr('no base URL');
  });
});

describe.skipIf(!hasPython)('login on a terminal', () => {
  it('asks for what is missing, and shows nothing of the token that is typed', async () => {
    const script = await server();
    const person = new Person();
    const ran = await person.types(
      ['login'],
      [
        ['Base URL of the service', `${script.url.href}\r`],
        ['API ID of the project', `${PROJECT}\r`],
        ['(not shown)', `${CANARY}\r`],
      ],
    );
    ran.code(0).stdout('Logged in to');
    expect(person.tokens).toEqual({ [script.url.origin]: CANARY });
    // Neither the token nor stars for its length.
    ran.never(CANARY.slice(0, 6), /[▪•*]/);
  });

  it('honours corrections while the token is typed', async () => {
    const script = await server();
    const person = new Person();
    (await person.types(['login', ...at(script)], [['(not shown)', 'wrong\x15tokeX\x7fn\r']])).code(0);
    expect(person.tokens).toEqual({ [script.url.origin]: 'token' });
  });

  it('Ctrl+C while the token is typed ends with 130 and stores nothing', async () => {
    const script = await server();
    const person = new Person();
    const ran = await person.types(['login', ...at(script)], [['(not shown)', `${CANARY}\x03`]]);
    ran.code(130);
    expect(person.tokens).toEqual({});
    expect(script.connections).toBe(0);
  });

  it('the end of the input (Ctrl+D) is not an answer: exit 2', async () => {
    const script = await server();
    const ran = await new Person().types(['login', ...at(script)], [['(not shown)', '\x04']]);
    ran.code(2).stdout('without an answer');
  });

  it('asks before a token may go to an origin that only the configuration names', async () => {
    const person = new Person().file(
      '.locsyncrc',
      "baseUrl: https://l10n.invalid\nproject: pro_1\nfiles: ['a/{locale}.json']\n",
    );
    const ran = await person.types(['login'], [['May your token go', '\r']]);
    ran.code(3).stdout('https://l10n.invalid', 'no token is stored').never('(not shown)');
    const yes = await person.types(
      ['login'],
      [
        ['May your token go', 'y\r'],
        ['(not shown)', '\x03'],
      ],
    );
    yes.code(130);
    expect(person.tokens).toEqual({});
  });
});
