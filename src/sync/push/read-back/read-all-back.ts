import { uploadedStates } from '../../../plan/push.js';
import type { LocsyncError } from '../../../core/errors/index.js';
import type { TextPairs } from '../../../core/records/upload-losses.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import { progressCounter } from '../../../core/report/progress.js';
import { Interrupted, type Host } from '../../../ports/host.js';
import { limitConcurrency } from '../../../core/util/limit-concurrency.js';
import {
  alteredErrors,
  droppedErrors,
  notStoredError,
  receiptWarnings,
} from '../../file-errors/diagnostics.js';
import { basesAfter, withAnsweredSource, readFileBack, overtakenWarning } from './read-back.js';
import { noteOutcome } from '../outcome/note-outcome.js';
import { keysNotStored, type UploadOutcome } from '../state/upload-outcome.js';
import { sourceTextsIn } from '../lost-by-upload/source-texts.js';
import { alteredTexts } from '../lost-by-upload/uploaded-languages.js';
import { joinedTexts } from '../../../plan/alterations.js';
import { isFormOf, type Receipt } from '../../../plan/receipt.js';
import type { OnCompared } from '../plan/replan.js';
import { SharedAnswers, type FileSetTexts } from '../../compare/read/file-set-texts.js';
import { distrustOldAnswers } from './old-answers.js';
import { withLanguageLosses } from '../lost-by-upload/find-losses.js';
import { sentFileReader } from '../state/upload-attempt.js';
import { attemptUpload, uploadOne } from '../upload/upload-one.js';
import { filesAtOnce } from '../../context/project.js';
import type { PushRun } from '../state/push-run.js';

/**
 * Milliseconds before each further reading from a service that does not hold anything of an upload
 * yet: 1, 3 and 6 s in all.
 */
const LATER_MS = [1_000, 2_000, 3_000];

/** Milliseconds until an overtaken file is planned again: the other may still be at it. */
const OVERTAKEN_MS = 1_000;

/**
 * Reads back what was sent. A service that imports in its own time is read again; a file that
 * another machine's upload has overtaken is planned and sent once more. A text that never appears
 * keeps its old base, so the next push sends it again.
 */
export async function readAllBack(
  run: PushRun,
  sent: readonly (readonly UploadOutcome[])[],
): Promise<readonly UploadOutcome[]> {
  if (run.host.signal.aborted) return sent.flat();
  const results = await readUntilSeen(run, sent);
  const concluded = await Promise.all(results.map((chain) => concludeAll(run, chain)));
  await distrustOldAnswers(run, concluded);
  return withLanguageLosses(run, concluded);
}

async function readUntilSeen(
  run: PushRun,
  sent: readonly (readonly UploadOutcome[])[],
): Promise<UploadOutcome[][]> {
  const { host, project } = run;
  const isPushed = ({ state }: UploadOutcome): boolean => state === 'pushed';
  const readOne = progressCounter(host.onProgress, 'reading back', sent.flat().filter(isPushed).length);
  // They bound how many of the files are parsed at a time, and how many answers are in memory.
  const inTurn = limitConcurrency(filesAtOnce(project));
  const chainsInTurn = limitConcurrency(filesAtOnce(project));
  const readChain = (
    chain: readonly UploadOutcome[],
    isDue: (outcome: UploadOutcome) => boolean,
    texts?: FileSetTexts,
    onRead?: () => void,
  ): Promise<UploadOutcome[]> => {
    const readSent = sentFileReader(project);
    const readFile = async (outcome: UploadOutcome): Promise<UploadOutcome> =>
      isDue(outcome) ? inTurn(() => readFileBack(run, outcome, readSent, texts)).finally(onRead) : outcome;
    return Promise.all(chain.map(readFile));
  };
  const readChains = (
    chains: readonly (readonly UploadOutcome[])[],
    readOneChain: (chain: readonly UploadOutcome[]) => Promise<UploadOutcome[]>,
  ): Promise<UploadOutcome[][]> =>
    Promise.all(chains.map((chain) => chainsInTurn(async () => readOneChain(chain))));
  const answers = new SharedAnswers(project);
  let results = await readChains(sent, (chain) => {
    const texts = answers.textsOf(chain.filter(isPushed).map(withAnsweredSource));
    texts.load();
    return readChain(chain, isPushed, texts, readOne);
  });
  for (const wait of LATER_MS) {
    if (!results.flat().some(isAwaited) || !(await waited(host, wait))) break;
    results = await readChains(results, (chain) => readChain(chain, isAwaited));
  }
  return results;
}

