import { sourceCode } from '../../core/files/locale-table.js';
import { LocsyncError } from '../../core/errors/index.js';
import { keyName, type KeyId } from '../../core/keys/key.js';
import { foldCode } from '../../core/locales/locale.js';
import { nearest } from '../../core/text/nearest.js';
import { keysNamed, pluralForms } from '../../plan/rename.js';
import { type LocalSet } from '../offline/local-sets.js';
import { hasBase, type KeyTask } from './key-sections.js';
import { keysOf, readSet, type RenameSet } from './read.js';
import type { RenameWorld } from './write.js';

/**
 * The one set that has a key: in its files, or in the lock and not removed yet, if the files have
 * lost it already. Throws KEY_NOT_HERE and KEY_IN_SEVERAL.
 */
export async function setWithKey(
  { host, files, stored: { lock } }: RenameWorld,
  sets: readonly LocalSet[],
  key: string,
): Promise<RenameSet> {
  const here: RenameSet[] = [];
  const inLock: RenameSet[] = [];
  const names = new Set<string>();
  for (const set of sets) {
    host.signal.throwIfAborted();
    const read = await readSet(files, set, lock);
    const forms = formsOf(read, key);
    const has = (keys: Iterable<KeyId>): boolean => keysNamed(keys, key, forms).length > 0;
    if (read.files.some(({ languages }) => languages.some(({ leaves }) => has(leaves.keys()))))
      here.push(read);
    else if ([...read.sections.values()].some((base) => has(base.keys()))) inLock.push(read);
    else for (const id of keysOf(read)) names.add(keyName(id));
  }
  const isUnsettled = ({ sections }: RenameSet): boolean =>
    [...sections.values()].some((base) =>
      keysNamed(base.keys(), key, new Set()).some((id) => hasBase(base, id)),
    );
  const candidates = here.length > 0 ? here : inLock.some(isUnsettled) ? inLock.filter(isUnsettled) : inLock;
  const [set, another] = candidates;
  if (!set) throw LocsyncError.of('KEY_NOT_HERE', { key, nearest: nearest(key, names) });
  if (another)
    throw LocsyncError.of('KEY_IN_SEVERAL', { key, sets: candidates.map((candidate) => candidate.set.name) });
  return set;
}

/**
 * What is to be done with a key of a set. Throws KEY_TAKEN and KEY_INSIDE for a new name that is
 * the old one or inside it, and KEY_PULL_ONLY if the source texts never go up.
 */
export function keyTask(read: RenameSet, from: string, to: string | undefined): KeyTask {
  if (to === from) throw LocsyncError.of('KEY_TAKEN', { key: to, by: from });
  if (to !== undefined && (from.startsWith(`${to}.`) || to.startsWith(`${from}.`)))
    throw LocsyncError.of('KEY_INSIDE', { from, to });
  const { pattern } = read.set;
  const sourceCodes = [sourceCode(pattern), pattern.sourceLocale].map(foldCode);
  if (pattern.pullOnly.some((code) => sourceCodes.includes(foldCode(code))))
    throw LocsyncError.of('KEY_PULL_ONLY', { key: from, locale: pattern.sourceLocale });
  return { from, to, forms: formsOf(read, from) };
}

/** The plural forms that a key has in any language of a set. */
const formsOf = ({ files }: RenameSet, key: string): ReadonlySet<string> =>
  pluralForms(
    files.flatMap(({ languages }) => languages),
    key,
  );
