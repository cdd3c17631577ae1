/** What a run is doing, in the words that people see. */
export type Phase = 'reading' | 'comparing' | 'uploading' | 'reading back' | 'writing' | 'checking';

/** How far a run has got. */
export interface ProgressStep {
  readonly phase: Phase;
  /** How many files are done, and of how many; undefined if that is not known yet. */
  readonly count?: { readonly done: number; readonly total: number };
}

/** Called with each step of a run; the listener decides how often to show it. Never throws. */
export type OnProgress = (step: ProgressStep) => void;

/**
 * Counts the files of one phase: reports the phase at once, and again with each call of the
 * returned function. Reports nothing if there are no files.
 */
export function progressCounter(onProgress: OnProgress | undefined, phase: Phase, total: number): () => void {
  let done = 0;
  const reportCount = (): void => onProgress?.({ phase, count: { done, total } });
  if (total > 0) reportCount();
  return () => {
    done += 1;
    reportCount();
  };
}
