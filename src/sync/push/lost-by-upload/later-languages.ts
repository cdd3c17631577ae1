import { sentTexts } from '../state/upload-attempt.js';
import type { ComparedFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { changeSince } from './lost-since.js';
import { knownSourceTexts } from './source-texts.js';
import { lossErrorsOf } from './loss-errors.js';
import type { UploadOutcome } from '../state/upload-outcome.js';
import type { PushRun } from '../state/push-run.js';

/*
 * A service may drop, empty or replace translations when their source text changes. A language that
 * is uploaded later in the same run is planned from what is left: only what the run saw first shows
 * what was there.
 */

/**
 * Finds what earlier uploads of its set have lost of a file that is planned anew, and reports it.
 */
export function findLossesBefore(
  run: PushRun,
  file: LocaleFile,
  earlier: readonly UploadOutcome[],
  { locales, sourceTexts }: ComparedFile,
): void {
  // What vanishes after the first plan went with this file's own upload, and is reported as such.
  const planned = run.files.of(file.path);
  if (planned.isReplanned) return;
  planned.isReplanned = true;
  noteOldFile(run, earlier, locales);
  const by = earlier.findLast(({ attempt }) => run.files.of(attempt.file.path).isSent)?.attempt.file.path;
  const before = run.before.get(file.bound.set)?.find((known) => known.file.path === file.path);
  const [language] = locales;
  if (by === undefined || !before || !language) return;
  const { section, locale } = language;
  const { uploads } = run.project;
  const change = changeSince(run.project, before, language, knownSourceTexts(run, file, sourceTexts));
  const { lost, differing, altered } = change;
  if (lost.size > 0) uploads.noteNamed(section, lost.keys());
  uploads.noteAltered(section, new Map([...altered, ...differing]));
  const emptied = change.isEmptied && lost.size > 0 ? before : undefined;
  const losses = lossErrorsOf(by, { path: file.path, locale, section }, { ...change, emptied });
  if (losses.errors.length > 0) run.files.noteLostLater(by, losses);
}

/** If a language that is not uploaded yet has texts, the source file was there before. */
function noteOldFile(
  { files }: PushRun,
  earlier: readonly UploadOutcome[],
  locales: ComparedFile['locales'],
): void {
  const first = earlier.find(({ sourceFileWasThere }) => sourceFileWasThere);
  const error = first?.sourceFileWasThere;
  if (!first || !error) return;
  const { path } = first.attempt.file;
  // A service may return the source text for untranslated keys.
  const sent = sentTexts(first.attempt.sent);
  const isOld = locales.some(({ comparison }) =>
    comparison.states.some(({ key, there = '' }) => there !== '' && there !== sent.get(key)),
  );
  if (isOld && !files.of(path).lostLater.some(({ errors }) => errors.includes(error)))
    files.noteLostLater(path, { errors: [error], warnings: [] });
}
