import { withUnmerged } from '../../../plan/alterations.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { alteredSince, differingTexts, lostSince } from './lost-since.js';
import { knownSourceTexts } from './source-texts.js';
import { lossErrorsOf } from './loss-errors.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import type { PushRun } from '../state/push-run.js';

/*
 * A service may drop, empty or replace translations when their source text changes. A language that
 * is uploaded later in the same run is planned from what is left: only what the run saw first shows
 * what was there.
 */

/** Notes that a file was planned anew, and what earlier uploads of its set have lost of it. */
export function notePlanned(
  run: PushRun,
  file: LocaleFile,
  earlier: readonly UploadOutcome[],
  { locales, sourceTexts }: ComparedFile,
): void {
  // What vanishes after the first plan went with this file's own upload, and is reported as such.
  if (run.replanned.has(file.path)) return;
  run.replanned.add(file.path);
  noteOldFile(run, earlier, locales);
  const by = earlier.findLast(({ attempt }) => run.sent.has(attempt.file.path))?.attempt.file.path;
  const before = run.before.get(file.bound.set)?.find((known) => known.file.path === file.path);
  const [language] = locales;
  if (by === undefined || !before || !language) return;
  const states = withUnmerged(language.comparison);
  const { replaced, uploads } = run.project;
  const lost = lostSince(run.project, before, states, knownSourceTexts(run, file, sourceTexts));
  const isEmptied = lost.size > 0 && states.every(({ there = '' }) => there === '');
  const altered = alteredSince(before.differs, language.section, language.comparison.states, replaced);
  if (lost.size > 0) uploads.noteNamed(language.section, lost.keys());
  const differing = differingTexts(lost, language.comparison.states);
  uploads.noteAltered(language.section, new Map([...altered, ...differing]));
  const other = { path: file.path, locale: language.locale, section: language.section };
  const losses = lossErrorsOf(by, other, {
    emptied: isEmptied ? before : undefined,
    lost,
    differing: differing.keys(),
    altered,
  });
  if (losses.errors.length > 0) run.lostLater.set(by, [...(run.lostLater.get(by) ?? []), losses]);
}

/** If a language that is not uploaded yet has texts, the source file was there before. */
function noteOldFile(
  { lostLater }: PushRun,
  earlier: readonly UploadOutcome[],
  locales: ComparedFile['locales'],
): void {
  const first = earlier.find(({ sourceFileWasThere }) => sourceFileWasThere);
  const error = first?.sourceFileWasThere;
  if (!first || !error) return;
  const { path } = first.attempt.file;
  // A service may answer the source text for what it has not translated.
  const uploads = (first.attempt.sent?.actions ?? []).flatMap((actions) => actions.get('upload') ?? []);
  const sent = new Map(uploads.map(({ key, here = '' }) => [key, here]));
  const isOld = locales.some(({ comparison }) =>
    comparison.states.some(({ key, there = '' }) => there !== '' && there !== sent.get(key)),
  );
  const known = lostLater.get(path) ?? [];
  if (isOld && !known.some(({ errors }) => errors.includes(error)))
    lostLater.set(path, [...known, { errors: [error] }]);
}
