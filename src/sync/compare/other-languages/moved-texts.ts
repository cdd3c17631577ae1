import { isMultilingual } from '../../../core/files/file-set.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import { heldHere } from '../../../core/merge/base-entry.js';
import { hashText, type Hash } from '../../../core/merge/hash.js';
import { SMALL_KEYS } from '../../../core/merge/policy.js';
import { getOrMake, rememberedPromise } from '../../../core/util/collections.js';
import type { SourceFile } from '../../../ports/service.js';
import type { Comparison } from '../../../plan/comparison.js';
import { isLostHere } from '../../../plan/missing-texts.js';
import type { Project } from '../../context/project.js';
import { isSource, sourceLocaleOf } from '../../files/locale-file.js';
import { uncomparedHere } from './uncompared-texts.js';

/** The texts of a language on disk, of the file set in question. */
type TextsHere = (locale: Locale) => Promise<TextsByKey>;

// Read only if a file has lost texts, and then once for all files of the run.
const known = new WeakMap<Project, Map<string, Promise<ReadonlySet<Hash>>>>();

/**
 * The keys that a file has lost while their texts are in another file of the language, as after
 * they were moved there by hand. The source locale's file must lack them, too; for that file, the
 * file of a translation. Undefined if few keys are lost, or none has been moved.
 */
export async function movedAway(
  project: Project,
  bound: BoundSet<SourceFile>,
  { states }: Comparison,
  locale: Locale,
  textsHere: TextsHere,
): Promise<ReadonlySet<KeyId> | undefined> {
  const lost = states.filter(isLostHere);
  if (lost.length < SMALL_KEYS || isMultilingual(bound.set) || project.sets.length < 2) return undefined;
  const other = isSource(bound, locale)
    ? bound.set.entry.table.locales.find(({ id }) => id !== locale.id && bound.set.files.has(id))
    : sourceLocaleOf(bound);
  if (!other) return undefined;
  const kept = await textsHere(other);
  const hashes = await hashesOfAllFiles(project, locale);
  const moved = lost.filter(({ key, base }) => {
    const hash = heldHere(base);
    return (kept.get(key) ?? '') === '' && hash !== undefined && hashes.has(hash);
  });
  return moved.length === 0 ? undefined : new Set(moved.map(({ key }) => key));
}

/** The hashes of all texts of a language on disk. */
function hashesOfAllFiles(project: Project, locale: Locale): Promise<ReadonlySet<Hash>> {
  const ofProject = getOrMake(known, project, () => new Map<string, Promise<ReadonlySet<Hash>>>());
  return rememberedPromise(ofProject, locale.id, async () => {
    const hashes = new Set<Hash>();
    for (const bound of project.sets) {
      if (isMultilingual(bound.set)) continue;
      for (const text of (await uncomparedHere(project, bound, locale)).values()) hashes.add(hashText(text));
    }
    return hashes;
  });
}
