/** The system's code of a failed call (`ENOENT`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the call failed because there is nothing at that path. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'larger than this account may write',
  EIO: 'input/output error of the disk',
  EISDIR: 'it is a folder',
  ELOOP: 'symbolic links lead in a circle',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many open files on this machine',
  ENOENT: 'there is no such folder',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  ENXIO: 'nothing is at its other end',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EXDEV: 'the folder spans two disks',
};

/** What an error itself says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A failed system call in words, with its code for searching. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) return messageOf(error);
  const words = REASONS[code];
  return words === undefined ? code : `${words} (${code})`;
}
