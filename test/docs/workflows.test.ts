import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { blocksOf } from './markdown.js';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps }) => steps);
const checkouts = (workflow: Workflow): readonly Step[] =>
  stepsOf(workflow).filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));

describe('the workflows of this repository (L10)', () => {
  const workflows = readdirSync(FOLDER).map(
    (name) => [name, load(readFileSync(join(FOLDER, name), 'utf8')) as Workflow] as const,
  );

  it.each(workflows)(
    '%s takes actions by commit, and leaves no credentials in the checkout',
    (_, workflow) => {
      for (const { uses } of stepsOf(workflow))
        if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      for (const step of checkouts(workflow)) expect(step.with?.['persist-credentials']).toBe(false);
      expect(workflow.permissions).toEqual({ contents: 'read' });
    },
  );

  it('the job that may sign and has the token runs nothing but `npm publish` of the tarball', () => {
    const { jobs } = workflows.find(([name]) => name === 'publish.yml')?.[1] ?? { jobs: {} };
    const signing = Object.values(jobs).filter(({ permissions }) => permissions?.['id-token'] === 'write');
    expect(signing).toHaveLength(1);
    expect(signing[0]?.permissions).toEqual({ 'id-token': 'write' });
    expect(signing[0]?.needs).toBe('package');
    expect(signing[0]?.steps.flatMap(({ run = [] }) => run)).toEqual([
      'npm publish --ignore-scripts --provenance --access public ./locsync-*.tgz',
    ]);
    expect(checkouts({ jobs: { publish: signing[0] ?? { steps: [] } } })).toEqual([]);
    expect(JSON.stringify(jobs['package'])).not.toContain('secrets.');
  });
});

describe('the recipes of docs/ci.md (L10)', () => {
  const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
  const recipes = blocksOf(page).flatMap(({ body }) =>
    body[0]?.startsWith('# .github/workflows/') === true ? [body.join('\n')] : [],
  );

  it('leave credentials in the checkout only if they push from it', () => {
    expect(recipes.length).toBeGreaterThan(3);
    for (const recipe of recipes) {
      const pushes = /^\s*git push /m.test(recipe) || /^\s*git push$/m.test(recipe);
      const workflow = load(recipe) as Workflow;
      expect(checkouts(workflow).length, recipe).toBeGreaterThan(0);
      for (const step of checkouts(workflow))
        expect(step.with?.['persist-credentials'], recipe).toBe(pushes ? undefined : false);
    }
  });
});
