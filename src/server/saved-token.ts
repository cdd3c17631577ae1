import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { errorCode } from '../core/system/system-error.js';

/** A few projects with a token each. */
const LIMIT = 64 * 1024;

/**
 * Generated tokens by project, kept beside the database so that a later start has the same ones.
 */
type SavedTokens = ReadonlyMap<string, string>;

const pathOf = (db: string): string => `${db}.token`;

/**
 * The generated token of a project of this database; undefined if none is kept, or if others may
 * know or have written it.
 */
export function savedToken(db: string, project: string): string | undefined {
  return read(db).get(project);
}

/** Keeps a token for the next start. If that fails, the next start generates a new one. */
export function saveToken(db: string, project: string, token: string): void {
  const temporary = `${pathOf(db)}.${randomBytes(6).toString('hex')}`;
  try {
    const all = new Map(read(db)).set(project, token);
    writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(all))}\n`, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, pathOf(db));
  } catch (error) {
    rmSync(temporary, { force: true });
    if (errorCode(error) === undefined) throw error;
  }
}

function read(db: string): SavedTokens {
  let file: number | undefined;
  try {
    // Never waits for a pipe and never follows a link.
    if (!lstatSync(pathOf(db)).isFile()) return new Map();
    file = openSync(pathOf(db), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const info = fstatSync(file);
    if (!info.isFile() || info.size > LIMIT || !isPrivate(info)) return new Map();
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return new Map();
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether only its owner may read it. Windows has no such modes. */
const isPrivate = ({ mode }: { readonly mode: number }): boolean =>
  platform() === 'win32' || (mode & 0o077) === 0;

function parse(text: string): SavedTokens {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return new Map();
    const entries = Object.entries(data).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return new Map(entries);
  } catch {
    return new Map();
  }
}
