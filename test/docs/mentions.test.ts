import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Pages of other repositories. */
const NOT_OURS = new Set(['website/docs/exit-codes.md']);

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

/** The pages that a text names, each with the heading that it names in quotes after a comma. */
const mentions = (text: string): { page: string; heading: string | undefined }[] =>
  [...text.matchAll(/((?:[\w./-]+\/)?[\w-]+\.md)\b(?:, "([^"]+)")?/g)].map(([, page = '', heading]) => ({
    page,
    heading,
  }));

/** The comments of a source text, without the stars and slashes that begin their lines. */
const commentsOf = (source: string): string =>
  (source.match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [])
    .map((line) => line.replace(/^\s*(?:\/\/|\/?\*+\/?) ?/, ''))
    .join(' ');

const pathOf = (page: string, from: string): string | undefined =>
  [page, join(dirname(from), page), join('docs', page)].find((path) => existsSync(join(ROOT, path)));

describe('every page that is named exists', () => {
  const code = ['src', 'test', 'scripts', 'bench'].flatMap((folder) => filesIn(folder, /\.(?:ts|mjs)$/));

  it('in the comments of all sources, with its heading', () => {
    const all = code.flatMap((file) =>
      mentions(commentsOf(readFileSync(join(ROOT, file), 'utf8'))).map((one) => ({ file, ...one })),
    );
    expect(all.length).toBeGreaterThan(20);
    const wrong = all.filter(({ file, page, heading }) => {
      const path = pathOf(page, file);
      if (path === undefined) return !NOT_OURS.has(page);
      const headings = readFileSync(join(ROOT, path), 'utf8').match(/^#+ .*$/gm) ?? [];
      return heading !== undefined && !headings.some((line) => line.replace(/^#+ /, '') === heading);
    });
    expect(wrong).toEqual([]);
  });

  it('in README, CONTRIBUTING and docs', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)];
    const wrong = pages.flatMap((file) =>
      mentions(readFileSync(join(ROOT, file), 'utf8').replace(/https?:\/\/\S+/g, ''))
        .filter(({ page }) => pathOf(page, file) === undefined && !NOT_OURS.has(page))
        .map(({ page }) => `${file}: ${page}`),
    );
    expect(wrong).toEqual([]);
  });
});
