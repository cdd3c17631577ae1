import type { PlannedUploads, PushCommandOptions } from '../state/push-run.js';
import { PushedFiles } from '../state/pushed-files.js';
import { getOrMake, sumOf } from '../../../core/util/collections.js';
import type { SettledKey } from '../../../core/merge/base-entry.js';
import { LocsyncError } from '../../../core/errors/index.js';
import type { FileSet } from '../../../core/files/file-set.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { FileReport } from '../../../core/report/file-report.js';
import type { SetModel } from '../../../plan/set-model.js';
import { settledByPush, type PushPlan } from '../../../plan/push.js';
import type { ComparedFile } from '../../files/compared-file.js';
import { compareProject } from '../../compare/compare-project.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { type LockUpdate, untouched } from '../../base-update/lock-update.js';
import { currentBase } from '../../files/current-base.js';
import type { Project } from '../../context/project.js';
import { isPlainRun } from '../../context/project-options.js';
import type { ReplacedTexts } from '../../local-state/replaced-texts.js';
import { documentWarnings, keyWarnings, goneErrors } from '../../file-errors/diagnostics.js';
import { leftByPush } from '../../file-errors/conflicts.js';
import { refutedWarnings, sourceTextWarnings } from '../../file-errors/distrusted.js';
import { pushLosses } from '../../file-errors/loss-warnings.js';
import { unchangedRows } from '../../report/rows.js';
import { RunReport, type FileFindings } from '../../report/run-report.js';
import { wereRemoved } from '../../files/known-files.js';
import type { UnchangedFile } from '../../files/unchanged-file.js';
import type { EarlierUploads } from '../../local-state/uploads.js';
import {
  changedSources,
  serviceBefore,
  unchangedBefore,
  onlyThereBefore,
  type ServiceBefore,
  type BeforeBySet,
} from '../service-before/compared.js';
import { pushRows } from './plan-rows.js';
import { planFile } from './plan-file.js';

interface PlannedPush extends FileFindings {
  /** What the service held when the file was compared. */
  readonly before?: ServiceBefore | undefined;
  readonly onlyThere?: readonly TextsByKey[];
  /** What earlier uploads from here mean for the file. */
  readonly earlier?: EarlierUploads | undefined;
  /** The source texts that take the place of others on the service. */
  readonly changed?: TextsByKey;
  /** Whether something of the file is to be uploaded. The content is planned again right before. */
  readonly isUpload: boolean;
}

/** What push does with all files. Uploads of one set are a chain in the order of sending. */
export async function planAll(
  project: Project,
  options: PushCommandOptions,
  lockUpdate: LockUpdate,
): Promise<PlannedUploads> {
  const results = await compareProject(project, {
    forUpload: true,
    forgetGone: options.force,
    toResult: (compared, model) => {
      options.planRecorder?.noteFile(compared);
      const planned = planPushOf(compared, model, options, lockUpdate, project.replaced);
      return {
        ...planned,
        before: serviceBefore(compared),
        ...(planned.isUpload && { onlyThere: onlyThereBefore(compared) }),
        earlier: project.uploads.earlier(compared),
      };
    },
    unchanged: isPlainRun('push', options) ? unchangedPush(lockUpdate) : undefined,
    isIdle: ({ errors, warnings, isUpload, earlier }, { locales }) =>
      !isUpload &&
      errors.length + warnings.length === 0 &&
      earlier === undefined &&
      !locales.some(({ section }) => lockUpdate.changes(section)),
  });
  const report = new RunReport(project);
  report.add(
    results.map((result) =>
      'value' in result && result.value.isUpload
        ? { file: result.file, value: { ...result.value, errors: [] } }
        : result,
    ),
  );
  const uploadErrors = new Map<string, readonly LocsyncError[]>();
  const chains = new Map<unknown, LocaleFile[]>();
  const before: BeforeBySet = new Map();
  const files = new PushedFiles();
  const changes = new Map<FileSet, TextsByKey>();
  const earlier: { readonly uploads: EarlierUploads; readonly isLeft: boolean }[] = [];
  for (const result of results) {
    if ('error' in result) continue;
    const { file, value } = result;
    if (value.earlier) {
      report.take(value.earlier);
      earlier.push({
        uploads: value.earlier,
        isLeft: value.rows.some(({ state }) => state === 'skipped'),
      });
    }
    if (value.before) before.set(file.bound.set, [...(before.get(file.bound.set) ?? []), value.before]);
    if (!value.isUpload) continue;
    uploadErrors.set(file.path, value.errors);
    const pushed = files.of(file.path);
    pushed.texts = sumOf(value.rows.map(({ keys }) => keys.translated));
    if (value.onlyThere) pushed.onlyThere = value.onlyThere;
    if (value.changed?.size) changes.set(file.bound.set, value.changed);
    getOrMake(chains, file.bound, (): LocaleFile[] => []).push(file);
  }
  const forget = (saved: boolean): void => {
    for (const { uploads, isLeft } of earlier) uploads.forget(saved && !isLeft);
  };
  return { report, uploadErrors, chains: [...chains.values()], before, files, changes, forget };
}

