import { nextBase } from '../core/base.js';
import type { Catalog } from '../core/catalog.js';
import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/exit.js';
import { Interrupted } from '../ports/host.js';
import type { SourceFile } from '../ports/service.js';
import { receiptOf, type Receipt } from '../sync/push-plan.js';
import { compareFile, type ComparedFile } from './compare.js';
import { receiptWarnings } from './problems.js';
import type { Project } from './project.js';
import type { PlannedUpload } from './push.js';
import type { Outcome } from './upload.js';

/** What the service holds of the languages of this file, under the keys that they have here; undefined where it has no such source file. */
export async function heldTexts(
  project: Project,
  { compared, model }: Pick<PlannedUpload, 'compared' | 'model'>,
): Promise<readonly Catalog[] | undefined> {
  const { file } = compared;
  const source = file.bound.source ?? (await findSource(project, compared));
  if (!source) return undefined;
  const bound = { ...file.bound, source };
  const options = { forgetGone: false, read: compared };
  const again = await compareFile(project, { ...file, bound }, Promise.resolve(model), options);
  return again.locales.map(
    ({ comparison }) =>
      new Map(
        comparison.states.flatMap((state) => (state.there === undefined ? [] : [[state.key, state.there]])),
      ),
  );
}

/** The source file that this run's first upload of a set has made. */
async function findSource(project: Project, { file }: ComparedFile): Promise<SourceFile | undefined> {
  const names = new Set(
    file.bound.set.selection.table.locales.map((locale) => file.bound.uploadName(locale)),
  );
  const found = (await project.service.sourceFiles()).filter((source) =>
    names.has(source.name.normalize('NFC')),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The planned upload, its set bound to the source file that the answer to it named. */
export function boundAsAnswered({ planned, sourceFile }: Outcome): PlannedUpload {
  if (!sourceFile) return planned;
  const { compared } = planned;
  const bound = { ...compared.file.bound, source: { ...sourceFile, keys: 0 } };
  return { ...planned, compared: { ...compared, file: { ...compared.file, bound } } };
}

/**
 * What the service holds after an upload, compared with what was sent. Texts of the first attempt that are not there are left unsettled, so
 * that they are planned again; those of the `last` one are remembered as not kept.
 */
export async function readBack(project: Project, outcome: Outcome, last: boolean): Promise<Outcome> {
  const { compared, plan } = outcome.planned;
  try {
    const held = await heldTexts(project, boundAsAnswered(outcome));
    const receipts = plan.actions.map((actions, i) => receiptOf(actions, held?.[i], last));
    const warnings = receiptWarnings(compared, receipts, last);
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

/** Keys of which the service holds another text than was sent. */
export const lostKeys = (receipts: readonly Receipt[]): Receipt['lost'] =>
  receipts.flatMap((receipt) => receipt.lost);

/** The bases of the languages of this file with what the run has settled so far. */
export const basesAfter = ({ planned, receipts }: Outcome, doubt: boolean): ReturnType<typeof nextBase>[] =>
  planned.compared.locales.map(({ comparison }, i) =>
    nextBase(comparison.states, receipts[i]?.settled ?? new Map(), doubt),
  );

/** The word for a person on an upload that did not last; `again`: it was made once more. */
export function overtaken({ planned, receipts }: Outcome, again: boolean): LocsyncError {
  const { path } = planned.compared.file;
  const args = { count: lostKeys(receipts).length, again };
  return LocsyncError.of('UPLOAD_OVERTAKEN', args, { place: { path } });
}