/** Whether the wait came to its end. An interruption ends it early, and is reported elsewhere. */
async function waited({ clock, signal }: Host, ms: number): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (error instanceof Interrupted) return false;
    throw error;
  }
}

/** Nothing of the upload is there, and nothing else has changed: as in a late import. */
const isAwaited = ({ readBack }: UploadOutcome): boolean =>
  readBack?.isNothingStored === true && !readBack.hasOtherChanges;

async function concludeAll(run: PushRun, chain: readonly UploadOutcome[]): Promise<readonly UploadOutcome[]> {
  const outcomes: UploadOutcome[] = [];
  for (const outcome of chain) {
    const missing = outcome.readBack ? keysNotStored(outcome.receipts).length : 0;
    const again =
      missing > 0 &&
      (outcome.readBack?.hasOtherChanges === true || outcome.readBack?.hasForeignTexts === true);
    outcomes.push(again && !run.host.signal.aborted ? await sendAgain(run, outcome) : conclude(run, outcome));
  }
  return outcomes;
}

/** What a file's upload has come to, if nothing more is tried in this run. */
function conclude(run: PushRun, outcome: UploadOutcome): UploadOutcome {
  const { readBack, attempt } = outcome;
  if (!readBack) return outcome;
  const { path } = attempt.file;
  const errors = [...outcome.errors, ...readBackErrors(outcome)];
  if (run.host.signal.aborted) return { ...outcome, errors };
  rememberNotStored(run, outcome, readBack.last);
  const isOpen = readBack.last.some(({ notStored, settled }) => notStored.some((key) => !settled.has(key)));
  if (readBack.isNothingStored && isOpen) {
    const none = notStoredError(path, outcome.receipts);
    return { ...outcome, state: 'failed', errors: [none, ...errors] };
  }
  const warnings = [...outcome.warnings, ...receiptWarnings(outcome.attempt.file, readBack.last)];
  return { ...outcome, receipts: readBack.last, errors, warnings };
}

/** Remembers what the service did not take: what it does not take a second time is settled. */
function rememberNotStored(
  { project }: PushRun,
  { attempt }: UploadOutcome,
  receipts: readonly Receipt[],
): void {
  for (const [i, { settled, notStored }] of receipts.entries()) {
    const section = attempt.bases[i]?.section;
    if (section === undefined || notStored.length === 0) continue;
    for (const [key, entry] of settled)
      if ('sent' in entry && !entry.own && entry.sent !== '')
        project.replaced.notStored({ section, key }, entry.sent, entry.there);
    const open = new Set(notStored.filter((key) => !settled.has(key)));
    if (open.size === 0) continue;
    for (const { key, here = '', there = '' } of uploadedStates(attempt.sent?.actions[i]))
      if (open.has(key) && isFormOf(here, there)) project.replaced.notStored({ section, key }, here, there);
  }
}

/** Errors for texts of the service that this upload has dropped or altered. */
const readBackErrors = ({ readBack, attempt: { file } }: UploadOutcome): LocsyncError[] =>
  readBack
    ? [...droppedErrors(file, pairsOf(readBack.dropped)), ...alteredErrors(file, pairsOf(readBack.altered))]
    : [];

