import { sectionOf } from '../../core/files/file-set.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { baseOf, baseOfLines } from '../../core/lock/lock-file.js';
import { type Lock, hasEntries } from '../../core/lock/lock.js';
import { madeFromIn, madeOfLines, nextMadeFrom, renderMadeFrom } from '../../core/lock/made-from.js';
import type { SourceFile } from '../../ports/service.js';
import { sourceLocaleOf } from '../files/locale-file.js';

/**
 * What the lock will say of the source texts that translations were made from. `lock` is the lock
 * as it was read, `sections` what it will hold, `changed` the names of those that change, `made`
 * for each the lines of `renderMade` about translations that were changed here.
 */
export function madeFromAfter(
  sets: readonly BoundSet<SourceFile>[],
  lock: Lock,
  sections: ReadonlyMap<string, string>,
  changed: ReadonlySet<string>,
  made: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const next = new Map(lock.madeFrom);
  for (const bound of sets) {
    const { locales } = bound.set.entry.table;
    const sourceLocale = sourceLocaleOf(bound);
    const source = sourceLocale && sectionOf(bound.set, sourceLocale);
    if (source === undefined) continue;
    const names = locales
      .filter((locale) => locale !== sourceLocale)
      .map((locale) => sectionOf(bound.set, locale));
    const isMoved = changed.has(source);
    // If nothing is stale and no source text has changed, nothing has to be read.
    const touched = names.filter(
      (name) =>
        hasEntries({ sections }, name) &&
        (isMoved || (changed.has(name) && ((lock.madeFrom?.get(name) ?? '') !== '' || made.has(name)))),
    );
    if (touched.length === 0) continue;
    const sourceBefore = baseOf(lock, source);
    if (sourceBefore.size === 0 && touched.every((name) => !made.has(name))) continue;
    const sourceAfter = isMoved ? baseOfLines(sections.get(source) ?? '') : sourceBefore;
    for (const name of touched) {
      const before = baseOf(lock, name);
      const change = {
        before,
        after: changed.has(name) ? baseOfLines(sections.get(name) ?? '') : before,
        sourceBefore,
        sourceAfter,
        known: madeFromIn(lock, name),
        made: madeOfLines(made.get(name) ?? ''),
      };
      next.set(name, renderMadeFrom(nextMadeFrom(change)));
    }
  }
  return next;
}
