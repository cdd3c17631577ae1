import { LocsyncError } from '../../core/errors/index.js';
import { keyPath, type KeyId } from '../../core/keys/key.js';
import type { SettledKey } from '../../core/merge/base-entry.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { NO_KEYS, type FileReport } from '../../core/report/file-report.js';
import type { Edit } from '../../formats/format.js';
import { stopFor, type PullActions, type PullPlan } from '../../plan/pull.js';
import { outlineFor, type SetModel } from '../../plan/set-model.js';
import { chosenText, settledByChoice, type ConflictChoice } from '../../plan/resolve.js';
import { underRoot } from '../../plan/locale-root.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { modelWithin } from '../files/source-leaves.js';
import { type LockUpdate, untouched } from '../base-update/lock-update.js';
import { currentBase } from '../files/current-base.js';
import { leaveAlone, type PlannedPull } from '../pull/plan.js';
import type { ReplacedTexts } from '../local-state/replaced-texts.js';
import { pullStops } from '../file-errors/distrusted.js';
import { onlyWay, PLAIN_PULL, pullProblems } from '../file-errors/conflicts.js';
import { clashErrors, localeArgs, quotedTexts } from '../file-errors/diagnostics.js';
import { editsRefusedError } from '../file-errors/refused-edits.js';
import { keysTaken, pullLosses } from '../file-errors/loss-warnings.js';
import { failedRows, rowOf } from '../report/rows.js';
import { conflictStates, SKIP } from './conflicts.js';

export interface ResolveRules {
  /** What is done about a conflict of this section. */
  readonly choose: (section: string, state: KeyState) => ConflictChoice;
  /** Whether this key was asked about. */
  readonly asked: (key: KeyId) => boolean;
  /** A rule decides, and no person has seen the texts: what is replaced or left is named. */
  readonly unseen: boolean;
  readonly dryRun: boolean;
}

export interface PlannedResolve extends PlannedPull {
  /** How many conflicts are left. */
  readonly left: number;
  /** How many are decided. */
  readonly resolved: number;
}

/** What resolve does with one file: it writes what is decided, as a pull does. */
export function planResolve(
  compared: ComparedFile,
  model: SetModel | undefined,
  rules: ResolveRules,
  lockUpdate: LockUpdate,
  replaced: ReplacedTexts,
): PlannedResolve {
  const { file, document, contentHash } = compared;
  const chosen = compared.locales.map((language) =>
    chosenOf(language, rules, document !== undefined, onlyWay(compared, language)),
  );
  const bases = compared.locales.map(currentBase);
  const decided = chosen.flat().filter(({ choice }) => choice.take !== 'skip').length;
  const at = { path: file.path, exists: document !== undefined, contentHash };
  const rows = compared.locales.flatMap((language, i) => rowsOf(compared, language, chosen[i] ?? []));
  const unresolved: PlannedResolve = {
    ...leaveAlone(at, rows, bases.map(untouched)),
    errors: [...clashErrors(compared), ...(rules.unseen ? leftErrors(compared, chosen) : [])],
    left: chosen.flat().length - decided,
    resolved: 0,
  };
  if (decided === 0) return unresolved;
  const undecided = { ...unresolved, left: chosen.flat().length };
  const actions = chosen.map(actionsOf);
  const stops = rules.unseen
    ? compared.locales.map((language, i) => stopFor(language, actions[i] ?? new Map()))
    : [];
  const plan: PullPlan = { text: undefined, actions, refused: [], stops };
  const stopped = pullStops(compared, plan, PLAIN_PULL);
  if (stopped.length > 0)
    return {
      ...undecided,
      errors: stopped,
      rows: rows.map((row): FileReport => ({ ...row, state: 'skipped' })),
    };
  const changed = compared.locales.filter((_, i) =>
    (chosen[i] ?? []).some(({ choice }) => choice.take !== 'skip'),
  );
  const edited = document?.edit(editsOf(compared, chosen), () =>
    outlineFor(document, changed, model ?? modelWithin(document, file)),
  );
  if (edited?.ok === false) {
    const refused = editsRefusedError(compared, edited.refused);
    if (refused) return { ...undecided, errors: [refused], rows: failedRows(file, refused) };
  }
  const text = edited?.ok === true && edited.text !== document?.text ? edited.text : undefined;
  if (!rules.dryRun) remember(compared, chosen, replaced);
  if (!rules.dryRun && rules.unseen) rememberGivenUp(compared, chosen, replaced);
  return {
    ...unresolved,
    text,
    warnings: rules.unseen ? givenUpWarnings(compared, chosen, !rules.dryRun) : [],
    losses: rules.unseen ? pullLosses(compared, { ...plan, text }, !rules.dryRun) : [],
    taken: rules.unseen ? keysTaken(compared, { actions, text }) : [],
    // What needs no write is settled whether the write succeeds or not.
    before: bases.map((base, i) => lockUpdate.settle(base, settledOf(chosen[i] ?? [], false))),
    after: bases.map((base, i) => lockUpdate.settle(base, settledOf(chosen[i] ?? [], true))),
    decided: chosen.flatMap((own, i) => decidedIn(compared.locales[i], own)),
    resolved: decided,
  };
}

function decidedIn(
  language: ComparedLocale | undefined,
  chosen: readonly ResolvedConflict[],
): { locale: string; keys: number }[] {
  const keys = chosen.filter(({ choice }) => choice.take !== 'skip').length;
  return language && keys > 0 ? [{ locale: language.locale.tag, keys }] : [];
}

