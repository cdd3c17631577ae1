import type { LocsyncError } from '../../core/errors/index.js';
import type { HintContext } from '../../core/errors/suggest.js';
import { keyName } from '../../core/keys/key.js';
import { isRemoved } from '../../core/merge/base-entry.js';
import { sinceBase } from '../../core/merge/merge.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { waiting } from '../../core/merge/policy.js';
import {
  NO_KEYS,
  type ChangeKind,
  type ChangeReport,
  type FileReport,
  type FileState,
  type KeyCounts,
} from '../../core/report/file-report.js';
import { problemOf } from '../../core/report/problem.js';
import { kindOf, NO_KINDS, type KindCounts } from './key-kinds.js';
import type { Comparison } from '../../plan/comparison.js';
import type { SourceFile } from '../../ports/service.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import type { GoneLocale } from '../context/project.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { UnchangedFile } from '../files/unchanged-file.js';

type Side = 'toPush' | 'toPull';

/** The counts of one language of a locale file; kinds only of the keys of `only`, if given. */
function countKeys({ comparison, stale }: ComparedLocale, only: Side | undefined): KeyCounts {
  const counts = { toPush: 0, toPull: 0, conflicts: 0, ...NO_KINDS, stale: stale.length };
  comparison.states.forEach((state) => {
    const waits = waiting(state, comparison.where);
    if (waits === 'none') return;
    if (waits === 'conflict') {
      counts.conflicts++;
      return;
    }
    const side = waits === 'to-push' ? 'toPush' : 'toPull';
    counts[side]++;
    if (only === undefined || only === side) counts[kindOf(state, side)]++;
  });
  return { total: comparison.total, translated: comparison.translated, ...counts };
}

/** The state of one language of a locale file; undefined if neither side has anything of it. */
function stateOf(compared: ComparedFile, language: ComparedLocale, keys: KeyCounts): FileState | undefined {
  const { states } = language.comparison;
  const isThere = states.some((state) => (state.there ?? '') !== '' && !isRemoved(state));
  const isHere = (): boolean => states.some((state) => (state.here ?? '') !== '' && !isRemoved(state));
  const isEmpty = !isThere && keys.conflicts === 0 && !isHere();
  if (isMultilingual(compared.file.bound.set) && isEmpty) return undefined;
  // If the file was removed on purpose, the service may hold texts that were never here.
  if (!compared.document && keys.conflicts > 0) return 'conflict';
  if (!compared.document) return isThere ? 'only-there' : undefined;
  if (language.isSourceFileGone) return 'only-here';
  if (keys.conflicts > 0) return 'conflict';
  if (keys.toPush > 0 && keys.toPull > 0) return 'both';
  if (keys.toPush > 0) return isThere ? 'to-push' : 'only-here';
  return keys.toPull > 0 ? 'to-pull' : 'in-sync';
}

/** The row of one language of a locale file with the state that it has before anything is done. */
export function rowOf(compared: ComparedFile, locale: ComparedLocale, only?: Side): FileReport | undefined {
  const counts = countKeys(locale, only);
  // If a source file is gone, no command acts unasked: nothing waits, and the warning says what to
  // do.
  const keys = locale.isSourceFileGone
    ? { ...counts, toPush: 0, toPull: 0, conflicts: 0, stale: 0, ...NO_KINDS }
    : counts;
  const state = stateOf(compared, locale, keys);
  return state && { ...rowIdentity(compared.file, locale.locale.code), state, keys };
}

/** The rows of a file that is known to be in sync. */
export const unchangedRows = ({ file, locales }: UnchangedFile): FileReport[] =>
  locales.flatMap(({ locale, counts }): FileReport[] =>
    counts ? [{ ...rowIdentity(file, locale.code), state: 'in-sync', keys: { ...NO_KEYS, ...counts } }] : [],
  );

/**
 * The row as `status` shows it: a text that the service holds in another form waits for a person,
 * as a conflict does, although neither push nor pull will touch it. A source text that the service
 * has lost is not a conflict: only the service has changed, and the disk's text stays.
 */
export function statusRow(compared: ComparedFile, language: ComparedLocale): FileReport | undefined {
  const { reach } = compared.file.bound.set.entry;
  const [up, down] = [reach.goesUp(language.locale), reach.comesDown(language.locale)];
  const found = rowOf(compared, language);
  const row = found && inDirections(found, { up, down });
  const { states, where } = language.comparison;
  const isOpen = (state: KeyState): boolean => {
    if (state.verdict === 'not-accepted') return true;
    if (state.verdict !== 'unbased' || (up && down)) return false;
    // On first contact one side would win, but the configuration keeps that side's command away.
    return waiting(state, where) === (up ? 'to-pull' : 'to-push');
  };
  const open = language.isSourceFileGone ? [] : states.filter(isOpen);
  if (!row || open.length === 0) return row;
  const notKept = open.filter(({ verdict }) => verdict === 'not-accepted').length;
  const keys = { ...row.keys, conflicts: row.keys.conflicts + open.length };
  return { ...row, state: 'conflict', keys: notKept > 0 ? { ...keys, notKept } : keys };
}

