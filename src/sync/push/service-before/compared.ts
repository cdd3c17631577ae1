import { uploadedStates, type PushPlan } from '../../../plan/push.js';
import { isMultilingual, type FileSet } from '../../../core/files/file-set.js';
import type { Verdict } from '../../../core/merge/key-state.js';
import { withUnmerged } from '../../../plan/alterations.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import { getOrMake } from '../../../core/util/collections.js';
import type { Comparison } from '../../../plan/comparison.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { sharedKeySet } from '../../files/shared-keys.js';
import type { UnchangedFile } from '../../files/unchanged-file.js';

/** What the service held for a locale file when the run compared it. */
export interface ServiceBefore {
  readonly file: LocaleFile;
  /** Texts that neither the disk nor the base has: there may be no other copy. */
  readonly onlyThere: TextsByKey;
  /** What the disk holds of these. */
  readonly here: TextsByKey;
  /** The keys of which both sides did not hold the same text. */
  readonly differs: ReadonlySet<KeyId>;
  /** What the service held came in an answer with all languages. */
  readonly isShared: boolean;
  /** The number of keys with a text. */
  readonly count: number;
}

/** By file set, what the service held for the locale files that this run has compared. */
export type BeforeBySet = Map<FileSet, readonly ServiceBefore[]>;

/** The compared files of a set that are not in the chain. */
export const comparedNotUploaded = (
  before: BeforeBySet,
  chain: readonly LocaleFile[],
): readonly ServiceBefore[] => {
  const [first] = chain;
  const paths = new Set(chain.map(({ path }) => path));
  return (first ? (before.get(first.bound.set) ?? []) : []).filter(({ file }) => !paths.has(file.path));
};

/** The source texts that replace others on the service; none of another language's file. */
export function changedSources({ file, locales }: ComparedFile, { actions }: PushPlan): TextsByKey {
  if (!file.isSource) return new Map();
  const own = actions.filter((_, i) => locales[i]?.comparison.where.isSource === true);
  return new Map(
    own.flatMap((language) =>
      uploadedStates(language).flatMap(({ key, here = '', there = '' }): [KeyId, string][] =>
        there === '' || there === here ? [] : [[key, here]],
      ),
    ),
  );
}

/** The service holds the text of the base, which only the disk has changed or deleted. */
const UNCHANGED: ReadonlySet<Verdict> = new Set(['push', 'gone-here', 'removed']);

const onlyThereOfComparison = new WeakMap<Comparison, TextsByKey>();

/** The texts of one language that neither the disk nor the base has; found once. */
const onlyThereIn = (comparison: Comparison): TextsByKey =>
  getOrMake(onlyThereOfComparison, comparison, () => {
    const texts = new Map<KeyId, string>();
    // Ignored keys, too: an upload may lose them as well.
    for (const { key, here, there = '', verdict } of withUnmerged(comparison))
      if (there !== '' && here !== there && !UNCHANGED.has(verdict)) texts.set(key, there);
    return texts;
  });

/** For each language of a file, the texts that neither the disk nor the base has. */
export const onlyThereBefore = ({ locales }: Pick<ComparedFile, 'locales'>): readonly TextsByKey[] =>
  locales.map(({ comparison }) => onlyThereIn(comparison));

/**
 * What a comparison says of the texts of the service; undefined of a file with all languages, which
 * goes up whole.
 */
export function serviceBefore({ file, locales }: ComparedFile): ServiceBefore | undefined {
  const [language] = locales;
  if (!language || isMultilingual(file.bound.set)) return undefined;
  const onlyThere = onlyThereIn(language.comparison);
  const differing = new Set<KeyId>();
  for (const { key, here, there } of language.comparison.states) if (here !== there) differing.add(key);
  const differs = sharedKeySet(file.bound, differing);
  let count = 0;
  for (const { there = '' } of withUnmerged(language.comparison)) if (there !== '') count++;
  const here = textsHere({ locales: [language] }, onlyThere);
  return { file, onlyThere, here, differs, isShared: language.answer?.isShared === true, count };
}

/** What the disk holds of these keys of a file with one language. */
export function textsHere(
  { locales: [language] }: Pick<ComparedFile, 'locales'>,
  keys: { readonly size: number; has(key: KeyId): boolean },
): TextsByKey {
  const texts = new Map<KeyId, string>();
  if (!language || keys.size === 0) return texts;
  for (const { key, here = '', there = '' } of withUnmerged(language.comparison))
    if (here !== '' && there !== '' && keys.has(key)) texts.set(key, here);
  return texts;
}

/** As {@link serviceBefore}, for a file of which both sides hold the same texts. */
export function unchangedBefore({ file, locales }: UnchangedFile): ServiceBefore | undefined {
  const [language] = locales;
  if (!language || isMultilingual(file.bound.set)) return undefined;
  return {
    file,
    onlyThere: new Map(),
    here: new Map(),
    differs: new Set(),
    isShared: false,
    count: language.counts?.translated ?? 0,
  };
}
