import type { KeyId } from '../../../core/keys/key.js';
import { sectionOf } from '../../../core/files/file-set.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import { sinceBase } from '../../../core/merge/merge.js';
import type { Project } from '../../context/project.js';
import { earlierLosses } from '../../compare/earlier-losses/uncompared-losses.js';
import { uncomparedHere } from '../../compare/other-languages/uncompared-texts.js';
import type { UncomparedFileSet } from './uncompared.js';

/** Characters of texts that a run notes of languages that it does not compare. */
const NOTED_MOST = 2 * 1024 * 1024;

/**
 * Finds what earlier uploads have lost of these languages, and the texts that a late import must
 * not lose unseen: those that neither the disk nor the base has. If they are too many to be noted,
 * only the translations of changed source texts are.
 */
export async function findAtRisk(
  project: Project,
  sets: readonly UncomparedFileSet[],
  isFew: boolean,
): Promise<void> {
  const all = isFew && lengthOf(sets) <= NOTED_MOST;
  await Promise.all(
    sets.flatMap((uncompared) =>
      uncompared.languages.map(async (locale) => {
        const texts = uncompared.before.get(locale.id);
        if (!texts) return;
        const here = await uncomparedHere(project, uncompared.bound, locale);
        const earlier = earlierLosses(project, uncompared, locale, { here, there: texts });
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

function lengthOf(sets: readonly UncomparedFileSet[]): number {
  let length = 0;
  for (const { before } of sets)
    for (const texts of before.values()) for (const [key, text] of texts) length += key.length + text.length;
  return length;
}
