import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../shared/corpus');
const MANIFEST = path.join(ROOT, 'MANIFEST.tsv');

/** Whether the corpus is beside the project. */
export const corpusIsThere = existsSync(MANIFEST);
if (!corpusIsThere)
  process.stderr.write('skipped: the corpus of locale files (../shared/corpus) is not here\n');

export interface CorpusFile {
  /** Repository and path in it. */
  readonly name: string;
  /** The decoded text, a byte-order mark included; undefined if the bytes are not UTF-8. */
  readonly text: string | undefined;
}

/** Every YAML file of the corpus. */
export function yamlCorpus(): CorpusFile[] {
  if (!corpusIsThere) return [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const rows = readFileSync(MANIFEST, 'utf8').split('\n').slice(1);
  return rows.flatMap((row): CorpusFile[] => {
    const [, repository, , file] = row.split('\t');
    if (repository === undefined || !/\.ya?ml$/i.test(file ?? '')) return [];
    const bytes = readFileSync(path.join(ROOT, repository.replace('/', '__'), file ?? ''));
    try {
      return [{ name: `${repository}/${file ?? ''}`, text: decoder.decode(bytes) }];
    } catch {
      return [{ name: `${repository}/${file ?? ''}`, text: undefined }];
    }
  });
}

/** A small generator with a fixed seed (mulberry32), so that each run takes the same sample. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `size` of these at random, or all if there are fewer. */
export function sample<T>(items: readonly T[], size: number, next: () => number): T[] {
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, size)
    .map(({ item }) => item);
}
