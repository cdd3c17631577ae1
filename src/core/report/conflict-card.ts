/** One conflict as `resolve` shows it to a person. */
export interface ConflictCard {
  readonly path: string;
  readonly locale: string;
  readonly key: string;
  /** Which of how many it is. */
  readonly number: number;
  readonly of: number;
  /** Undefined if a side does not hold the key. */
  readonly here: string | undefined;
  readonly there: string | undefined;
  /** What both sides last held; null: not known, undefined: they have never agreed on it. */
  readonly before: string | null | undefined;
  /** The source text, of a translation. */
  readonly source: string | undefined;
}
