import type { KeyState } from '../../../core/merge/key-state.js';
import { lostTexts, withUncompared, type TextsByKey } from '../../../plan/alterations.js';
import { leavesUnder } from '../../../plan/locale-root.js';
import type { SetModel } from '../../../plan/pull.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import type { Project } from '../../context/project.js';
import { alteredSince, joinedKeys } from './altered-others.js';
import { gaveWay, textIn } from './gave-way.js';
import { lossErrorsOf } from './loss-errors.js';
import type { ServiceBefore } from '../other-languages/service-before.js';
import type { UploadOutcome } from '../outcome/outcome.js';
import type { PushRun } from '../outcome/push-run.js';

/*
 * A service may drop, empty or replace translations when their source text changes. A language that
 * is uploaded later in the same run is planned from what is left: only what the run saw first shows
 * what was there.
 */

/**
 * Texts of a language that the service has lost, also those that gave way to the source text, the
 * one before this run's upload included.
 */
export function takenTexts(
  project: Project,
  { file, onlyThere }: ServiceBefore,
  states: readonly KeyState[],
  model: SetModel | undefined,
): TextsByKey {
  const [locale] = file.locales;
  if (onlyThere.size === 0 || !locale) return onlyThere;
  const lost = lostTexts(onlyThere, new Map(), states);
  const source = model && !model.isSubstitute ? leavesUnder(model.document, model.root) : undefined;
  const now = new Map(states.map(({ key, there }) => [key, there]));
  const isGone = gaveWay(project, file.bound, locale, textIn(source));
  return new Map(
    [...onlyThere].filter(([key, text]) => lost.has(key) || isGone(key, text, now.get(key) ?? '')),
  );
}

/** Notes that a file was planned anew, and what earlier uploads of its set took from it. */
export function notePlanned(
  run: PushRun,
  file: LocaleFile,
  earlier: readonly UploadOutcome[],
  { locales }: ComparedFile,
  model: SetModel | undefined,
): void {
  // What vanishes after the first plan went with this file's own upload, and is reported as such.
  if (run.planned.has(file.path)) return;
  run.planned.add(file.path);
  const by = earlier.findLast(({ attempt }) => run.sent.has(attempt.file.path))?.attempt.file.path;
  const before = run.before.get(file.bound)?.find((known) => known.file.path === file.path);
  const [language] = locales;
  if (by === undefined || !before || !language) return;
  const states = withUncompared(language.comparison);
  const { replaced, uploads } = run.project;
  const lost = takenTexts(run.project, before, states, model);
  const isEmptied = lost.size > 0 && states.every(({ there = '' }) => there === '');
  const altered = alteredSince(before.differs, language.section, language.comparison.states, replaced);
  if (lost.size > 0) uploads.named(language.section, lost.keys());
  if (altered.size > 0) uploads.hasAltered(language.section, altered);
  const other = { path: file.path, locale: language.locale, section: language.section };
  const losses = lossErrorsOf(by, other, { all: isEmptied ? before : undefined, lost, altered });
  if (losses.errors.length > 0) run.taken.set(by, [...(run.taken.get(by) ?? []), losses]);
}

/** The outcomes, with an error for each language uploaded later that lost texts by one of them. */
export const withTaken = ({ taken }: PushRun, outcomes: readonly UploadOutcome[]): readonly UploadOutcome[] =>
  outcomes.map((outcome) => {
    const more = taken.get(outcome.attempt.file.path) ?? [];
    if (more.length === 0) return outcome;
    const errors = [...outcome.errors, ...more.flatMap((losses) => losses.errors)];
    const doubted = joinedKeys([outcome, ...more]);
    return { ...outcome, errors, ...(doubted.size > 0 ? { doubted } : {}) };
  });
