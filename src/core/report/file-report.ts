import type { Problem } from './problem.js';

/**
 * The state of one locale file, or its outcome. `check`: `in-sync` if nothing was found, else
 * `failed`.
 */
export type FileState =
  | 'in-sync'
  | 'to-push'
  | 'to-pull'
  | 'both'
  | 'conflict'
  | 'only-here'
  | 'only-there'
  | 'pushed'
  | 'pulled'
  | 'skipped'
  | 'failed';

/**
 * Counts of the keys of one locale file. `total` are the keys of the source locale and this one's
 * own.
 */
export interface KeyCounts {
  readonly total: number;
  readonly translated: number;
  readonly toPush: number;
  readonly toPull: number;
  readonly conflicts: number;
  /**
   * `status`, `diff`: those of them that are texts which the service holds in another form than
   * they were sent. Neither push nor pull touches them. Only if there are any.
   */
  readonly notKept?: number;
  /** Keys that push or pull carries over and that are new there. `status`: both ways. */
  readonly added: number;
  /** Keys that it carries over and that have another text there. */
  readonly changed: number;
  /** Keys that it carries over and that it takes away there. */
  readonly removed: number;
  /** Translations here whose source text has changed since they last did. */
  readonly stale: number;
}

export const NO_KEYS: KeyCounts = {
  total: 0,
  translated: 0,
  toPush: 0,
  toPull: 0,
  conflicts: 0,
  added: 0,
  changed: 0,
  removed: 0,
  stale: 0,
};

/** One key that push or pull would carry over; null if there is no text. */
export interface PlannedKey {
  readonly key: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly from: string | null;
  readonly to: string | null;
}

/** What differs about one key: the kinds of `diff`. */
export type ChangeKind =
  | 'to-push'
  | 'to-pull'
  | 'conflict'
  | 'deleted-here'
  | 'deleted-there'
  | 'emptied-there'
  | 'not-kept';

/**
 * One key that differs; null if a side does not hold it. `base` is what both last held, null if
 * that is not known.
 */
export interface ChangeReport {
  readonly key: string;
  readonly kind: ChangeKind;
  readonly here: string | null;
  readonly there: string | null;
  readonly base: 'here' | 'there' | 'other' | null;
  /** `diff` of a conflict: the text that both sides last held; absent if git does not have it. */
  readonly before?: string;
}

/** One translation whose source text has changed since the translation last did. */
export interface StaleReport {
  readonly key: string;
  /** Where its text is in the file. */
  readonly line?: number;
  readonly column?: number;
  /** The translation, and its source text as it is now. */
  readonly text: string;
  readonly source: string;
  /** `diff`: the source text that it was made from; absent if git does not have it. */
  readonly sourceBefore?: string;
}

/** One locale file, or one language of a file that holds several. */
export interface FileReport {
  /**
   * Relative to the configuration's folder, with `/`; of a file that is only there, the path that
   * pull would write.
   */
  readonly path: string;
  /**
   * The locale's code as the service has it; of a locale that the project lacks, as the file has
   * it. `check` knows it from `localeMap` alone.
   */
  readonly locale: string;
  readonly sourceFile: { readonly id: string; readonly name: string } | null;
  readonly state: FileState;
  readonly keys: KeyCounts;
  /** `last_version.number` after an upload. */
  readonly version?: number;
  readonly error?: Problem;
  readonly changes?: readonly ChangeReport[];
  /** What would become of each key, with `--dry-run --verbose`. */
  readonly planned?: readonly PlannedKey[];
  /** Keys without a translation, with `status --missing`. */
  readonly missing?: readonly string[];
  /** Stale translations, with `status --stale` and in `diff`. */
  readonly stale?: readonly StaleReport[];
  /** `accept`: the keys of the translations that still fit. */
  readonly accepted?: readonly string[];
  /** `mv`: its keys by their old and new names, or the file's own new path. */
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
  /** `rm`: the keys that it removed; absent if it removed the file. */
  readonly removed?: readonly string[];
  /** Why pull leaves the file as it is, or would. */
  readonly reason?: 'min-translated';
}

/** The row of a file that a command without the service reports, with the counts that it knows. */
export const localRow = (
  path: string,
  locale: string,
  state: FileState,
  keys: Partial<KeyCounts> = {},
): FileReport => ({ path, locale, sourceFile: null, state, keys: { ...NO_KEYS, ...keys } });
