import { settledBase } from '../../core/merge/base.js';
import type { Catalog } from '../../core/keys/catalog.js';
import { LocsyncError } from '../../core/errors/index.js';
import { EXIT } from '../../core/errors/exit.js';
import type { BaseHashes, KeyState } from '../../core/merge/key-state.js';
import { nfc } from '../../core/text/normal-form.js';
import { Interrupted } from '../../ports/host.js';
import type { SourceFile } from '../../ports/service.js';
import { newerTexts, withAltered, withLost, withUncompared, type TextsByKey } from '../../plan/altered.js';
import { receiptOf, type Receipt } from '../../plan/receipt.js';
import type { ShapeModel } from '../../plan/pull.js';
import { compareFile, type CompareFileOptions } from '../compare-file.js';
import type { ComparedFile, ReadFile } from '../compared-file.js';
import type { LocaleFile } from '../locale-file.js';
import { OtherLanguages } from '../other-languages.js';
import type { Project } from '../project.js';
import type { OnAnswers, FileSetTexts } from '../file-set-texts.js';
import { quotedTexts } from '../report/diagnostics.js';
import { alteredTexts } from './altered-texts.js';
import { othersOf, sentFileReader } from './outcome.js';
import type { UploadOutcome } from './outcome.js';

/**
 * What the service holds of the languages of this file, under the keys that they have here;
 * undefined if it has no such source file.
 */
export async function textsOnService(
  project: Project,
  file: LocaleFile,
  read: ReadFile,
  model: ShapeModel | undefined,
): Promise<readonly Catalog[] | undefined> {
  const compared = await compareAgain(project, file, read, model);
  return compared?.locales.map(({ comparison }) => textsThere(comparison.states));
}

/**
 * The file, compared with what the service holds now; undefined if it has no such source file.
 */
export async function compareAgain(
  project: Project,
  file: LocaleFile,
  read: ReadFile,
  model: ShapeModel | undefined,
  options: Pick<CompareFileOptions, 'texts' | 'wasSent' | 'onAnswers'> = {},
): Promise<ComparedFile | undefined> {
  const bound = file.bound.source ? file : boundTo(file, await project.service.sourceFiles());
  if (!bound.bound.source) return undefined;
  return compareFile(project, bound, Promise.resolve(model), {
    ...options,
    forgetGone: false,
    read,
    sourceTextsOf: new OtherLanguages(project, bound.bound),
  });
}

const NO_TEXTS: TextsByKey = new Map();

const textsThere = (states: readonly KeyState[]): Catalog =>
  new Map(states.flatMap(({ key, there }) => (there === undefined ? [] : [[key, there]])));

/** The names under which files of this set may have made its source file. */
export const uploadNames = ({ bound }: LocaleFile): ReadonlySet<string> =>
  new Set(bound.set.entry.table.locales.map((locale) => bound.uploadName(locale)));

/**
 * The file, its set bound to the source file of this list that bears its name; as it is if there is
 * none.
 */
export function boundTo(file: LocaleFile, sources: readonly SourceFile[]): LocaleFile {
  const names = uploadNames(file);
  const found = sources.filter((source) => names.has(nfc(source.name)));
  const [source] = found;
  return source && found.length === 1 ? { ...file, bound: { ...file.bound, source } } : file;
}

/** The file of an upload, its set bound to the source file that the answer to it named. */
export function withAnsweredSource({ attempt: { file }, sourceFile }: UploadOutcome): LocaleFile {
  return sourceFile ? { ...file, bound: { ...file.bound, source: { ...sourceFile, keys: 0 } } } : file;
}

interface ReadBackOptions {
  readonly textsOf?: ReturnType<typeof sentFileReader>;
  /** The answer may come with those for other languages. */
  readonly texts?: FileSetTexts | undefined;
  /** Gets the answers. */
  readonly onAnswers?: OnAnswers | undefined;
}

/**
 * What the service holds after an upload, compared with what was sent. A text that the service does
 * not have keeps its old base. If it cannot be read back, no base changes, and the next run looks
 * again. With `texts`, one response may cover all languages. It can only confirm success; anything
 * else is checked with a request for this language.
 */
export async function readBack(
  project: Project,
  outcome: UploadOutcome,
  { textsOf = sentFileReader(), texts, onAnswers }: ReadBackOptions = {},
): Promise<UploadOutcome> {
  const seen = await readBackOnce(project, outcome, textsOf, texts, onAnswers);
  const wasShared = outcome.attempt.file.locales.some((locale) => texts?.wasShared(locale));
  if (!wasShared || isAsSent(seen)) return seen;
  const alone = await readBackOnce(project, outcome, textsOf, undefined, onAnswers);
  if (alone.look && isAsSent(alone)) project.service.doubtAllLanguages(true);
  return alone;
}