/** What the chosen texts change in the file. */
const editsOf = ({ locales }: ComparedFile, chosen: readonly (readonly ResolvedConflict[])[]): Edit[] =>
  locales.flatMap(({ root }, i) =>
    (chosen[i] ?? [])
      .filter(({ state, text }) => text !== state.here)
      .map(({ state, text }) => ({ path: underRoot(keyPath(state.key), root), text })),
  );

/** A conflict with what is done about it, and the text that the disk then holds. */
interface ResolvedConflict {
  readonly state: KeyState;
  readonly choice: ConflictChoice;
  readonly text: string | undefined;
}

/**
 * Without its file only what needs no write can be decided: pull makes files. What goes only one
 * way cannot be decided for the other.
 */
function chosenOf(
  language: ComparedLocale,
  { choose, asked }: ResolveRules,
  isHere: boolean,
  way: 'up' | 'down' | undefined,
): readonly ResolvedConflict[] {
  return conflictStates(language, asked).map((state) => {
    const choice = choose(language.section, state);
    const text = chosenText(state, choice);
    const isShut = way === (choice.take === 'service' ? 'up' : 'down');
    if (isShut) return { state, choice: SKIP, text: state.here };
    return isHere || text === undefined ? { state, choice, text } : { state, choice: SKIP, text: state.here };
  });
}

/** What a pull would call this. */
function actionsOf(chosen: readonly ResolvedConflict[]): PullActions {
  const taken = chosen.filter(({ choice }) => choice.take === 'service').map(({ state }) => state);
  return new Map([
    ['write', taken.filter(({ there }) => there !== undefined)],
    ['remove', taken.filter(({ there }) => there === undefined)],
  ]);
}

/** The base of what is decided: the disk's text is a change of what the service holds. */
function settledOf(chosen: readonly ResolvedConflict[], written: boolean): ReadonlyMap<KeyId, SettledKey> {
  const settled = new Map<KeyId, SettledKey>();
  for (const { state, choice, text } of chosen) {
    if (choice.take === 'skip' || (text !== state.here && !written)) continue;
    settled.set(state.key, settledByChoice(state, choice));
  }
  return settled;
}

/** Texts that are wanted are no longer taken for older ones that have come back. */
function remember(
  compared: ComparedFile,
  chosen: readonly (readonly ResolvedConflict[])[],
  replaced: ReplacedTexts,
): void {
  for (const [i, { section }] of compared.locales.entries())
    for (const { state, choice, text } of chosen[i] ?? [])
      if (choice.take !== 'skip') replaced.noteChosen(section, state, text);
}

/** The next push replaces texts that no person has seen: it names them then, too. */
function rememberGivenUp(
  { locales }: ComparedFile,
  chosen: readonly (readonly ResolvedConflict[])[],
  replaced: ReplacedTexts,
): void {
  for (const [i, { section }] of locales.entries())
    for (const [key, text] of givenUp(chosen[i] ?? [])) replaced.add('given-up', { section, key }, text);
}

/** The texts of the service that the disk's are to replace, or that its deletion gives up. */
const givenUp = (chosen: readonly ResolvedConflict[]): readonly (readonly [KeyId, string])[] =>
  chosen.flatMap(({ state: { key, there = '' }, choice }) =>
    choice.take === 'local' && there !== '' ? [[key, there] as const] : [],
  );

const givenUpWarnings = (
  compared: ComparedFile,
  chosen: readonly (readonly ResolvedConflict[])[],
  done: boolean,
): LocsyncError[] =>
  compared.locales.flatMap((language, i) => {
    const own = chosen[i] ?? [];
    return [false, true].flatMap((deleted) => {
      const texts = givenUp(own.filter(({ state: { here } }) => (here === undefined) === deleted));
      if (texts.length === 0) return [];
      const args = {
        count: texts.length,
        texts: quotedTexts(texts),
        done,
        deleted,
        ...localeArgs(compared, language),
      };
      return [LocsyncError.of('TEXTS_GIVEN_UP', args, { place: { path: compared.file.path } })];
    });
  });

function leftErrors(
  compared: ComparedFile,
  chosen: readonly (readonly ResolvedConflict[])[],
): LocsyncError[] {
  const actions = chosen.map((of): PullActions => {
    const left = of.filter(({ choice }) => choice.take === 'skip').map(({ state }) => state);
    return new Map([['conflict', left]]);
  });
  return pullProblems(compared, { text: undefined, actions, refused: [], stops: [] }, PLAIN_PULL);
}

/** The row of a language that has or had conflicts. */
function rowsOf(
  compared: ComparedFile,
  language: ComparedLocale,
  chosen: readonly ResolvedConflict[],
): FileReport[] {
  const row = chosen.length === 0 ? undefined : rowOf(compared, language);
  if (!row) return [];
  const count = (...of: ConflictChoice['take'][]): number =>
    chosen.filter(({ choice }) => of.includes(choice.take)).length;
  // What stays removed here stays on the service, too: push does not delete.
  const toPush = chosen.filter(
    ({ choice, text }) => (choice.take === 'local' || choice.take === 'edit') && text !== undefined,
  ).length;
  const keys = {
    ...NO_KEYS,
    total: row.keys.total,
    translated: row.keys.translated,
    toPush,
    toPull: count('service'),
    conflicts: count('skip'),
  };
  const waiting = keys.toPush > 0 ? 'to-push' : keys.toPull > 0 ? 'to-pull' : 'in-sync';
  return [{ ...row, state: keys.conflicts > 0 ? 'conflict' : waiting, keys }];
}
