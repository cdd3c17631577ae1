import type { KeyId } from '../../core/keys/key.js';
import { textOf } from '../../core/keys/leaf.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { lostTexts, withUncompared, type TextsByKey } from '../../plan/altered.js';
import { isSourceForm } from '../../plan/receipt.js';
import { leavesUnder } from '../../plan/locale-root.js';
import type { Model } from '../../plan/pull.js';
import type { ComparedFile } from '../compared-file.js';
import type { LocaleFile } from '../locale-file.js';
import { lostError } from './lost-error.js';
import type { HeldBefore } from './held-before.js';
import type { PushRun, UploadOutcome } from './outcome.js';

/*
 * A service may drop, empty or replace translations when their source text changes. A language that
 * is uploaded later in the same run is planned from what is left: only what the run saw first shows
 * what was there.
 */

/** Texts of a language that the service has lost, also those that gave way to the source text. */
export function takenTexts(
  { onlyThere }: HeldBefore,
  states: readonly KeyState[],
  model: Model | undefined,
): TextsByKey {
  if (onlyThere.size === 0) return onlyThere;
  const lost = lostTexts(onlyThere, new Map(), states);
  const source = model && !model.standsIn ? leavesUnder(model.document, model.root) : undefined;
  const now = new Map(states.map(({ key, there }) => [key, there]));
  const isSourceText = (key: KeyId): boolean => {
    const leaf = source?.get(key);
    return leaf !== undefined && isSourceForm(textOf(leaf) ?? '', now.get(key) ?? '');
  };
  return new Map(
    [...onlyThere].filter(([key, text]) => lost.has(key) || (now.get(key) !== text && isSourceText(key))),
  );
}

/** Notes that a file was planned anew, and what earlier uploads of its set took from it. */
export function notePlanned(
  run: PushRun,
  file: LocaleFile,
  before: readonly UploadOutcome[],
  { locales }: ComparedFile,
  model: Model | undefined,
): void {
  // What vanishes after the first plan went with this file's own upload, and is reported as such.
  if (run.planned.has(file.path)) return;
  run.planned.add(file.path);
  const by = before.findLast(({ attempt }) => run.sent.has(attempt.file.path))?.attempt.file.path;
  const held = run.held.get(file.bound)?.find((one) => one.file.path === file.path);
  const [one] = locales;
  if (by === undefined || !held || !one) return;
  const states = withUncompared(one.comparison);
  const lost = takenTexts(held, states, model);
  if (lost.size === 0) return;
  const isEmptied = states.every(({ there = '' }) => there === '');
  const error = lostError(by, one.locale, isEmptied ? held : undefined, lost);
  run.taken.set(by, [...(run.taken.get(by) ?? []), error]);
}

/** The outcomes, with an error for each language uploaded later that lost texts by one of them. */
export const withTaken = ({ taken }: PushRun, outcomes: readonly UploadOutcome[]): readonly UploadOutcome[] =>
  outcomes.map((one) => {
    const more = taken.get(one.attempt.file.path) ?? [];
    return more.length === 0 ? one : { ...one, errors: [...one.errors, ...more] };
  });