/** Whether reading back has shown what was sent, and nothing else that has changed. */
function isAsSent({ attempt: { sent }, look, receipts }: UploadOutcome): boolean {
  if (!sent) return true;
  if (!look || look.isNothingStored || look.hasForeignTexts || look.hasOtherChanges) return false;
  const changed = [...look.dropped, ...look.altered, ...look.newer].some(({ size }) => size > 0);
  return !changed && lostKeys(receipts).length === 0;
}

async function readBackOnce(
  project: Project,
  outcome: UploadOutcome,
  textsOf: ReturnType<typeof sentFileReader>,
  texts: FileSetTexts | undefined,
  onAnswers: OnAnswers | undefined,
): Promise<UploadOutcome> {
  const { file, sent } = outcome.attempt;
  if (!sent) return outcome;
  try {
    const { read, model } = textsOf(sent);
    const compared = await compareAgain(project, withAnsweredSource(outcome), read, model, {
      texts,
      wasSent: true,
      onAnswers,
    });
    const held = compared?.locales.map(({ comparison }) => comparison.states);
    const now = sent.actions.map((_, i) => textsThere(held?.[i] ?? []));
    const altered = compared
      ? alteredTexts(project, outcome, compared, model)
      : sent.along.map(() => NO_TEXTS);
    const newer = sent.actions.map((actions, i) =>
      newerTexts(sent.along[i] ?? new Map(), actions, held?.[i] ?? []),
    );
    const receiptsOf = (isLast: boolean): Receipt[] =>
      sent.actions.map((actions, i) =>
        withLost(
          withAltered(
            receiptOf(actions, now[i], isLast, (key, text) =>
              project.replaced.wasRefused(outcome.attempt.bases[i]?.section ?? '', key, text),
            ),
            held?.[i] ?? [],
            sent.touched[i],
          ),
          altered[i] ?? new Map(),
          held?.[i] ?? [],
        ),
      );
    const receipts = receiptsOf(false);
    // Only what is lost so far can look otherwise at the last look.
    const last = lostKeys(receipts).length === 0 ? receipts : receiptsOf(true);
    const uploads = sent.actions.flatMap((actions) => actions.get('upload') ?? []);
    const seen = receipts.reduce((sum, receipt) => sum + receipt.seen, 0);
    const isNothingStored = seen === 0 && uploads.some(({ here = '' }) => here !== '');
    const hasForeignTexts = lostKeys(receipts).length > uploads.length - seen;
    const hasOtherChanges = sent.others.some(
      (before, i) => before !== othersOf(sent.actions[i], now[i] ?? []),
    );
    const dropped = sent.onlyThere.map((before, i) => {
      const comparison = compared?.locales[i]?.comparison;
      if (before.size === 0) return NO_TEXTS;
      const after = textsThere(comparison ? withUncompared(comparison) : []);
      return new Map([...before].filter(([key]) => (after.get(key) ?? '') === ''));
    });
    return {
      ...outcome,
      receipts,
      look: { last, isNothingStored, hasForeignTexts, dropped, altered, newer, hasOtherChanges },
    };
  } catch (error) {
    // The service has acknowledged the upload, so it must be reported. A token that is refused now
    // is an error of the run, and an interruption is reported as such.
    if (error instanceof Interrupted) return outcome;
    if (!(error instanceof LocsyncError)) throw error;
    if (error.exit === EXIT.auth) return { ...outcome, errors: [...outcome.errors, error] };
    const atRisk = [...sent.along, ...sent.onlyThere].flatMap((texts) => [...texts]);
    const unread = LocsyncError.of(
      'READ_BACK_FAILED',
      { reason: error.message, texts: quotedTexts(atRisk) },
      { place: { path: file.path }, cause: error },
    );
    return { ...outcome, warnings: [...outcome.warnings, unread] };
  }
}

/**
 * Throws ANSWER_FOR_ANOTHER if an upload was answered with another source file than this set's: to
 * read that one back would record as arrived what is not there, and the next pull would revert it.
 * A source file that is new may be called as any locale's file of the set is, or as the end of
 * that.
 */
export function assertSameSourceFile(
  { bound }: LocaleFile,
  answered: { readonly id: string; readonly name: string } | undefined,
): void {
  if (!answered) return;
  const names = bound.set.entry.table.locales.map((locale) => bound.uploadName(locale));
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
export const basesAfter = ({ attempt, receipts }: UploadOutcome): BaseHashes[] =>
  attempt.bases.map(({ base }, i) => settledBase(base, receipts[i]?.settled ?? new Map()));

/** The warning about an upload that did not last; `again`: it was made once more. */
export function overtakenWarning({ attempt, receipts }: UploadOutcome, again: boolean): LocsyncError {
  const { path } = attempt.file;
  const args = { count: lostKeys(receipts).length, again };
  return LocsyncError.of('UPLOAD_OVERTAKEN', args, { place: { path } });
}
