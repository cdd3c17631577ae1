import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { absolutePath, makeFolder } from '../../cache-folder.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { Env } from '../../core/env.js';
import { readData } from '../../core/json/data.js';
import { clock } from '../clock.js';
import { errorCode, reasonOf } from '../../core/system/system-error.js';
import { replaceOwnFile } from '../files/own-file.js';
import { takeLock } from '../files/run-lock.js';
import { processInfo } from '../process-info.js';
import { isOwn, type Trust } from '../ownership.js';

/** Tokens by origin (scheme, host and port, as `URL.origin` writes them). */
export type Credentials = ReadonlyMap<string, string>;

/** A few tokens of a few hundred characters each. */
const LIMIT = 1024 * 1024;

/** How long to wait for other processes that store a token: dozens may start at once. */
const LOCK_WAIT_MS = 20_000;

/**
 * The folder for a user's settings: `$XDG_CONFIG_HOME` or `~/.config` (XDG Base Directory
 * Specification: a relative value is ignored), `%APPDATA%` on Windows. Undefined if the environment
 * names none.
 */
export function configHomeOf(env: Env, platform: NodeJS.Platform): string | undefined {
  if (platform === 'win32') return absolutePath(env['APPDATA']);
  const home = absolutePath(env['HOME']);
  return absolutePath(env['XDG_CONFIG_HOME']) ?? (home === undefined ? undefined : join(home, '.config'));
}

/** Where the tokens are in the user's settings folder. */
export const credentialsPath = (configHome: string): string =>
  join(configHome, 'locsync', 'credentials.json');

/**
 * The stored tokens; none if there is no file. Throws if the file is not a credentials file,
 * belongs to another user, or is readable by others. Like ssh with a private key, locsync does not
 * use a secret that may be known, or that another user may have written.
 */
export async function readCredentials(path: string, trust: Trust): Promise<Credentials> {
  let text: string;
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const info = await file.stat();
      if (!info.isFile()) throw unusableError(path, 'it is not a regular file');
      if (info.size > LIMIT) throw unusableError(path, 'it is larger than 1 MiB');
      if (!isOwn(trust, info)) throw LocsyncError.of('CREDENTIALS_FOREIGN', { path });
      if (trust.uid !== undefined && (info.mode & 0o077) !== 0)
        throw LocsyncError.of('CREDENTIALS_EXPOSED', { path });
      text = await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof LocsyncError) throw error;
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return new Map();
    throw unusableError(path, reasonOf(error), error);
  }
  const credentials = parse(text);
  if (credentials === undefined) throw unusableError(path, 'it is damaged');
  return credentials;
}

/**
 * Changes the stored tokens, and writes them if `change` returns true. Concurrent changes, also by
 * other processes, are made one after another: none is lost. Throws what {@link readCredentials}
 * throws, and CREDENTIALS_UNWRITABLE.
 */
export async function changeCredentials(
  path: string,
  trust: Trust,
  change: (credentials: Map<string, string>) => boolean,
): Promise<boolean> {
  const giveBack = await takeTurn(path);
  try {
    const credentials = new Map(await readCredentials(path, trust));
    const changed = change(credentials);
    if (changed) await writeCredentials(path, credentials);
    return changed;
  } finally {
    await giveBack();
  }
}

/** Waits for other processes that change the file. A dead process does not block others. */
async function takeTurn(path: string): Promise<() => Promise<void>> {
  const { processes, hostname } = processInfo;
  try {
    makeFolder(dirname(path));
    return await takeLock(dirname(path), { ...processes, hostname, clock, lockWait: LOCK_WAIT_MS });
  } catch (error) {
    const reason = error instanceof LocsyncError ? error.message : reasonOf(error);
    throw LocsyncError.of('CREDENTIALS_UNWRITABLE', { path, reason }, { cause: error });
  }
}

/** Replaces the file atomically, mode 0600, in a folder of mode 0700. */
async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  const tokens = Object.fromEntries(
    [...credentials].sort(([a], [b]) => (a < b ? -1 : 1)).map(([origin, token]) => [origin, { token }]),
  );
  try {
    const text = `${JSON.stringify({ version: 1, tokens }, undefined, 2)}\n`;
    await replaceOwnFile(path, text, processInfo.processes.pid);
  } catch (error) {
    throw LocsyncError.of('CREDENTIALS_UNWRITABLE', { path, reason: reasonOf(error) }, { cause: error });
  }
}

function unusableError(path: string, reason: string, cause?: unknown): LocsyncError {
  return LocsyncError.of('CREDENTIALS_UNREADABLE', { path, reason }, { cause });
}

/** `{ "version": 1, "tokens": { "https://host": { "token": "…" } } }`, or undefined. */
const parse = (text: string): Credentials | undefined =>
  readData(text, (data) => {
    data.get('version').oneOf(1);
    return data.get('tokens').members((value) => value.get('token').text());
  });
