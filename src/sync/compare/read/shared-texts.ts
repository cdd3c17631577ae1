import { NO_TEXTS, type KeyId, type TextsByKey } from '../../../core/keys/key.js';
import type { Verdict } from '../../../core/merge/key-state.js';
import { mayBeEdit } from '../../../plan/distrust.js';
import { type Comparison } from '../../../plan/comparison.js';
import { missingThere } from '../../../plan/missing-texts.js';
import type { LocaleLeaves } from '../../../plan/locale-root.js';
import type { FileSetTexts } from './file-set-texts.js';

/** The source texts of a file set. */
interface SourceTextsOfSet {
  /** Those on disk. */
  readonly here: LocaleLeaves;
  /** Those of the service. */
  readonly there: () => Promise<TextsByKey>;
}

/**
 * Whether what came with the texts of other languages needs the answer for this language alone: it
 * would change or remove a text of the disk, or its texts are among the first new ones of the run.
 * New texts that were compared when they came are not compared a second time.
 */
export async function isToBeCompared(
  comparison: Comparison,
  texts: FileSetTexts,
  { here, there }: SourceTextsOfSet,
  isCompared: boolean,
  prune = false,
): Promise<boolean> {
  if (comparison.unfamiliar || missingThere(comparison, prune).length > 0) return true;
  const changes = comparison.states.filter(({ verdict }) => CHANGES_HERE.has(verdict));
  if (changes.some(({ here = '' }) => here !== '')) return true;
  if (changes.length === 0) return false;
  if (comparison.where.isSource) return texts.answers.comparesNew('source') && !isCompared;
  const newSources = changes.some(({ key }) => !here.has(key)) ? await there() : NO_TEXTS;
  const sourceOf = (key: KeyId): string | undefined => here.get(key)?.text ?? newSources.get(key);
  const repeated = changes.filter(({ key, there: text }) => sourceOf(key) === text).length;
  const isNew = repeated < changes.length && texts.answers.comparesNew('translated');
  return (texts.comparesRepeated(repeated) || isNew) && !isCompared;
}

/** Texts that an answer has in place of other ones of the disk; none if they are too many. */
export function changedThere({ states }: Comparison): TextsByKey {
  const changed = states.filter(
    ({ verdict, here, there = '' }) => there !== '' && here !== undefined && CHANGES_HERE.has(verdict),
  );
  // A pull of 10,000 files would hold each text until the last answer has come.
  if (!mayBeEdit(changed.length, states.length)) return NO_TEXTS;
  return new Map(changed.map(({ key, there = '' }) => [key, there]));
}

/** A text of the service that differs from the disk's, and may take its place. */
const CHANGES_HERE: ReadonlySet<Verdict> = new Set([
  'pull',
  'unbased',
  'conflict',
  'emptied-there',
  'gone-there',
]);
