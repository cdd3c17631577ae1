import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from './schema.js';

/** How many bytes a database can surely take, by its own limit and by what its disk has free. */
export function roomOf(database: Database, file: string | undefined): number {
  const of = (pragma: string): number => Number(database.get(`PRAGMA ${pragma}`)?.[pragma]);
  const pages = of('max_page_count') - of('page_count') + of('freelist_count');
  return Math.min(pages * of('page_size'), file === undefined ? Infinity : freeOnDisk(dirname(file)));
}

function freeOnDisk(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity; // Not every system tells it.
  }
}

/** The disk or the size limit of the database is full. What was stored before is intact. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}
