import { settledBase } from '../core/base.js';
import type { Catalog } from '../core/catalog.js';
import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/exit.js';
import type { BaseTexts } from '../core/merge.js';
import { nfc } from '../core/normal-form.js';
import { Interrupted } from '../ports/host.js';
import type { SourceFile } from '../ports/service.js';
import { receiptOf, type Receipt } from '../sync/push-plan.js';
import type { Model } from '../sync/pull-plan.js';
import { compareFile, type ReadFile } from './compare.js';
import type { LocaleFile } from './locale-files.js';
import { receiptWarnings } from './problems.js';
import type { Project } from './project.js';
import { reader } from './tried.js';
import type { Outcome } from './upload.js';

/** What the service holds of the languages of this file, under the keys that they have here; undefined where it has no such source file. */
export async function heldTexts(
  project: Project,
  file: LocaleFile,
  read: ReadFile,
  model: Model | undefined,
): Promise<readonly Catalog[] | undefined> {
  const source = file.bound.source ?? (await findSource(project, file));
  if (!source) return undefined;
  const bound = { ...file.bound, source };
  const again = await compareFile(project, { ...file, bound }, Promise.resolve(model), {
    forgetGone: false,
    read,
  });
  return again.locales.map(
    ({ comparison }) =>
      new Map(
        comparison.states.flatMap((state) => (state.there === undefined ? [] : [[state.key, state.there]])),
      ),
  );
}

/** The source file that this run's first upload of a set has made. */
async function findSource(project: Project, file: LocaleFile): Promise<SourceFile | undefined> {
  const names = new Set(
    file.bound.set.selection.table.locales.map((locale) => file.bound.uploadName(locale)),
  );
  const found = (await project.service.sourceFiles()).filter((source) => names.has(nfc(source.name)));
  return found.length === 1 ? found[0] : undefined;
}

/** The file of an upload, its set bound to the source file that the answer to it named. */
export function boundAsAnswered({ tried: { file }, sourceFile }: Outcome): LocaleFile {
  return sourceFile ? { ...file, bound: { ...file.bound, source: { ...sourceFile, keys: 0 } } } : file;
}

/**
 * What the service holds after an upload, compared with what was sent. Texts of the first attempt that are not there are left unsettled, so
 * that they are planned again; those of the `last` one are remembered as not kept.
 */
export async function readBack(
  project: Project,
  outcome: Outcome,
  last: boolean,
  textsOf = reader(),
): Promise<Outcome> {
  const { file, sent } = outcome.tried;
  if (!sent) return outcome;
  try {
    const { read, model } = textsOf(sent);
    const held = await heldTexts(project, boundAsAnswered(outcome), read, model);
    const receipts = sent.actions.map((actions, i) => receiptOf(actions, held?.[i], last));
    const warnings = receiptWarnings(file.path, receipts, last);
    return { ...outcome, receipts, warnings: [...outcome.warnings, ...warnings] };
  } catch (error) {
    // The service has acknowledged the upload, and it has to be told and remembered: that it cannot be read back is worth a word, a token that is
    // refused by now is an error of the run, and an interruption says so itself.
    if (error instanceof Interrupted) return outcome;
    if (!(error instanceof LocsyncError)) throw error;
    const list = error.exit === EXIT.auth ? 'errors' : 'warnings';
    return { ...outcome, [list]: [...outcome[list], error] };
  }
}

/**
 * Throws ANSWER_FOR_ANOTHER where an upload was answered with another source file than this set's: to read that one back would record as arrived what
 * is not there, and the next pull would revert it. A source file that is new may be called as any locale's file of the set is, or as the end of that.
 */
export function refuseStranger(
  { bound }: LocaleFile,
  answered: { readonly id: string; readonly name: string } | undefined,
): void {
  if (!answered) return;
  const names = bound.set.selection.table.locales.map((locale) => bound.uploadName(locale));
  const name = nfc(answered.name);
  const same = bound.source
    ? answered.id === bound.source.id
    : names.some((own) => own === name || own.endsWith(`/${name}`));
  if (same) return;
  const expected = bound.source ? `${bound.source.name} (${bound.source.id})` : (names[0] ?? '');
  const got = `${answered.name} (${answered.id})`;
  throw LocsyncError.of('ANSWER_FOR_ANOTHER', { what: `the upload of ${expected}`, expected, got });
}

/** Keys of which the service holds another text than was sent. */
export const lostKeys = (receipts: readonly Receipt[]): Receipt['lost'] =>
  receipts.flatMap((receipt) => receipt.lost);

/** The bases of the languages of this file with what the run has settled so far. */
export const basesAfter = ({ tried, receipts }: Outcome): BaseTexts[] =>
  tried.bases.map(({ base }, i) => settledBase(base, receipts[i]?.settled ?? new Map()));

/** The word for a person on an upload that did not last; `again`: it was made once more. */
export function overtaken({ tried, receipts }: Outcome, again: boolean): LocsyncError {
  const { path } = tried.file;
  const args = { count: lostKeys(receipts).length, again };
  return LocsyncError.of('UPLOAD_OVERTAKEN', args, { place: { path } });
}