/** What push does with one file, decided before anything is sent. */
function planPushOf(
  compared: ComparedFile,
  model: SetModel | undefined,
  options: PushCommandOptions,
  lockUpdate: LockUpdate,
  replaced: ReplacedTexts,
): PlannedPush {
  const { document } = compared;
  const bases = compared.locales.map(currentBase);
  const settle = (settled: readonly ReadonlyMap<KeyId, SettledKey>[]): void =>
    bases.forEach((base, i) => lockUpdate.add(lockUpdate.settle(base, settled[i])));
  const warnings = [...documentWarnings(compared), ...keyWarnings(compared)];
  const gone = goneErrors(compared);
  if (!document || gone.length > 0) {
    settle([]);
    return { rows: pushRows(compared, undefined, options), errors: gone, warnings, isUpload: false };
  }
  const command = options.dryRun ? 'push --dry-run' : 'push';
  const { plan, stops, errors } = planFile(compared, document, model, options, command);
  if (stops.length > 0) {
    replaced.noteCopied(compared);
    for (const base of bases) lockUpdate.add(untouched(base));
    const rows = pushRows(compared, plan, options).map((row): FileReport => ({ ...row, state: 'skipped' }));
    return { rows, errors: stops, warnings, isUpload: false };
  }
  // What the guard stops leaves the base as it was, too.
  if (plan.shrinks.length > 0) for (const base of bases) lockUpdate.add(untouched(base));
  else settle(plan.actions.map(settledByPush));
  const spliced = plan.content === undefined ? [] : plan.actions.map((actions) => actions.get('splice'));
  const sourceTexts = sourceTextWarnings(compared, spliced, 'push');
  replaced.noteConflicts(compared, plan.actions);
  if (plan.content !== undefined) replaced.notePlanned(compared, plan.actions);
  return {
    rows: pushRows(compared, plan, options),
    errors,
    warnings: [
      ...warnings,
      ...leftByPush(compared, plan),
      ...pullOnlyWarnings(compared, plan),
      ...(options.dryRun ? pushLosses(compared, plan, replaced, false) : []),
      ...sourceTexts,
      ...(plan.content === undefined ? [] : refutedWarnings(compared, model)),
    ],
    isUpload: plan.content !== undefined,
    changed: changedSources(compared, plan),
  };
}

/** What push does with an unchanged file. */
const unchangedPush =
  (lockUpdate: LockUpdate) =>
  (unchanged: UnchangedFile): PlannedPush => {
    const locales = unchanged.locales.filter(({ access }) => access !== 'unselected');
    for (const language of unchanged.locales) lockUpdate.add(untouched(language));
    return {
      rows: unchangedRows({ ...unchanged, locales }),
      errors: [],
      warnings: [],
      before: unchangedBefore(unchanged),
      isUpload: false,
    };
  };

/** What push would upload of languages that `pullOnly` names. */
const pullOnlyWarnings = ({ file, locales }: ComparedFile, { actions }: PushPlan): LocsyncError[] =>
  locales.flatMap(({ access, locale }, i) => {
    const count = access === 'blocked' ? (actions[i]?.get('not-asked') ?? []).length : 0;
    const args = { locale: locale.code, count };
    return count > 0 ? [LocsyncError.of('LOCALE_PULL_ONLY', args, { place: { path: file.path } })] : [];
  });

/**
 * No file here at all is a mistake in a command that uploads files (CFG-31). One pattern may find
 * files on the service only: a pull has yet to write them.
 */
export function refuseUnmatchedHere({ allSets, found, stored }: Project): void {
  if (allSets.some(({ set }) => set.files.size + set.unknownLocaleFiles.length > 0)) return;
  const pattern = found.config.files.find((one) => !wereRemoved(stored.lock, one));
  if (pattern && allSets.length > 0)
    throw LocsyncError.of('PATTERN_UNMATCHED', { pattern: pattern.path, there: false });
}
