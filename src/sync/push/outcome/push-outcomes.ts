import { EXIT } from '../../../core/errors/exit.js';
import { append } from '../../../core/util/collections.js';
import type { LockUpdate } from '../../base-update/lock-update.js';
import type { EarlierOfUncompared } from '../../compare/earlier-losses/uncompared-losses.js';
import type { Project } from '../../context/project.js';
import { nameLeftOut } from '../../compare/earlier-losses/left-out-losses.js';
import type { PlannedUploads } from '../state/push-run.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import { rowsAfterUpload } from './outcome-rows.js';

/** The outcomes of the uploads of one push: in its report, in the lock, and for later runs. */
export class PushOutcomes {
  /** By the template of a set, the id of the source file that the run has made or used. */
  readonly sourceIds = new Map<string, string>();
  readonly #uncompared: EarlierOfUncompared[] = [];

  constructor(
    private readonly project: Project,
    private readonly planned: PlannedUploads,
    private readonly lockUpdate: LockUpdate,
  ) {}

  /** One file was uploaded, or was not. */
  add(outcome: UploadOutcome): void {
    const { project, lockUpdate } = this;
    const { report, uploadErrors } = this.planned;
    const { path, bound } = outcome.attempt.file;
    if (outcome.sourceFile) this.sourceIds.set(bound.set.template, outcome.sourceFile.id);
    report.rows.set(path, rowsAfterUpload(report.rows.get(path) ?? [], outcome, project.hints));
    // What the last plan says of the file takes the place of what the first one said.
    if (outcome.rows) uploadErrors.delete(path);
    // A rejected token is one error, however many calls it ended.
    const isRejected = report.errors.some(({ exit }) => exit === EXIT.auth);
    const errors = outcome.errors.filter(({ exit }) => exit !== EXIT.auth || !isRejected);
    report.take({ errors, warnings: outcome.warnings });
    for (const [i, base] of outcome.attempt.bases.entries()) {
      const receipt = outcome.receipts[i];
      if (receipt) lockUpdate.add(lockUpdate.settle(base, receipt.settled));
    }
    this.#markUnknown(outcome.unknownBases ?? []);
  }

  /** What uploads of earlier runs have lost of languages that the run does not compare. */
  addEarlier(earlier: EarlierOfUncompared): void {
    this.planned.report.take(earlier);
    this.#markUnknown(earlier.unknownBases);
    this.#uncompared.push(earlier);
  }

  /** Writes the lock and what later runs need. Returns whether the lock was saved. */
  async save(): Promise<boolean> {
    const { project, lockUpdate } = this;
    const { report, forget } = this.planned;
    await project.replaced.save();
    append(report.warnings, project.replaced.warnings());
    const unsaved = await lockUpdate.save();
    if (unsaved) report.errors.push(unsaved);
    const isSaved = unsaved === undefined;
    forget(isSaved);
    for (const earlier of this.#uncompared) earlier.forget(isSaved);
    await nameLeftOut(project, report);
    return isSaved;
  }

  #markUnknown(unknownBases: Iterable<Parameters<LockUpdate['markUnknown']>>): void {
    for (const [section, keys] of unknownBases) this.lockUpdate.markUnknown(section, keys);
  }
}
