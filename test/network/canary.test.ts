import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROJECT, scriptedServer, type Received, type Step } from '../support/scripted-server.js';
import { Session, type Ran } from '../support/session.js';
import { withService } from '../support/service.js';

/**
 * A token whose every form looks different: raw, base64 with and without padding, base64 for URLs,
 * URL-encoded in both cases, and twice.
 */
const TOKEN = 'tok_CANARY+7f/3a~9.b1~~~x';

const FORMS: readonly string[] = [
  TOKEN,
  Buffer.from(TOKEN).toString('base64'),
  Buffer.from(TOKEN).toString('base64').replace(/=+$/, ''),
  Buffer.from(TOKEN).toString('base64url'),
  encodeURIComponent(TOKEN),
  encodeURIComponent(TOKEN).replace(/%../g, (code) => code.toLowerCase()),
  encodeURIComponent(encodeURIComponent(TOKEN)),
];

/** Every form of the token in one text, as a service that echoes requests would send it. */
const ECHO = `Bearer ${FORMS.join(' ')}`;
const echo = (status: number): Step => ({
  status,
  headers: { 'x-echo': TOKEN },
  body: { message: ECHO, error: ECHO },
});

interface Case {
  readonly name: string;
  readonly args: string;
  readonly exit: number;
  /** What the service answers; left out for the embedded service. */
  readonly script?: Readonly<Partial<Record<Received['endpoint'], Step | readonly Step[]>>>;
  /** The echo must have come through, masked: a case that never showed it would prove nothing. */
  readonly masked?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  { name: 'locales', args: 'locales', exit: 0 },
  { name: 'status', args: 'status --verbose', exit: 0 },
  { name: 'diff', args: 'diff', exit: 1 },
  { name: 'push', args: 'push', exit: 0 },
  { name: 'push for machines', args: 'push --json', exit: 0 },
  { name: 'pull', args: 'pull', exit: 0 },
  { name: 'pull on GitHub', args: 'pull', exit: 0, env: { GITHUB_ACTIONS: 'true' } },
  { name: 'a rejected token', args: 'status', exit: 3, script: { locales: echo(401) }, masked: true },
  { name: 'no access', args: 'push --json', exit: 3, script: { sourceFiles: echo(403) }, masked: true },
  {
    name: 'a broken service',
    args: 'pull --retries 0',
    exit: 4,
    script: { locales: echo(500) },
    masked: true,
  },
  { name: 'an error with 200', args: 'pull', exit: 4, script: { texts: echo(200) }, masked: true },
  { name: 'a refused upload', args: 'push', exit: 4, script: { upload: echo(422) }, masked: true },
  {
    name: 'a refused upload on GitHub',
    args: 'push',
    exit: 4,
    script: { upload: echo(422) },
    masked: true,
    env: { GITHUB_ACTIONS: 'true' },
  },
  {
    name: 'a refused upload for JUnit',
    args: 'push --reporter junit',
    exit: 4,
    script: { upload: echo(422) },
    masked: true,
  },
  {
    name: 'a page of HTML',
    args: 'status',
    exit: 4,
    script: { locales: { headers: { 'content-type': 'text/html' }, body: `<title>${ECHO}</title>` } },
    masked: true,
  },
  {
    name: 'a redirect',
    args: 'status',
    exit: 4,
    script: {
      locales: {
        status: 302,
        headers: { location: `/${encodeURIComponent(TOKEN)}?t=${encodeURIComponent(TOKEN)}` },
      },
    },
    masked: true,
  },
  {
    name: 'a next page elsewhere',
    args: 'status',
    exit: 3,
    script: {
      sourceFiles: {
        headers: { link: `<http://evil.test/${encodeURIComponent(TOKEN)}>; rel=next` },
        body: [],
      },
    },
  },
  {
    name: 'another project',
    args: 'status',
    exit: 4,
    script: { locales: { body: [{ api_id: TOKEN, name: TOKEN, code: TOKEN }] } },
  },
  {
    name: 'languages and files that are named so',
    args: 'status --verbose',
    exit: 0,
    script: { sourceFiles: { body: [{ api_id: 'fil_1', name: `${TOKEN}.yml`, keys: 1 }] } },
    masked: true,
  },
  { name: 'an argument that holds it', args: `status --tokne=${TOKEN}`, exit: 2 },
  { name: 'an option that holds it', args: `status --locale ${TOKEN}`, exit: 2, masked: true },
  { name: 'a path that holds it', args: `status ${TOKEN}.yml`, exit: 2, masked: true },
  {
    name: 'a path that holds it URL-encoded, on GitHub',
    args: `status ${encodeURIComponent(TOKEN)}.yml --reporter github`,
    exit: 2,
    masked: true,
  },
];

describe('the token in everything that a run prints and writes', () => {
  it.each(CASES)(
    'OU-01 OU-02 OU-06 $name: nowhere, in no form',
    async ({ args, exit, script, masked, env }) => {
      const session = await project(script);
      const home = join(dirname(session.folder), 'home');
      mkdirSync(join(home, 'tmp'));
      const summary = join(home, 'summary.md');
      const more = { TMPDIR: join(home, 'tmp'), GITHUB_STEP_SUMMARY: summary, ...env };
      const ran = await session.run(`${args} --debug`, { env: more });
      for (const form of FORMS) expect(ran.out + ran.err, ran.transcript).not.toContain(form);
      ran.code(exit);
      if (masked === true) expect(ran.out + ran.err, ran.transcript).toContain('***');
      search(dirname(session.folder), ran);
    },
  );
});

/**
 * A project with something to push and something to pull, and the service that the case asks for.
 */
async function project(script: Case['script']) {
  const session = script === undefined ? await embedded() : await scripted(script);
  return session
    .file('config/locales/en.yml', 'en:\n  hello: Hello\n')
    .file('config/locales/de.yml', 'de:\n  hello: Hallo\n');
}

async function embedded() {
  const service = await withService({ token: TOKEN, locales: ['en', 'de'] });
  onTestFinished(() => service.close());
  await service.put('de', 'config/locales/en.yml', { bye: 'Ade' });
  return Session.at({ url: service.url, project: service.project.id, token: TOKEN });
}

async function scripted(script: NonNullable<Case['script']>) {
  const server = await scriptedServer();
  onTestFinished(() => server.close());
  for (const [endpoint, steps] of Object.entries(script) as [Received['endpoint'], Step | readonly Step[]][])
    server.on(endpoint, ...[steps].flat());
  return Session.at({ url: server.url.href, project: PROJECT, token: TOKEN });
}

/** No file below the folder holds the token, in its name or its content. */
function search(folder: string, ran: Ran): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    for (const form of FORMS) {
      expect(path.includes(form), `${path}\n${ran.transcript}`).toBe(false);
      if (entry.isFile()) expect(readFileSync(path).includes(form), `${path}\n${ran.transcript}`).toBe(false);
    }
  }
}
