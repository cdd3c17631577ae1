import type { KeyId } from '../../../core/keys/key.js';
import { withOlder } from '../../../core/records/upload-entry.js';
import { newerTexts, type SourceTextsOfKey } from '../../../plan/alterations.js';
import { isSourceForm } from '../../../plan/receipt.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { SentFile } from '../state/upload-attempt.js';
import type { NewerTexts } from '../state/upload-outcome.js';

/** For each language the texts that were written on the service after this upload was planned. */
export function newerSince(
  sent: SentFile,
  { locales, earlierSources }: ComparedFile,
  sourceTexts: SourceTextsOfKey,
): readonly NewerTexts[] {
  const isSourceText = (key: KeyId, text: string): boolean =>
    sourceTexts(key).some((source) => isSourceForm(source, text));
  return sent.actions.map((actions, i) => {
    const { states, where } = locales[i]?.comparison ?? { states: [] };
    const isKnown = (key: KeyId, text: string): boolean =>
      text === sent.onlyThere[i]?.get(key) || isSourceText(key, text);
    const newer = newerTexts(sent.along[i] ?? new Map(), actions, states, isKnown);
    if (where?.isSource === true) return newer;
    return new Map(
      [...newer].map(([key, text]) => [key, withOlder(key, text, { sourceTexts, earlierSources })]),
    );
  });
}
