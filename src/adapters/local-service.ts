import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, realpath, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../core/config/base-url.js';
import { LocsyncError } from '../core/errors/index.js';
import { readData } from '../core/json/data.js';
import type { LocalService, LocalServices } from '../ports/local-service.js';
import { errorCode, reasonOf } from '../core/system/system-error.js';
import type { ProcessInfo } from './process-info.js';
import { replaceOwnFile } from './files/own-file.js';
import { FOLDER, ignoreOwnFolder, makeOwnFolder } from './files/own-folder.js';
import { isOwn, isWritableByOthers } from './ownership.js';

const NAME = 'service.json';
/** The file holds an address, two ids and a token. */
const LIMIT = 16 * 1024;

/** The folder that the file was written for, and the process that wrote it. */
interface Announcement extends LocalService {
  readonly root: string;
  readonly pid: number;
  /** When that process was started, as the system says. */
  readonly started: string | undefined;
}

/**
 * Reads and writes `.locsync/service.json`. The file counts only if it and its folder belong to the
 * user, are not links, and no one else can write them. A running process of this user must have
 * written it for this very folder: a file from a clone, a copy or an archive announces nothing.
 */
export function localServices(machine: ProcessInfo): LocalServices {
  return {
    find: async (root) => {
      const found = await read(root, machine);
      if (found === undefined || !machine.isOwnProcess(found.pid)) return undefined;
      if (found.root !== (await realpath(root))) return undefined;
      const { started } = machine.processes.stat(found.pid);
      return started === undefined || found.started === undefined || started === found.started
        ? found
        : undefined;
    },
    announce: async (root, service, token) => {
      const folder = join(root, FOLDER);
      try {
        const { pid } = machine.processes;
        await makePrivateFolder(folder, machine);
        await ignoreOwnFolder(folder, pid);
        const { started } = machine.processes.stat(pid);
        const tokenHash = hashOf(token);
        await replaceOwnFile(
          join(folder, NAME),
          textOf({ ...service, tokenHash, root: await realpath(root), pid, started }),
          pid,
        );
        return async () => {
          const current = await read(root, machine).catch(() => undefined);
          if (current?.pid === pid && current.url === service.url && current.tokenHash === tokenHash)
            await rm(join(folder, NAME), { force: true }).catch(() => undefined);
        };
      } catch (error) {
        const path = `${FOLDER}/${NAME}`;
        throw LocsyncError.of('SERVE_NOT_ANNOUNCED', { path, reason: reasonOf(error) }, { cause: error });
      }
    },
  };
}

/** The hash by which the file names a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token, 'utf8').digest('hex');

/** The content of the file; undefined if there is none that only this user can have written. */
async function read(root: string, machine: ProcessInfo): Promise<Announcement | undefined> {
  const folder = join(root, FOLDER);
  let file: FileHandle | undefined;
  try {
    const above = await lstat(folder);
    if (!above.isDirectory() || !isOwn(machine, above) || isWritableByOthers(machine, above))
      return undefined;
    // Never waits for a pipe and never follows a link.
    const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
    if (!(await lstat(join(folder, NAME))).isFile()) return undefined;
    file = await open(join(folder, NAME), O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    const info = await file.stat();
    if (!info.isFile() || info.size > LIMIT || !isOwn(machine, info) || isWritableByOthers(machine, info))
      return undefined;
    return parse(await file.readFile('utf8'));
  } catch (error) {
    // An unreadable file announces nothing; the run then reports a missing token.
    if (errorCode(error) === undefined) throw error;
    return undefined;
  } finally {
    await file?.close();
  }
}

/** Makes the project's own folder one that only this user can write. */
async function makePrivateFolder(folder: string, machine: ProcessInfo): Promise<void> {
  const info = await makeOwnFolder(folder, 0o700);
  if (!isOwn(machine, info)) throw new Error(`${FOLDER} belongs to another user`);
  if (isWritableByOthers(machine, info)) await chmod(folder, info.mode & 0o755);
}

const textOf = (announcement: Announcement): string =>
  `${JSON.stringify({ version: 1, ...announcement }, undefined, 2)}\n`;

const parse = (text: string): Announcement | undefined =>
  readData(text, (data) => {
    data.get('version').oneOf(1);
    const url = data.get('url').text();
    const token = data.get('token').orAbsent((value) => value.text());
    const tokenHash = data.get('tokenHash').text();
    const pid = data.get('pid').number();
    if (token !== undefined && hashOf(token) !== tokenHash) return undefined;
    if (!URL.canParse(url) || new URL(url).origin !== url || !isLoopback(new URL(url))) return undefined;
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return {
      url,
      project: data.get('project').text(),
      token,
      tokenHash,
      root: data.get('root').text(),
      pid,
      started: data.get('started').orAbsent((value) => value.text()),
    };
  });
