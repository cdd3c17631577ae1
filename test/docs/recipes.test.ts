import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf } from './markdown.js';
import { PageShell } from './page-shell.js';

const ROOT = resolve(import.meta.dirname, '../..');

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** The scripts of a workflow of docs/ci.md, by its file's name. */
function scriptsOf(name: string): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
  const block = blocksOf(page).find(({ body }) => body[0]?.includes(name));
  const { jobs } = load(block?.body.join('\n') ?? '') as Workflow;
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
}

/** `gh api` as far as a recipe uses it, with the comments of one pull request in a file. */
const GH = `#!/usr/bin/env node
const { readFileSync, writeFileSync, existsSync } = require('node:fs');
const store = process.env.HOME + '/comments.json';
const comments = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : [];
const args = process.argv.slice(2);
const valueOf = (name) => args[args.indexOf(name) + 1];
const path = args.find((arg) => arg.startsWith('repos/'));
const field = args.includes('--field') ? valueOf('--field') : '';
const body = field.startsWith('body=@') ? readFileSync(field.slice(6), 'utf8') : undefined;
if (args.includes('--jq')) {
  const [, login, start] = /login == "([^"]+)" and .*startswith\\("([^"]+)"/.exec(valueOf('--jq'));
  if (path !== 'repos/shop/app/issues/12/comments') process.exit(1);
  for (const one of comments) if (one.login === login && one.body.startsWith(start)) console.log(one.id);
} else if (valueOf('--method') === 'PATCH') {
  const one = comments.find(({ id }) => path === 'repos/shop/app/issues/comments/' + id);
  one.body = body;
} else if (path === 'repos/shop/app/issues/12/comments')
  comments.push({ id: comments.length + 1, login: 'github-actions[bot]', body });
else process.exit(1);
writeFileSync(store, JSON.stringify(comments));
`;

describe('the recipes of docs/ci.md', () => {
  it('15.8 the one with a comment makes one, and edits that one in place', async () => {
    const scene = await PageShell.open('greeting synced');
    onTestFinished(() => scene.close());
    writeFileSync(join(scene.above, 'bin/gh'), GH, { mode: 0o755 });
    const others = [
      { id: 1, login: 'mallory', body: '<!-- locsync --> mine' },
      { id: 2, login: 'github-actions[bot]', body: 'coverage' },
    ];
    const store = join(scene.above, 'comments.json');
    const comments = () => JSON.parse(readFileSync(store, 'utf8')) as typeof others;
    writeFileSync(store, JSON.stringify(others));
    const script = scriptsOf('translations-comment.yml').find((one) => one.includes('gh api')) ?? '';
    await scene.run('export GITHUB_REPOSITORY=shop/app GITHUB_REF_NAME=12/merge GITHUB_ACTIONS=true');
    expect(await scene.run(`(set -e\n${script})`)).toBe('');
    expect(comments()).toHaveLength(3);
    expect(comments()[2]?.body).toContain('Everything is in sync: 2 files.');
    await scene.act('there config/locales/en.yml de hello = Moin');
    expect(await scene.run(`(set -e\n${script})`)).toBe('');
    expect(comments().slice(0, 2)).toEqual(others);
    expect(comments()).toHaveLength(3);
    expect(comments()[2]?.body).toContain('1 key to pull.');
    // A run that fails says so in the comment.
    await scene.run('export LOCSYNC_TOKEN=wrong');
    await scene.run(`(set -e\n${script})`);
    expect(comments()[2]?.body).toMatch(/^<!-- locsync -->\n### locsync status\n\n- \*\*error\*\*/);
  });

  it('L12 none runs on pull_request_target or puts text of an event into a command, and the page warns of both', () => {
    const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
    const workflows = blocksOf(page).map(({ body }) => body.join('\n'));
    expect(workflows.filter((text) => text.includes('pull_request_target'))).toEqual([]);
    expect(workflows.filter((text) => /\$\{\{\s*github\.(?:event|head_ref)\b/.test(text))).toEqual([]);
    expect(page).toMatch(/Never run it for `pull_request_target` with the pull request's own files/);
    expect(page).toMatch(/Nor put text from an event .* into `args`/);
  });
});
