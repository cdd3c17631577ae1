import type { SectionFile } from '../../core/files/moved-sections.js';
import type { KeyId } from '../../core/keys/key.js';
import { groupedBy } from '../../core/util/collections.js';
import { pathOfSection } from '../../core/lock/base.js';
import { baseOf, renderSection } from '../../core/lock/lock-file.js';
import type { Lock } from '../../core/lock/lock.js';
import { heldHere } from '../../core/merge/base-entry.js';
import { UNKNOWN_HASH, type Hash } from '../../core/merge/hash.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import { rootIn } from '../../plan/locale-root.js';
import type { Files } from '../../ports/files.js';
import { readDocument } from '../files/read-file.js';
import { ifValid } from '../files/unless-failed.js';
import type { FileHistory, WantedText } from '../git-history/file-history.js';
import { textHashesOf, type MovedFile } from './follow-renames.js';

/**
 * The lock without the base of texts that a merge of git may have put into moved files. If one
 * branch moves files with `git mv` and another one pulls, git may leave the earlier text in the
 * moved file, or give the new one to another language with the same lines. It looks like an edit,
 * and push would put it over the newer text. With an unknown base it is a conflict.
 */
export async function forgetMergedTexts(
  lock: Lock,
  moved: readonly MovedFile[],
  files: Files,
  history: FileHistory,
): Promise<Lock> {
  if (moved.length === 0) return lock;
  const sections = new Map(lock.sections);
  for (const ofSet of groupedBy(moved, ({ place }) => place.bound).values()) {
    const bases = ofSet.map(({ place }) => baseOf(lock, place.section));
    for (const [i, file] of ofSet.entries()) {
      const base = bases[i];
      const hashes = base && (await textHashesAt(files, file.place));
      if (!base || !hashes) continue;
      const doubtful = await mergedTexts(file, { base, hashes, ofSet: bases }, history);
      if (doubtful.length === 0) continue;
      const entries = new Map(base);
      for (const key of doubtful) entries.set(key, UNKNOWN_HASH);
      sections.set(file.place.section, renderSection(entries));
    }
  }
  return { ...lock, sections };
}

async function textHashesAt(files: Files, place: SectionFile): Promise<ReadonlyMap<KeyId, Hash> | undefined> {
  const document = await readDocument(files, place.path);
  return document && textHashesOf(document, place);
}

/** What is known of the texts of one moved file. */
interface HashesAndBases {
  readonly base: BaseHashes;
  readonly hashes: ReadonlyMap<KeyId, Hash>;
  /** The bases of all languages of the file set. */
  readonly ofSet: readonly BaseHashes[];
}

/** The keys of which the text here is not the base's, but an earlier one or another language's. */
async function mergedTexts(
  { place, from }: MovedFile,
  { base, hashes, ofSet }: HashesAndBases,
  history: FileHistory,
): Promise<readonly KeyId[]> {
  const changed: WantedText[] = [];
  for (const [key, hash] of hashes) {
    const agreed = heldHere(base.get(key));
    if (agreed !== undefined && agreed !== hash) changed.push({ key, hash });
  }
  if (changed.length === 0) return [];
  const isOfAnother = ({ key, hash }: WantedText): boolean =>
    ofSet.some((other) => heldHere(other.get(key)) === hash);
  if (await history.isShallow()) return changed.map(({ key }) => key);
  const path = pathOfSection(from);
  const { set } = place.bound;
  await history.find(path, changed, (document) => ifValid(() => rootIn(document, set, place.locale, path)));
  return changed.filter((text) => text.text !== undefined || isOfAnother(text)).map(({ key }) => key);
}
