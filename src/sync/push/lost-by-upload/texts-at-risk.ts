import { uploadedStates, type PushPlan } from '../../../plan/push.js';
import { NO_TEXTS } from '../../../core/keys/key.js';
import { isMultilingual, pathOf } from '../../../core/files/file-set.js';
import { sectionName } from '../../../core/lock/base.js';
import { textsGoneBack } from '../../../plan/alterations.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { type LocaleFile, isSource } from '../../files/locale-file.js';
import { onlyThereBefore, textsHere } from '../service-before/compared.js';
import type { TextsAtRisk } from '../../local-state/upload-note.js';
import type { PushRun } from '../state/push-run.js';

/**
 * Notes what only the service holds of a file by now. `sent`: the plan that is sent; a text
 * that it replaces cannot be lost any more. Nor can one that the service has since taken back.
 */
export function noteAtRisk({ files }: PushRun, compared: ComparedFile, sent: PushPlan | undefined): void {
  if (isMultilingual(compared.file.bound.set)) return;
  const onlyThere = new Map(onlyThereBefore(compared)[0]);
  for (const actions of sent?.actions ?? [])
    for (const { key } of uploadedStates(actions)) onlyThere.delete(key);
  for (const { comparison } of compared.locales)
    for (const key of textsGoneBack(comparison).keys()) onlyThere.delete(key);
  files.of(compared.file.path).atRisk = { onlyThere, here: textsHere(compared, onlyThere) };
}

/**
 * What an upload of this file may lose of the other languages of its source file: the texts that
 * the disk lacks. A run that is killed before it has checked leaves them to the next one.
 * `sources`: some services put source texts in place of translations.
 */
export function textsAtRisk(
  { before, files, uncomparedSets }: PushRun,
  { bound, path: own, isSource: isOfSourceLocale }: LocaleFile,
  sources: Pick<TextsAtRisk, 'changed' | 'sourceTexts'>,
): readonly TextsAtRisk[] {
  if (isMultilingual(bound.set)) return [];
  const changed = isOfSourceLocale ? sources.changed : NO_TEXTS;
  const compared = (before.get(bound.set) ?? []).flatMap(({ file, ...texts }) => {
    const { onlyThere, here } = files.find(file.path)?.atRisk ?? texts;
    return file.path === own || onlyThere.size === 0
      ? []
      : [{ path: file.path, onlyThere, here, isOfSource: file.isSource }];
  });
  const uncompared = uncomparedSets
    .filter((languages) => languages.bound.set === bound.set)
    .flatMap(({ languages, atRisk: textsById }) =>
      languages.flatMap((locale) => {
        const texts = textsById.get(locale.id);
        return texts
          ? [{ ...texts, path: pathOf(bound.set, locale), isOfSource: isSource(bound, locale) }]
          : [];
      }),
    );
  return [...compared, ...uncompared].map(({ path, onlyThere, here, isOfSource }) => ({
    section: sectionName(path, undefined),
    onlyThere,
    here,
    isOfSource,
    changed: isOfSource ? NO_TEXTS : changed,
    sourceTexts: sources.sourceTexts,
  }));
}