const pairsOf = (languages: readonly TextsByKey[]): readonly TextPairs[] =>
  languages.map((texts) => [...texts]);

/** Plans and sends a file again if its texts on the service have changed since it was planned. */
async function sendAgain(run: PushRun, first: UploadOutcome): Promise<UploadOutcome> {
  const { host } = run;
  const replaced = uploadedKeys(first);
  let altered = first.readBack?.altered ?? [];
  const planned: OnCompared = (compared) => {
    const sourceTexts = sourceTextsIn(run, first.attempt.file, compared);
    altered = joinedTexts(alteredTexts(run.project, first, compared, sourceTexts), altered);
    // They are named below. No second upload has to name them.
    for (const [i, { section }] of compared.locales.entries())
      run.project.uploads.noteNamed(section, altered[i]?.keys() ?? []);
  };
  const second = await attemptUpload(run, first.attempt, async () => {
    await host.clock.sleep(OVERTAKEN_MS, host.signal);
    const outcome = await uploadOne(run, withAnsweredSource(first), planned, {
      bases: basesAfter(first),
      onlyThere: onlyThereSoFar(run, first, replaced),
      replaced,
      isNamed: (i, key) => altered[i]?.has(key) === true,
    });
    if (outcome.state !== 'pushed') return outcome;
    const [[result = outcome] = []] = await readUntilSeen(run, [[outcome]]);
    const readBack = result.readBack && {
      ...result.readBack,
      altered: joinedTexts(result.readBack.altered, altered),
    };
    const warnings = [overtakenWarning(first, true), ...result.warnings];
    return conclude(run, { ...result, ...(readBack ? { readBack } : {}), warnings });
  });
  return joinedOutcome(run, first, second, altered);
}

/** One outcome of an upload and of the second one, which was to send what the first has lost. */
function joinedOutcome(
  { project }: PushRun,
  first: UploadOutcome,
  second: UploadOutcome,
  altered: readonly TextsByKey[],
): UploadOutcome {
  const { file } = first.attempt;
  const warnings = [...first.warnings, ...second.warnings];
  const losses = [
    ...droppedErrors(file, pairsOf(first.readBack?.dropped ?? [])),
    ...(second.readBack ? [] : alteredErrors(file, pairsOf(altered))),
  ];
  const errors = [...second.errors, ...losses];
  if (second.state === 'pushed' || second.readBack) return { ...second, errors, warnings };
  // The first upload did go out, whatever came of the second. Its losses are named here, once.
  const { state, sourceFile, version } = first;
  // Texts that only arrived late are not another machine's.
  const arrived = second.rows !== undefined && second.errors.length === 0;
  if (!arrived) warnings.push(overtakenWarning(first, false));
  // Nothing was sent a second time: what the first upload replaced is reported with this outcome.
  if (second.rows) noteOutcome(project, first);
  return { ...(second.rows ? second : first), state, sourceFile, version, errors, warnings };
}

/**
 * For each language the texts that only the service had when the file was compared, planned or read
 * back, without those that the upload has replaced.
 */
function onlyThereSoFar(
  run: PushRun,
  { attempt: { file, sent }, readBack }: UploadOutcome,
  replaced: readonly ReadonlySet<KeyId>[],
): readonly TextsByKey[] {
  const before = joinedTexts(run.files.of(file.path).onlyThere, sent?.along ?? []);
  const kept = before.map((texts, i) => new Map([...texts].filter(([key]) => !replaced[i]?.has(key))));
  const newer = (readBack?.newer ?? []).map(
    (texts) => new Map([...texts].map(([key, { text }]) => [key, text])),
  );
  return joinedTexts(kept, newer);
}

/** For each language the keys whose texts this upload has sent. */
const uploadedKeys = ({ attempt: { sent } }: UploadOutcome): readonly ReadonlySet<KeyId>[] =>
  (sent?.actions ?? []).map((actions) => new Set(uploadedStates(actions).map(({ key }) => key)));
