import type { KeyId } from '../../../core/keys/key.js';
import { newerTexts } from '../../../plan/alterations.js';
import type { SetModel } from '../../../plan/pull.js';
import { isSourceForm } from '../../../plan/receipt.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { sourceLeaves } from '../../files/source-leaves.js';
import type { SentFile } from '../run/upload-attempt.js';
import type { NewerTexts } from '../run/upload-outcome.js';
import { textIn } from './became-source.js';

/** For each language the texts that were written on the service after this upload was planned. */
export function newerSince(
  sent: SentFile,
  { document, file, locales }: ComparedFile,
  model: SetModel | undefined,
): readonly NewerTexts[] {
  const source = textIn(sourceLeaves(document, model, file));
  const isSourceText = (key: KeyId, text: string): boolean => isSourceForm(source(key) ?? '', text);
  return sent.actions.map((actions, i) =>
    newerTexts(
      sent.along[i] ?? new Map(),
      actions,
      locales[i]?.comparison.states ?? [],
      (key, text) => text === sent.onlyThere[i]?.get(key) || isSourceText(key, text),
    ),
  );
}
