/** What a run is doing, in the words that people see. */
export type Phase = 'reading' | 'comparing' | 'uploading' | 'reading back' | 'writing' | 'checking';

/** How far a run has got. */
export interface ProgressStep {
  readonly phase: Phase;
  /** How many files are done, and of how many; undefined if nobody knows yet. */
  readonly count?: { readonly done: number; readonly total: number };
}

/**
 * Is told where a run is, as often as something moves: whoever listens decides how often to look.
 * Never throws.
 */
export type OnProgress = (step: ProgressStep) => void;

/**
 * Counts the files of one phase: the phase is told at once, and again with each call of what is
 * returned. Nothing is told of no files.
 */
export function counting(onProgress: OnProgress | undefined, phase: Phase, total: number): () => void {
  let done = 0;
  const say = (): void => onProgress?.({ phase, count: { done, total } });
  if (total > 0) say();
  return () => {
    done += 1;
    say();
  };
}
