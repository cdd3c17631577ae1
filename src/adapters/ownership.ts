import type { Stats } from 'node:fs';

/**
 * The user whose files a run trusts. `uid` is undefined on systems without owners (Windows), where
 * every file is trusted.
 */
export interface Trust {
  readonly uid: number | undefined;
}

/** Whether a file or folder belongs to this user. */
export const isOwn = ({ uid }: Trust, info: Pick<Stats, 'uid'>): boolean =>
  uid === undefined || info.uid === uid;

/** Whether a file or folder belongs to this user or to root. */
export const isTrusted = (trust: Trust, info: Pick<Stats, 'uid'>): boolean =>
  info.uid === 0 || isOwn(trust, info);

/** Whether anybody but its owner may write it. */
export const isWritableByOthers = ({ uid }: Trust, info: Pick<Stats, 'mode'>): boolean =>
  uid !== undefined && (info.mode & 0o022) !== 0;
