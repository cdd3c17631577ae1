import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFiles } from '../../src/adapters/files/files.js';
import { findFilesOfEach } from '../../src/adapters/files/glob.js';
import { diskBelow, type SearchedDisk } from '../../src/adapters/files/odd-names.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import { compilePattern } from '../../src/core/patterns/compile.js';
import type { FileSearch } from '../../src/ports/files.js';
import { fault, folder, options, project } from './support.js';

const searchOf = (source: string, ignore: readonly string[] = []): FileSearch => {
  const { glob, mayMatch } = compilePattern(source);
  return { glob, ignore, mayMatch };
};

/** The disk below a folder, with a count of how often each folder is listed. */
function counted(root: string): { disk: SearchedDisk; reads: Map<string, number> } {
  const reads = new Map<string, number>();
  const disk = diskBelow(root);
  const readdir: SearchedDisk['readdir'] = (...args: unknown[]) => {
    const path = String(args[0]);
    reads.set(path, (reads.get(path) ?? 0) + 1);
    Reflect.apply(disk.readdir, undefined, args);
  };
  return { disk: { ...disk, readdir }, reads };
}

describe('many patterns', () => {
  it('list each folder once, whatever their base folders and what they ignore', async () => {
    const root = await folder();
    const packages = Array.from({ length: 30 }, (_, i) => `p${i}`);
    for (const name of packages) {
      await mkdir(join(root, 'packages', name, 'l'), { recursive: true });
      await writeFile(join(root, 'packages', name, 'l/de.json'), '{}');
    }
    const searches = packages.flatMap((name) => [
      searchOf(`**/${name}/**/{locale}.json`),
      searchOf(`packages/*/l/${name}.{locale}.json`),
      searchOf(`packages/${name}/**/{locale}.json`),
      searchOf(`**/${name}/l/{locale}.json`, [`packages/${name}/x/**`]),
    ]);
    const { disk, reads } = counted(root);
    const found = await findFilesOfEach(root, searches, disk);
    expect([...reads].filter(([, count]) => count > 1)).toEqual([]);
    // The root, packages, and two folders for each package.
    expect(reads.size).toBe(2 + 2 * packages.length);
    for (const [i, name] of packages.entries()) {
      const own = [`packages/${name}/l/de.json`];
      expect(found[4 * i], name).toEqual(own);
      expect(found[4 * i + 2], name).toEqual(own);
      expect(found[4 * i + 3], name).toEqual(own);
    }
  });

  const name = fc.constantFrom('a', 'B', 'b', 'de', 'DE', '.d', 'x.de', '[a]', 'node_modules');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const tree = fc.record({
    files: fc.array(path, { maxLength: 12 }),
    links: fc.array(fc.record({ at: path, to: path }), { maxLength: 3 }),
  });
  const part = fc.constantFrom('a', 'B', 'b', '.d', '*', '**', 'x.{locale}', '{locale}', '[a]', '{a,b}', '?');
  const source = fc
    .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom('{locale}.json', '*.json', 'de.json', '**'))
    .map(([parts, last]) => [...parts, last].join('/'))
    .filter((text) => {
      try {
        compilePattern(text);
        return true;
      } catch {
        return false;
      }
    });
  const ignore = fc.array(fc.constantFrom('a/**', '**/b/**', '**/x.de.json', 'B'), { maxLength: 2 });

  it('find what each of them matches alone, in any tree with links, dots and spellings', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(fc.record({ source, ignore }), { minLength: 2, maxLength: 6 }),
        async ({ files: paths, links }, patterns) => {
          const root = await folder();
          for (const one of paths) attempt(() => put(root, `${one}.json`));
          for (const { at, to } of links)
            attempt(() => {
              mkdirSync(dirname(join(root, at)), { recursive: true });
              symlinkSync(join(root, to), join(root, at));
            });
          const files = createFiles(root, options());
          const globs = patterns.map((one) => ({ ...one, pattern: compilePattern(one.source) }));
          const alone = await Promise.allSettled(
            globs.map(({ pattern, ignore }) => files.glob([pattern.glob], { ignore })),
          );
          const together = files.globEach(patterns.map((one) => searchOf(one.source, one.ignore)));
          // A link that leads to itself cannot be searched.
          const failed = alone.filter((one) => one.status === 'rejected');
          if (failed.length > 0) {
            const codes = failed.map(({ reason }) => (reason instanceof LocsyncError ? reason.code : ''));
            expect(codes).toContain((await fault(together)).code);
            return;
          }
          const found = await together;
          for (const [i, { pattern }] of globs.entries()) {
            const matches = (all: readonly string[] = []): readonly string[] =>
              all.filter((each) => pattern.match(each, ['de']) !== undefined);
            const one = alone[i];
            expect(matches(found[i]), pattern.source).toEqual(
              matches(one?.status === 'fulfilled' ? one.value : []),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('fail as one of them alone does: a folder that may not be read, a link that leads outside', async () => {
    const { root, files } = await project();
    await mkdir(join(root, 'a'));
    await symlink('/tmp', join(root, 'out'));
    expect((await fault(files.globEach([searchOf('a/*.json'), searchOf('out/*.json')]))).code).toBe(
      'LINK_LEAVES_PROJECT',
    );
    if (process.getuid?.() === 0) return;
    chmodSync(join(root, 'a'), 0);
    const error = await fault(files.globEach([searchOf('b/*.json'), searchOf('a/*.json')]));
    chmodSync(join(root, 'a'), 0o700);
    expect(error).toMatchObject({ code: 'FOLDER_UNREADABLE', place: { path: 'a' } });
  });
});

function put(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '{}');
}

/** A tree cannot hold a file and a folder, or two things, at one place: the first one stays. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Taken already.
  }
}
