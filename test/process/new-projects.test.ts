import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Person } from '../support/person.js';
import { PROGRAM, type Ran } from '../support/session.js';

const flat = (text: string): string => `{\n  "greeting": "${text}",\n  "bye": "Bye"\n}\n`;
const rooted = (code: string, text: string): string => `${code}:\n  greeting: ${text}\n  bye: Bye\n`;

const list = (text: string): string =>
  `[\n  {\n    "id": "greeting",\n    "translation": "${text}"\n  },\n  {\n    "id": "bye",\n    "translation": "Bye"\n  }\n]\n`;

interface NewProject {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** `--locales` of serve; without it serve reads them from the files. */
  readonly locales?: string;
  /** The translator's file, the source locale's, and the language that is translated. */
  readonly german: string;
  readonly english: string;
  /** What init refuses to write, and a person saves after it has been printed. */
  readonly printed?: boolean;
}

const PROJECTS: readonly NewProject[] = [
  {
    title: 'Rails',
    files: {
      Gemfile: "gem 'rails'\n",
      'config/locales/en.yml': rooted('en', 'Hello'),
      'config/locales/de.yml': rooted('de', 'Hallo'),
    },
    english: 'config/locales/en.yml',
    german: 'config/locales/de.yml',
  },
  {
    title: 'i18next',
    files: {
      'package.json': '{"dependencies": {"i18next": "1"}}\n',
      'public/locales/en/common.json': flat('Hello'),
      'public/locales/de/common.json': flat('Hallo'),
    },
    english: 'public/locales/en/common.json',
    german: 'public/locales/de/common.json',
  },
  {
    title: 'Vue',
    files: {
      'package.json': '{"dependencies": {"vue-i18n": "1"}}\n',
      'src/locales/en.json': flat('Hello'),
      'src/locales/de.json': flat('Hallo'),
    },
    english: 'src/locales/en.json',
    german: 'src/locales/de.json',
  },
  {
    title: 'Next',
    files: {
      'package.json': '{"dependencies": {"next-intl": "1"}}\n',
      'messages/en.json': flat('Hello'),
      'messages/de.json': flat('Hallo'),
    },
    english: 'messages/en.json',
    german: 'messages/de.json',
  },
  {
    title: 'Symfony',
    files: {
      'composer.json': '{"require": {"symfony/translation": "*"}}\n',
      'translations/messages.en.yaml': 'greeting: Hello\nbye: Bye\n',
      'translations/messages.de.yaml': 'greeting: Hallo\nbye: Bye\n',
    },
    english: 'translations/messages.en.yaml',
    german: 'translations/messages.de.yaml',
  },
  {
    title: 'go-i18n, lists',
    files: {
      'go.mod': 'module shop\n',
      'active.en.json': list('Hello'),
      'active.de.json': list('Hallo'),
    },
    english: 'active.en.json',
    german: 'active.de.json',
  },
  {
    title: 'Hugo, lists',
    files: {
      'hugo.yaml': 'title: Shop\n',
      'i18n/en.yaml': '# Theme\n- id: greeting\n  translation: Hello\n- id: bye\n  translation: Bye\n',
      'i18n/de.yaml': '# Theme\n- id: greeting\n  translation: Hallo\n- id: bye\n  translation: Bye\n',
    },
    english: 'i18n/en.yaml',
    german: 'i18n/de.yaml',
  },
  {
    title: 'VS Code codes',
    files: { 'i18n/enu/main.i18n.json': flat('Hello'), 'i18n/deu/main.i18n.json': flat('Hallo') },
    locales: 'en,de',
    english: 'i18n/enu/main.i18n.json',
    german: 'i18n/deu/main.i18n.json',
    printed: true,
  },
];

/** `locsync serve` in a person's folder, until the test ends. */
async function serve(person: Person, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...args], {
    cwd: person.folder,
    env: { PATH: process.env['PATH'], HOME: person.home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  });
  await once(child.stdout, 'data');
}

/** The log of a run, for people: LOCSYNC_LOG names a file that gets all of them. */
function logged(title: string, runs: readonly Ran[]): void {
  const path = process.env['LOCSYNC_LOG'] ?? '';
  if (path === '') return;
  const text = runs.map((ran) => ran.transcript.replaceAll(/--- stderr\n(?=--- )/g, '')).join('\n\n');
  writeFileSync(path, `## ${title}\n\n\`\`\`text\n${text}\n\`\`\`\n\n`, { flag: 'a' });
}

const START = async ({ files, locales, title }: NewProject) => {
  const person = new Person();
  for (const [path, text] of Object.entries(files)) person.file(path, text);
  await serve(person, locales === undefined ? [] : ['--locales', locales]);
  const runs: Ran[] = [];
  onTestFinished(() => logged(title, runs));
  const run = async (...args: readonly string[]): Promise<Ran> => {
    const ran = await person.run(args);
    runs.push(ran);
    return ran;
  };
  return { person, run };
};

describe('from nothing to a green pipeline (issue 15, "done when")', () => {
  it.each(PROJECTS.map((project) => [project.title, project] as const))('%s', async (_, project) => {
    const { person, run } = await START(project);
    if (project.printed === true) {
      (await run('init', '--yes')).code(2).stderr('init --print');
      person.file('.locsyncrc', (await run('init', '--print')).code(0).out);
    } else (await run('init', '--yes')).code(0);
    (await run('push', '--dry-run')).code(0);
    (await run('push')).code(0);
    (await run('status', '--check')).code(0);

    // A translator edits, in another clone here; the same service.
    const before = person.text(project.german);
    const {
      url,
      project: id,
      token,
    } = JSON.parse(person.text('.locsync/service.json')) as Record<'url' | 'project' | 'token', string>;
    await translate({ url, id, token }, 'greeting');
    (await run('status', '--check')).code(1).stdout('to pull');
    (await run('pull')).code(0);
    expect(person.text(project.german)).toBe(before.replace('Hallo', 'Guten Tag'));

    // A developer adds a source text; the pull request's job passes, and main pushes it.
    const english = person.text(project.english);
    person.file(project.english, english.replace('Hello', 'Hello!'));
    (await run('check')).code(0);
    (await run('status', '--check=conflict')).code(0);
    (await run('push')).code(0);
    (await run('status', '--check')).code(0);
  });

  it('a list whose items have no ids: refused with a reason, and nothing is written', async () => {
    const texts = '[\n  "Hello",\n  "Bye"\n]\n';
    const project: NewProject = {
      title: 'list without ids',
      files: { 'go.mod': 'module shop\n', 'active.en.json': texts, 'active.de.json': texts },
      english: 'active.en.json',
      german: 'active.de.json',
    };
    const { person, run } = await START(project);
    (await run('init', '--yes')).code(2).stderr('a list is read if each item is a map with an `id`');
    expect(person.has('.locsyncrc')).toBe(false);
  });
});

/** What a translator does on the service: another text for a German key. */
async function translate(
  { url, id, token }: { readonly url: string; readonly id: string; readonly token: string },
  key: string,
): Promise<void> {
  const base = `${url}/api/v1/projects/${id}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json();
  };
  const [file] = (await ask('/source_files')) as { name: string }[];
  const event = (await ask('/events', { kind: 'api_upload' })) as { api_id: string };
  const content = JSON.stringify({ de: { [key]: 'Guten Tag' } });
  await ask('/source_files', { filename: file?.name, event_id: event.api_id, content });
}
