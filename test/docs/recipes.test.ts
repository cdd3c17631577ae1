import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf } from './markdown.js';
import { PageShell } from './page-shell.js';

const ROOT = resolve(import.meta.dirname, '../..');
// The one use that the recipes make of jq, which not every machine has.
const JQ = `jq() { node -p 'JSON.parse(require("fs").readFileSync(process.argv[2],"utf8"))[process.argv[1].slice(1)]' -- "$2" "$3"; }`;

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/**
 * The scripts of a workflow of docs/ci.md, by its file's name, with the built program in place of
 * the installed one.
 */
function scriptsOf(name: string): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
  const block = blocksOf(page).find(({ body }) => body[0]?.includes(name));
  const { jobs } = load(block?.body.join('\n') ?? '') as Workflow;
  return Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) =>
      run === undefined ? [] : [run.replaceAll('npx --no-install locsync', 'locsync')],
    ),
  );
}

describe('the recipes of docs/ci.md', () => {
  it('L12 none runs on pull_request_target or puts text of an event into a command, and the page warns of both', () => {
    const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
    const workflows = blocksOf(page).map(({ body }) => body.join('\n'));
    expect(workflows.filter((text) => text.includes('pull_request_target'))).toEqual([]);
    expect(workflows.filter((text) => /\$\{\{\s*github\.(?:event|head_ref)\b/.test(text))).toEqual([]);
    expect(page).toMatch(/Never run it for `pull_request_target` with the pull request's own files/);
    expect(page).toMatch(/Nor put text from an event .* into `args`/);
  });

  it('the one without a network works if locsync.lock of the real service is committed', async () => {
    const scene = await PageShell.open('greeting synced');
    onTestFinished(() => scene.close());
    const script = scriptsOf('offline.yml').find((one) => one.includes('serve')) ?? '';
    expect(script).toContain('locsync serve');
    const said = await scene.run(`(set -e; ${JQ}; trap 'kill $!' EXIT\n${script})`);
    expect(said).toContain('Pushed 2 files.');
    expect(said).toContain('Everything is in sync');
    // The base of the real service says nothing about this one.
    expect(said).not.toContain('warning');
    expect(await scene.run('echo $?; git status --short locsync.lock')).toBe('0\n M locsync.lock');
  });
});