/** Which commands may act on a file; `reason` if that is less than the counts would allow. */
interface OpenDirections {
  readonly up: boolean;
  readonly down: boolean;
  readonly reason?: FileReport['reason'];
}

/** The row with only the counts of the open directions: `toPush` if `up`, `toPull` if `down`. */
export function inDirections(row: FileReport, { up, down, reason }: OpenDirections): FileReport {
  if (up && down) return row;
  const toPush = up ? row.keys.toPush : 0;
  const toPull = down ? row.keys.toPull : 0;
  if (toPush === row.keys.toPush && toPull === row.keys.toPull) return row;
  const rest = toPush > 0 ? 'to-push' : toPull > 0 ? 'to-pull' : 'skipped';
  const state = row.state === 'conflict' ? row.state : rest;
  return { ...row, state, keys: { ...row.keys, toPush, toPull }, ...(reason ? { reason } : {}) };
}

/** What a command does about one language of a file. */
export interface PlannedCounts {
  readonly side: Side;
  readonly keys: number;
  readonly kinds: KindCounts;
  readonly conflicts: number;
  /** How many of these keys would wait for the other side's command. */
  readonly others?: number;
}

/**
 * The row under an option that widens what a command does (`--force`, `--empty`, `--prune`): the
 * keys that it changes count as work, conflicts that it settles as none.
 */
export function withPlannedCounts(
  row: FileReport,
  { side, keys, kinds, conflicts, others = 0 }: PlannedCounts,
): FileReport {
  const otherSide = side === 'toPush' ? 'toPull' : 'toPush';
  const work: FileState = side === 'toPush' ? 'to-push' : 'to-pull';
  const waits = keys > 0 && (row.state === 'conflict' || row.state === 'in-sync');
  const left = row.keys[otherSide] - others;
  // Without a key for either side, the conflict was a deletion that is on its own side.
  const settled: FileState = left === 0 ? 'in-sync' : side === 'toPush' ? 'to-pull' : 'to-push';
  const rest = row.state === 'conflict' ? settled : row.state;
  const state = conflicts > 0 ? 'conflict' : waits ? work : rest;
  const counts = { [side]: keys, [otherSide]: left, conflicts, ...kinds };
  return { ...row, state, keys: { ...row.keys, ...counts } };
}

function rowIdentity(file: LocaleFile, locale: string): Pick<FileReport, 'path' | 'locale' | 'sourceFile'> {
  const { sourceFile } = file.bound;
  return { path: file.path, locale, sourceFile: idAndName(sourceFile) };
}

function idAndName(sourceFile: SourceFile | undefined): FileReport['sourceFile'] {
  return sourceFile ? { id: sourceFile.id, name: sourceFile.name } : null;
}

/** The rows of a file that failed, one for each of its locales. */
export function failedRows(file: LocaleFile, error: LocsyncError, hints?: HintContext): FileReport[] {
  return file.locales.map((locale) => ({
    ...rowIdentity(file, locale.code),
    state: 'failed',
    keys: NO_KEYS,
    error: problemOf(error, hints),
  }));
}

/** The row of a file whose locale the project no longer has. */
export function goneRow({ path, code, bound: { sourceFile }, error }: GoneLocale): FileReport {
  const row = { path, locale: code, sourceFile: idAndName(sourceFile) };
  return { ...row, state: 'failed', keys: NO_KEYS, error: problemOf(error) };
}

const KINDS: Partial<Record<KeyState['verdict'], ChangeKind>> = {
  'gone-here': 'deleted-here',
  'gone-there': 'deleted-there',
  'emptied-there': 'emptied-there',
  'not-accepted': 'not-kept',
};

/** The keys that differ, with both texts: what `diff` shows. */
export function changesOf(comparison: Comparison): ChangeReport[] {
  const changes: ChangeReport[] = [];
  for (const state of comparison.states) {
    const side = waiting(state, comparison.where);
    const kind = KINDS[state.verdict] ?? (side === 'none' ? undefined : side);
    if (kind === undefined) continue;
    changes.push({
      key: keyName(state.key),
      kind,
      here: state.here ?? null,
      there: state.there ?? null,
      base: baseSide(state),
    });
  }
  return changes;
}

function baseSide(state: KeyState): ChangeReport['base'] {
  if (state.base === undefined) return null;
  const { sameHere, sameThere } = sinceBase(state.base, state.here ?? '', state.there ?? '');
  return sameHere ? 'here' : sameThere ? 'there' : 'other';
}
