import { NO_TEXTS, type TextsByKey } from '../../../core/keys/key.js';
import { lostTexts, withUnmerged, type SourceTextsOfKey } from '../../../plan/alterations.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { Project } from '../../context/project.js';
import { becameSource } from './became-source.js';
import { newestTexts, type UploadOutcome } from '../state/upload-outcome.js';

/**
 * For each language of a file the texts that the service has altered by now: of those that went
 * along with the upload, of those that reading before showed, and of those that the upload lacked.
 */
export function alteredTexts(
  project: Project,
  outcome: Pick<UploadOutcome, 'attempt' | 'readBack' | 'newer'>,
  { file, locales }: ComparedFile,
  sourceTexts: SourceTextsOfKey,
): readonly TextsByKey[] {
  const { readBack } = outcome;
  const { sent } = outcome.attempt;
  if (!sent) return [];
  const newest = newestTexts(outcome);
  return sent.along.map((along, i): TextsByKey => {
    const language = locales[i];
    const isAtRisk = [along, readBack?.altered[i], newest[i], sent.onlyThere[i]].some(
      (texts) => texts !== undefined && texts.size > 0,
    );
    // A push of new texts has none, and comes through here with each file.
    if (!language || !isAtRisk) return NO_TEXTS;
    const states = withUnmerged(language.comparison);
    const now = new Map(states.map((state) => [state.key, state.there ?? '']));
    const newer = [...(newest[i] ?? [])].map(([key, { text }]) => [key, text] as const);
    const held = new Map([...along, ...(readBack?.altered[i] ?? []), ...newer]);
    // What has vanished of these is reported as dropped.
    const only = new Map([...(sent.onlyThere[i] ?? [])].filter(([key]) => (now.get(key) ?? '') !== ''));
    const isSourceNow = becameSource(project, file.bound, language.locale, sourceTexts);
    const bySource = [...held, ...only].filter(([key, text]) => isSourceNow(key, text, now.get(key) ?? ''));
    return new Map([...lostTexts(held, along, states), ...lostTexts(only, NO_TEXTS, states), ...bySource]);
  });
}
