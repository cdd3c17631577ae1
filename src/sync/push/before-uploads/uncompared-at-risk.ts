import { LocsyncError } from '../../../core/errors/index.js';
import type { KeyId } from '../../../core/keys/key.js';
import { sectionOf } from '../../../core/files/file-set.js';
import { baseOf } from '../../../core/merge/lock-file.js';
import { sinceBase } from '../../../core/merge/merge.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { TextsByKey } from '../../../plan/alterations.js';
import { leavesUnder, localeRoot } from '../../../plan/locale-root.js';
import type { Project } from '../../context/project.js';
import { readLocaleFile } from '../../files/read-file.js';
import { unlessFailed } from '../../files/unless-failed.js';
import { earlierLosses } from './uncompared-losses.js';
import type { UncomparedLanguages } from './uncompared.js';

/** Characters of texts that a run notes of languages that it does not compare. */
const NOTED_MOST = 2 * 1024 * 1024;

/**
 * Finds what earlier uploads have lost of these languages, and the texts that a late import must
 * not lose unseen: those that neither the disk nor the base has. If they are too many to be noted,
 * only the translations of changed source texts are.
 */
export async function findAtRisk(
  project: Project,
  sets: readonly UncomparedLanguages[],
  isFew: boolean,
): Promise<void> {
  const all = isFew && lengthOf(sets) <= NOTED_MOST;
  await Promise.all(
    sets.flatMap((uncompared) =>
      uncompared.languages.map(async (locale) => {
        const texts = uncompared.before.get(locale.id);
        if (!texts) return;
        const here = await textsHere(project, uncompared, locale);
        const earlier = earlierLosses(project, uncompared, locale, here);
        if (earlier) uncompared.earlier.push(earlier);
        const base = baseOf(project.stored.lock, sectionOf(uncompared.bound.set, locale));
        const isAtRisk = ([key, text]: readonly [KeyId, string]): boolean => {
          const [own = '', entry] = [here.get(key), base.get(key)];
          if (text === own || !(all || uncompared.changed.has(key))) return false;
          // What only the disk has changed or deleted is to be replaced, or deleted by hand.
          return entry === undefined || !sinceBase(entry, own, text).sameThere;
        };
        const onlyThere = new Map([...texts].filter(isAtRisk));
        if (onlyThere.size > 0) uncompared.atRisk.set(locale.id, { onlyThere, here });
      }),
    ),
  );
}

function lengthOf(sets: readonly UncomparedLanguages[]): number {
  let length = 0;
  for (const { before } of sets)
    for (const texts of before.values()) for (const [key, text] of texts) length += key.length + text.length;
  return length;
}

/** The texts on disk of a language that the run does not compare. */
export async function textsHere(
  { files }: Project,
  { bound: { set } }: UncomparedLanguages,
  locale: Locale,
): Promise<TextsByKey> {
  const path = set.files.get(locale.id);
  if (path === undefined) return new Map();
  const read = await unlessFailed(async () => {
    const { document } = await readLocaleFile(files, path);
    return document && leavesUnder(document, localeRoot(document, locale, set.entry.table, path));
  });
  if (!read || read instanceof LocsyncError) return new Map();
  return new Map([...read].map(([key, { text }]) => [key, text]));
}
