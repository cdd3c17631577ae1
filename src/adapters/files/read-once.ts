import { readdirOf, type ListedEntry, type SearchedDisk } from './odd-names.js';

/** The disk, each folder of which is listed once, however many searches enter it. */
export function readOnce(disk: SearchedDisk): SearchedDisk {
  const lists = new Map<string, Promise<ListedEntry[]>>();
  const listOf = (path: string, options: { withFileTypes: true }): Promise<ListedEntry[]> => {
    const cached = lists.get(path);
    if (cached) return cached;
    const list = new Promise<ListedEntry[]>((resolve, reject) => {
      disk.readdir(path, options, (error, entries) => {
        if (error) reject(error);
        else resolve(entries);
      });
    });
    lists.set(path, list);
    return list;
  };
  const readdir = readdirOf(disk.readdir.bind(disk), (path, options, done) => {
    listOf(path, options).then(
      (entries) => {
        done(null, entries);
      },
      (error: unknown) => {
        done(error as NodeJS.ErrnoException, []);
      },
    );
  });
  return { ...disk, readdir };
}
