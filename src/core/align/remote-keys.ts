import { isNested, splitKey, type KeyId } from '../keys/key.js';
import { learnFormat, type KeyFormatHint, type LearnedFormat } from './learn-format.js';
import { NESTED, type RemoteKey } from './key-format.js';

/**
 * Learns the form of an answer. A service that joins groups with slashes may take keys apart at
 * their dots first: it answers `cart/pay` for the flat key `cart.pay`. Such an answer is read as a
 * nested one, if that explains more of the known keys.
 */
export function readRemoteKeys<T extends { readonly key: RemoteKey }>(
  remote: readonly T[],
  known: readonly KeyId[],
  codes: readonly string[],
  hint: KeyFormatHint | undefined,
): { readonly remote: readonly T[]; readonly learned: LearnedFormat } {
  const learned = learnFormat(remote, known, codes, hint);
  if (
    learned.explained === 1 ||
    !known.some((id) => id.includes('.')) ||
    !remote.some(({ key }) => isJoined(key))
  )
    return { remote, learned };
  const ids = new Set(known);
  const parted = remote.map((one) => (isJoined(one.key) ? { ...one, key: taken(one.key, ids) } : one));
  const other = learnFormat(parted, known, codes);
  // Other files may show that this service has slashes, if the keys of this one do not.
  const isHinted = hint?.separator === '/' && !known.some((id) => isNested(id));
  const isBetter = isHinted ? other.explained >= learned.explained : other.explained > learned.explained;
  if (!isBetter) return { remote, learned };
  const { shown } = other;
  return { remote: parted, learned: shown ? { ...other, shown: { ...shown, separator: '/' } } : other };
}

const isJoined = ([key, ...more]: RemoteKey): boolean => more.length === 0 && key.includes('/');

/** The parts of a key between its slashes; in one piece if a known key is spelt so. */
function taken(key: RemoteKey, known: ReadonlySet<KeyId>): RemoteKey {
  const id = splitKey(key[0], NESTED);
  if (id !== undefined && known.has(id)) return key;
  const [first = '', ...rest] = key[0].split('/');
  return [first, ...rest];
}
