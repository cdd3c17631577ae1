import { haveSameTexts } from '../../../core/align/same-texts.js';
import { LocsyncError } from '../../../core/errors/index.js';
import { Interrupted } from '../../../ports/host.js';
import { type UploadOutcome, lostKeys } from '../outcome/outcome.js';
import type { PushRun } from '../outcome/push-run.js';
import { withAnsweredSource } from './read-back.js';

/**
 * An answer with all languages may come from a cache, and be older than those for one language. An
 * upload that has arrived shows it: if such an answer lacks it, later runs ask for each language. A
 * run whose plan was made from single answers needs no such look.
 */
export async function distrustOldAnswers(
  { project, held, host }: PushRun,
  chains: readonly (readonly UploadOutcome[])[],
): Promise<void> {
  const isShared = ({ file }: UploadOutcome['attempt']): boolean =>
    held.get(file.bound)?.some((one) => one.file.path === file.path && one.isShared) === true;
  const chain = chains.find((all) => all.some(({ attempt }) => isShared(attempt)));
  const pushed = chain?.filter(({ state }) => state === 'pushed') ?? [];
  const [one] = pushed;
  // Several languages of a source file were read back at once: that has shown it.
  if (!one?.look || pushed.length > 1 || lostKeys(one.receipts).length > 0 || host.signal.aborted) return;
  const { bound, locales } = withAnsweredSource(one);
  const [locale] = locales;
  const source = one.attempt.file.bound.source ?? bound.source;
  if (!source || !locale || locales.length > 1) return;
  const { service, locales: all } = project;
  try {
    const asked = await service.textsOfAllLanguages(source, all);
    const texts = asked.texts().byLocale.get(locale.id);
    if (!texts) return;
    const alone = await service.texts(source, locale, all);
    if (!haveSameTexts(texts, alone)) service.doubtAllLanguages(true);
  } catch (error) {
    // It says nothing about the answers; an interruption is an error of the run.
    if (!(error instanceof LocsyncError) && !(error instanceof Interrupted)) throw error;
  }
}
