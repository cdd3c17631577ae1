import { isMultilingual, pathOf } from '../../../core/files/file-set.js';
import { sectionName } from '../../../core/merge/base.js';
import type { TextsByKey } from '../../../plan/altered.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { TextsAtRisk } from '../../memory/uploads.js';
import type { PushRun } from '../outcome/push-run.js';

const NO_TEXTS: TextsByKey = new Map();

/**
 * What an upload of this file may take from the other languages of its source file: the texts that
 * the disk lacks. A run that is killed before it has looked leaves them to the next one. Of a
 * language that is not compared these are the translations of changed source texts.
 */
export function textsAtRisk(
  { before, uncomparedLanguages, changes }: PushRun,
  file: LocaleFile,
): readonly TextsAtRisk[] {
  const { bound, isSource } = file;
  if (isMultilingual(bound.set)) return [];
  const sourceTexts = isSource ? (changes.get(bound) ?? NO_TEXTS) : NO_TEXTS;
  const compared = (before.get(bound) ?? []).flatMap(({ file: { path }, onlyThere, here }) =>
    path === file.path || onlyThere.size === 0 ? [] : [{ path, onlyThere, here }],
  );
  const uncompared = uncomparedLanguages
    .filter((one) => isSource && one.bound === bound)
    .flatMap(({ languages, before: texts }) =>
      languages.flatMap((locale) => {
        const changed = [...(texts.get(locale.id) ?? [])].filter(([key]) => sourceTexts.has(key));
        if (changed.length === 0) return [];
        return [{ path: pathOf(bound.set, locale), onlyThere: new Map(changed), here: NO_TEXTS }];
      }),
    );
  return [...compared, ...uncompared].map(({ path, onlyThere, here }) => ({
    section: sectionName(path, undefined),
    onlyThere,
    here,
    sourceTexts,
  }));
}
