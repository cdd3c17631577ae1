import type { DoubtfulKey, RemoteText, Unfamiliar } from './aligned.js';
import type { KeyId } from '../keys/key.js';

/**
 * With at least this many keys on both sides, a response without a known key is rejected. After a
 * first sync a single one is enough: the service held these keys before.
 */
const FEW = 3;
/** Keys on both sides from which on a share of the known keys has to be there. */
const MANY = 20;
const SHARE = 1 / 20;

/**
 * What shows that an answer is not about this file, or spells its keys in a way that cannot be
 * learned: next to no known key is found, or most of the unknown ones look like known ones.
 */
export function unfamiliarIn(
  remote: readonly RemoteText[],
  ids: readonly KeyId[],
  doubtful: readonly DoubtfulKey[],
  isHeld: (id: KeyId) => boolean,
  isSynced: boolean,
): Unfamiliar | undefined {
  const least = Math.min(ids.length, remote.length);
  if (least === 0) return undefined;
  const alike = doubtful.filter(({ like }) => like !== undefined && !isHeld(like));
  const enough = Math.max(1, least < MANY ? 1 : least * SHARE);
  let held = 0;
  // Nearly always the first few keys say that the answer is this file's.
  for (const id of ids) {
    if (isHeld(id)) held++;
    if (held >= enough && alike.length === 0) return undefined;
  }
  const [one] = alike;
  const unknown = remote.length - held;
  if (one?.like !== undefined && (held === 0 || (alike.length >= FEW && alike.length * 2 >= unknown)))
    return { here: one.like, there: one.spelt };
  if (held >= enough || least < (isSynced ? 1 : FEW)) return undefined;
  const here = ids.find((id) => !isHeld(id));
  const stranger = remote[Math.min(held, remote.length - 1)];
  return here === undefined || !stranger ? undefined : { here, there: stranger.key.join('.') };
}
