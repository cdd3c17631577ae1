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

/** Every JSON file of the corpus. */
export function jsonCorpus(): CorpusFile[] {
  if (!corpusIsThere) return [];
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const rows = readFileSync(MANIFEST, 'utf8').split('\n').slice(1);
  return rows.flatMap((row): CorpusFile[] => {
    const [, repository, , file] = row.split('\t');
    if (repository === undefined || file?.toLowerCase().endsWith('.json') !== true) return [];
    const name = `${repository}/${file}`;
    const bytes = readFileSync(path.join(ROOT, repository.replace('/', '__'), file));
    try {
      return [{ name, text: decoder.decode(bytes) }];
    } catch {
      return [{ name, text: undefined }];
    }
  });
}
