import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { paste, suggested } from '../support/paste.js';
import { Session, type Ran } from '../support/session.js';

const json = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts)}\n`;

interface Scenario {
  readonly title: string;
  /** Folders with a conflict in `de.json` each. */
  readonly folders: readonly string[];
  readonly files?: readonly string[];
  /** The folder of the configuration. */
  readonly root?: string;
  readonly config?: string;
  /** Where the command is typed. */
  readonly cwd?: string;
  readonly args?: (url: string) => readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const SCENARIOS: readonly Scenario[] = [
  { title: 'F1: from a folder below', folders: ['c', 'c/c'], cwd: 'c' },
  { title: 'F1: from a folder beside', folders: ['c', 'd'], cwd: 'd' },
  {
    title: 'F5: --config in another folder',
    folders: ['o/c', 'o/o/c'],
    root: 'o',
    config: 'o/other.json',
    args: () => ['--config', 'o/other.json'],
  },
  { title: 'F5: --cwd', folders: ['o/c', 'o/o/c'], root: 'o', args: () => ['--cwd', 'o'] },
  {
    title: 'F5: --cwd with a name that needs quotes',
    folders: ["it's $o/c", "it's $o/d"],
    root: "it's $o",
    args: () => ['--cwd', "it's $o"],
  },
  {
    title: 'F5: --project and --base-url',
    folders: ['c', 'd'],
    args: (url) => ['--project', 'pro_1', '--base-url', url],
    env: { LOCSYNC_BASE_URL: 'http://127.0.0.1:9', LOCSYNC_PROJECT: 'pro_2' },
  },
  { title: 'F2: brackets', folders: ['a[b]', 'ab'] },
  { title: 'F2: braces and stars', folders: ['{x,y}', 'x', 'st*r', 'star'] },
  { title: 'F3: a dash in front', folders: ['-dash', '--force'] },
  { title: 'spaces, quotes and dollars', folders: ['sp ace', "q'uote", 'dol$HOME', 'd"q', '!h'] },
  { title: 'backticks, ampersands and signs', folders: ['b`echo x`t', 'a&b', 'c;d', '~', '=x', '#y'] },
];

const own = (ran: Ran, command: string): readonly string[] =>
  suggested(ran).filter((one) => one.startsWith(`locsync ${command} `));

/** A project in which both sides have changed a text in each folder. */
async function conflicting({ folders, files = ['**/{locale}.json'], root = '', config }: Scenario) {
  const s = await Session.scripted({ config: { files } });
  if (root !== '') s.remove('.locsyncrc');
  const service = new FakeService(s.service.script);
  const at = config ?? `${root === '' ? '' : `${root}/`}.locsyncrc`;
  s.file(at, JSON.stringify({ files }));
  const nameOf = (folder: string): string =>
    `${root === '' ? folder : folder.slice(root.length + 1)}/en.json`;
  for (const folder of folders) {
    s.file(`${folder}/en.json`, json({ a: 'A', b: 'B' }));
    s.file(`${folder}/de.json`, json({ a: 'Ä', b: 'Be' }));
  }
  const first = config === undefined ? ['--cwd', root === '' ? '.' : root] : ['--config', config];
  (await s.run(['push', ...first])).code(0);
  for (const folder of folders) {
    s.file(`${folder}/de.json`, json({ a: `here ${folder}`, b: 'Be' }));
    service.set('de', { a: `there ${folder}`, b: 'Be' }, nameOf(folder));
  }
  return { s, service, nameOf };
}

describe.each(SCENARIOS)('suggested commands act on their file alone: $title', (scenario) => {
  const { folders, cwd = '', args, env = {} } = scenario;

  it('those of a pull', async () => {
    const { s } = await conflicting(scenario);
    const given = args?.(s.service.url) ?? [];
    const ran = (await s.run(['pull', ...given], { cwd, env })).code(1);
    const [diff = ''] = own(ran, 'diff');
    const shown = (await paste(s, `${diff} --name-only`, cwd, env)).code(1);
    expect(shown.out.trim().split('\n'), shown.transcript).toHaveLength(1);
    const commands = own(ran, 'pull --force');
    expect(commands, ran.transcript).toHaveLength(folders.length);
    const open = new Set(folders);
    for (const command of commands) {
      (await paste(s, command, cwd, env)).code(0);
      const settled = [...open].filter((folder) => s.text(`${folder}/de.json`).includes('there'));
      expect(settled, command).toHaveLength(1);
      for (const folder of settled) {
        s.reads(`${folder}/de.json`, json({ a: `there ${folder}`, b: 'Be' }));
        open.delete(folder);
      }
    }
    expect([...open]).toEqual([]);
  });

  it('those of a push', async () => {
    const { s, service, nameOf } = await conflicting(scenario);
    const given = args?.(s.service.url) ?? [];
    const ran = (await s.run(['push', ...given], { cwd, env })).code(1);
    const open = new Set(folders);
    const [one = ''] = own(ran, 'push --force');
    (await paste(s, one, cwd, env)).code(0);
    const isSettled = (folder: string): boolean =>
      service.texts('de', nameOf(folder))['a'] === `here ${folder}`;
    expect([...open].filter(isSettled), one).toHaveLength(1);
  });
});

describe('what was given decides what a suggested command acts on', () => {
  it('--prune and --strict of a pull are in its commands', async () => {
    const { s } = await conflicting({ title: '', folders: ['c'] });
    (await s.run('pull --prune --strict --empty'))
      .code(1)
      .stderr(
        '`locsync pull --prune --empty --strict --force --locale de c/de.json`',
        '`locsync push --strict --force --locale de c/de.json`',
      );
  });

  it('status suggests commands for what it was asked about', async () => {
    const { s } = await conflicting({ title: '', folders: ['c', 'd'] });
    s.file('c/en.json', json({ a: 'A2', b: 'B' }));
    (await s.run('status --locale en,de --cwd . c')).stdout(
      '`locsync push --locale en,de --cwd . c`',
      '`locsync diff --locale en,de --cwd . c`',
    );
  });

  it('a base URL that may hold a secret is not repeated', async () => {
    const { s } = await conflicting({ title: '', folders: ['c'] });
    (await s.run('status --base-url https://me:secret@example.com'))
      .code(2)
      .stderr('`locsync login`')
      .never('secret');
  });

  it('F2: a path that exists is taken literally only, a glob still is a glob', async () => {
    const { s } = await conflicting({ title: '', folders: ['a[b]', 'ab'] });
    s.file('a[c]/other.txt', 'x');
    s.file('ac/en.json', json({ a: 'A' }));
    (await s.run(['status', 'a[c]'])).code(2).stderr('a[c] is not part of any file set');
    (await s.run(['status', '--verbose', 'a[bc]/*.json']))
      .code(0)
      .stdout('ab/de.json', 'ac/en.json')
      .never('a[b]/de.json');
    (await s.run(['status', '--verbose', 'a[b]'])).code(0).stdout('a[b]/de.json').never('ab/de.json');
  });

  it('a folder that --cwd reaches by a link takes paths too', async () => {
    const { s } = await conflicting({ title: '', folders: ['c'] });
    const { symlinkSync } = await import('node:fs');
    symlinkSync(s.folder, `${s.folder}/link`);
    const ran = (await s.run('pull --cwd link c')).code(1);
    const [command = ''] = own(ran, 'pull --force');
    (await paste(s, command)).code(0);
    s.reads('c/de.json', json({ a: 'there c', b: 'Be' }));
  });
});
