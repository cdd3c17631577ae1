import type { SourceTextsOfKey } from '../../../plan/alterations.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { type LocaleFile, sourceLocaleOf } from '../../files/locale-file.js';
import { onlyThereBefore } from '../service-before/compared.js';
import type { PushRun } from '../state/push-run.js';

/** What a run has seen of the service. */
type KnownTexts = Pick<PushRun, 'before' | 'files' | 'uncomparedSets'>;

/**
 * The source texts of a file set: `here` are those of the disk, the others are newer ones that the
 * run has seen on the service. A service may put either in place of translations.
 */
export function knownSourceTexts(
  { before, files, uncomparedSets }: KnownTexts,
  { bound }: Pick<LocaleFile, 'bound'>,
  here: SourceTextsOfKey,
): SourceTextsOfKey {
  const compared = (before.get(bound.set) ?? [])
    .filter(({ file }) => file.isSource)
    .flatMap(({ file, onlyThere }) => [onlyThere, files.find(file.path)?.atRisk?.onlyThere]);
  const source = sourceLocaleOf(bound);
  const uncompared = uncomparedSets
    .filter((uncomparedSet) => uncomparedSet.bound.set === bound.set)
    .map((uncomparedSet) => source && uncomparedSet.before.get(source.id));
  const there = [...compared, ...uncompared];
  return (key) => [...here(key), ...there.flatMap((texts) => texts?.get(key) ?? [])];
}

/** As {@link knownSourceTexts}, for a compared file, which may hold the source locale itself. */
export function sourceTextsIn(
  run: KnownTexts,
  file: LocaleFile,
  compared: Pick<ComparedFile, 'locales' | 'sourceTexts'>,
): SourceTextsOfKey {
  const known = knownSourceTexts(run, file, compared.sourceTexts);
  const own = onlyThereBefore(compared).filter((_, i) => compared.locales[i]?.comparison.where.isSource);
  return own.length === 0 ? known : (key) => [...known(key), ...own.flatMap((texts) => texts.get(key) ?? [])];
}
