import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { MemoryFile } from '../../ports/memory-file.js';
import { refusedWrites, type Service } from '../../ports/service.js';

/**
 * This host for a run that only looks, such as a dry run: nothing is written here or uploaded, and
 * no run lock is taken. A write is a defect of the caller, and throws.
 */
export const readOnly = (host: Host): Host => ({
  ...host,
  in: (folder) => readOnly(host.in(folder)),
  files: (root) => readOnlyFiles(host.files(root)),
  replaced: (root) => readOnlyMemory(host.replaced(root), 'replaced texts'),
  uploads: (root) => readOnlyMemory(host.uploads(root), 'uploads'),
  undo: (folder) => {
    const undo = host.undo?.({ ...folder, writable: false });
    const refuse = (): Promise<never> => refuseCall('what can be undone');
    return undo && { ...undo, write: refuse, open: refuse, close: refuse };
  },
  index: (folder, connection) => {
    const index = host.index?.({ ...folder, writable: false }, connection);
    return index && { ...index, write: () => refuseCall('the index') };
  },
  service: async (connection, notices, cache, isKnown) =>
    readOnlyService(await host.service(connection, notices, cache && { ...cache, writable: false }, isKnown)),
});

const readOnlyMemory = (file: MemoryFile, what: string): MemoryFile => ({
  read: () => file.read(),
  unreadable: () => file.unreadable?.(),
  write: () => refuseCall(what),
  append: () => refuseCall(what),
});

const readOnlyFiles = (files: Files): Files => ({
  root: files.root,
  glob: (patterns, options) => files.glob(patterns, options),
  globEach: (searches) => files.globEach(searches),
  read: (path) => files.read(path),
  readBytes: (path) => files.readBytes(path),
  readParts: (path, feed) => files.readParts(path, feed),
  pathInside: (path) => files.pathInside(path),
  statFingerprints: (paths) => files.statFingerprints(paths),
  identities: (paths) => files.identities(paths),
  modeOf: (path) => files.modeOf(path),
  isLink: (path) => files.isLink(path),
  contentHash: (text) => files.contentHash(text),
  write: refuseCall,
  writeParts: refuseCall,
  remove: refuseCall,
  runLock: () => Promise.resolve(() => Promise.resolve()),
});

const readOnlyService = (service: Service): Service => ({ ...service, ...refusedWrites(refuseCall) });

const refuseCall = (what: string): Promise<never> =>
  Promise.reject(new Error(`a run that only looks was about to write ${what}`));
