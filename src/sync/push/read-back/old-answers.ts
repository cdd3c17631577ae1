import { ifAvailable } from '../../files/unless-failed.js';
import { haveSameTexts } from '../../../core/align/same-texts.js';
import { type UploadOutcome, keysNotStored } from '../state/upload-outcome.js';
import type { PushRun } from '../state/push-run.js';
import { withAnsweredSource } from './read-back.js';

/**
 * An answer with all languages may come from a cache, and be older than those for one language. An
 * upload that has arrived shows it: if such an answer lacks it, later runs ask for each language. A
 * run whose plan was made from single answers needs no such check.
 */
export async function distrustOldAnswers(
  { project, before, host }: PushRun,
  chains: readonly (readonly UploadOutcome[])[],
): Promise<void> {
  const isShared = ({ file }: UploadOutcome['attempt']): boolean =>
    before.get(file.bound.set)?.some((language) => language.file.path === file.path && language.isShared) ===
    true;
  const chain = chains.find((outcomes) => outcomes.some(({ attempt }) => isShared(attempt)));
  const pushed = chain?.filter(({ state }) => state === 'pushed') ?? [];
  const [outcome] = pushed;
  // Several languages of a source file were read back at once: that has shown it.
  if (
    !outcome?.readBack ||
    pushed.length > 1 ||
    keysNotStored(outcome.receipts).length > 0 ||
    host.signal.aborted
  )
    return;
  const { bound, locales } = withAnsweredSource(outcome);
  const [locale] = locales;
  const source = outcome.attempt.file.bound.sourceFile ?? bound.sourceFile;
  if (!source || !locale || locales.length > 1) return;
  const { service } = project;
  await ifAvailable(async () => {
    const asked = await service.textsOfAllLanguages(source, project.locales);
    const texts = asked.texts().byLocale.get(locale.id);
    if (!texts) return;
    const alone = await service.texts(source, locale, project.locales);
    if (!haveSameTexts(texts, alone)) service.doubtAllLanguages(true);
  });
}
