import { isMultilingual, pathOf } from '../../../core/files/file-set.js';
import { sectionName } from '../../../core/merge/base.js';
import { textsGoneBack, type TextsByKey } from '../../../plan/alterations.js';
import type { PushPlan } from '../../../plan/push.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { onlyThereBefore, textsHere } from '../before-uploads/service-before.js';
import type { TextsAtRisk } from '../../memory/uploads.js';
import type { PushRun } from '../run/push-run.js';

const NO_TEXTS: TextsByKey = new Map();

/**
 * Notes what only the service holds of a file by now. `sent`: the plan that is sent; what it
 * replaces is no longer there to be lost. Nor is a text on which the service has gone back.
 */
export function noteHeld({ held }: PushRun, compared: ComparedFile, sent: PushPlan | undefined): void {
  if (isMultilingual(compared.file.bound.set)) return;
  const onlyThere = new Map(onlyThereBefore(compared)[0]);
  for (const actions of sent?.actions ?? [])
    for (const { key } of actions.get('upload') ?? []) onlyThere.delete(key);
  for (const { comparison } of compared.locales)
    for (const key of textsGoneBack(comparison).keys()) onlyThere.delete(key);
  held.set(compared.file.path, { onlyThere, here: textsHere(compared, onlyThere) });
}

/**
 * What an upload of this file may lose of the other languages of its source file: the texts that
 * the disk lacks. A run that is killed before it has looked leaves them to the next one. Of a
 * language that is not compared these are the translations of changed source texts.
 */
export function textsAtRisk(
  { before, held, uncomparedLanguages, changes }: PushRun,
  file: LocaleFile,
): readonly TextsAtRisk[] {
  const { bound, isSource } = file;
  if (isMultilingual(bound.set)) return [];
  const sourceTexts = isSource ? (changes.get(bound) ?? NO_TEXTS) : NO_TEXTS;
  const compared = (before.get(bound) ?? []).flatMap(({ file: { path }, ...look }) => {
    const { onlyThere, here } = held.get(path) ?? look;
    return path === file.path || onlyThere.size === 0 ? [] : [{ path, onlyThere, here }];
  });
  const uncompared = uncomparedLanguages
    .filter((uncompared) => isSource && uncompared.bound === bound)
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
