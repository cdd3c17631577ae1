import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepsOf, type Shown } from './markdown.js';
import { PageShell } from './page-shell.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((page) => stepsOf(readFileSync(join(ROOT, page), 'utf8')).length > 0);
/**
 * `DOCS_UPDATE=1` puts what the program prints into the pages, to be looked at before it is
 * committed.
 */
const UPDATE = process.env['DOCS_UPDATE'] === '1';

/** A line `…` of a page stands for any lines. */
function matches(shown: string, real: string): boolean {
  if (!/^…$/m.test(shown)) return shown === real;
  const parts = shown.split(/^…$/m).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(real);
}

describe('what the pages show is what the program prints', () => {
  it('some pages are run', () => {
    expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'docs/sync.md', 'docs/configuration.md']));
  });

  it.each(PAGES)('%s', async (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const wrong: { readonly shown: Shown; readonly real: string }[] = [];
    let scene: PageShell | undefined;
    try {
      for (const step of stepsOf(text)) {
        if (step.kind === 'scene') {
          await scene?.close();
          scene = await PageShell.open(step.name);
          continue;
        }
        if (scene === undefined) throw new Error(`${page}: a command stands before the first scene`);
        if (step.kind === 'aside') await scene.act(step.act);
        else {
          const real = await scene.run(step.shown.command);
          if (!matches(step.shown.output, real)) wrong.push({ shown: step.shown, real });
        }
      }
    } finally {
      await scene?.close();
    }
    if (UPDATE) writeFileSync(join(ROOT, page), updated(text, wrong));
    else
      for (const { shown, real } of wrong)
        expect(real, `$ ${shown.command} (${page}:${shown.lines[0]})`).toBe(shown.output);
  });
});

function updated(text: string, wrong: readonly { readonly shown: Shown; readonly real: string }[]): string {
  const lines = text.split('\n');
  for (const { shown, real } of wrong.toReversed()) {
    const [from, to] = shown.lines;
    const indent = /^\s*/.exec(lines[from - 1] ?? '')?.[0] ?? '';
    lines.splice(
      from,
      to - from,
      ...(real === '' ? [] : real.split('\n').map((line) => (line === '' ? '' : indent + line))),
    );
  }
  return lines.join('\n');
}
