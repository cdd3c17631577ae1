/**
 * What the page of the embedded service and its server say to each other, as JSON under `/ui/api/`.
 * Times are milliseconds since 1970, versions and keys are ids of the database.
 */
export interface PageLanguage {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly country: string;
  /**
   * Keys with a text in this language, of `total`: those with a source text, and its own. Plural
   * forms that it does not use count if they have a text. The same as `locsync status` counts.
   */
  readonly translated: number;
  readonly total: number;
}

export interface PageProject {
  readonly id: string;
  readonly name: string;
  readonly technology: string;
  readonly framework: string;
  readonly format: string;
  /** The source language first. */
  readonly languages: readonly PageLanguage[];
  readonly files: number;
  readonly keys: number;
}

export interface PageVersion {
  readonly id: number;
  readonly file: number;
  readonly fileName: string;
  readonly number: number;
  readonly upload: string;
  readonly who: string;
  readonly created: number;
  /** How many texts it changed; null if it is older than the history. */
  readonly changes: number | null;
  /** Codes of the languages that it changed. */
  readonly locales: readonly string[];
}

export interface PageFile {
  readonly id: number;
  readonly name: string;
  readonly keys: number;
  readonly last: PageVersion | undefined;
  /** Translated keys by language id; the source language's is the total. */
  readonly translated: Readonly<Record<string, number>>;
}

export interface PageEvent {
  readonly id: number;
  readonly kind: string;
  /** What it was about: a language's code. */
  readonly subject: string;
  readonly who: string;
  readonly created: number;
  /** The latest ones first. */
  readonly versions: readonly PageVersion[];
  /** How many versions it has that are not listed. */
  readonly more: number;
}

/** A page of a longer list; `next` continues it. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** One text that a version changed; long texts are cut. */
export interface PageChange {
  readonly key: number;
  readonly name: string;
  readonly locale: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const KEY_FILTERS = ['all', 'missing', 'stale', 'recent', 'findings'] as const;
export type KeyFilter = (typeof KEY_FILTERS)[number];

/** The keys that a list shows: ids and names, by file. */
export interface PageKeys {
  readonly files: readonly {
    readonly file: number;
    readonly name: string;
    readonly ids: readonly number[];
    readonly names: readonly string[];
  }[];
  /** How many keys this answer has looked at. */
  readonly scanned: number;
  readonly next: string | undefined;
}

/** One line of the list; long texts are cut. */
export interface PageRow {
  readonly id: number;
  readonly file: number;
  readonly name: string;
  readonly source: string | null;
  readonly text: string | null;
  /** Whether somebody should translate it: it has no text, and its language uses it. */
  readonly isMissing: boolean;
  readonly isStale: boolean;
  readonly findings: number;
}

/** A text and the version that last changed it. */
export interface PageText {
  readonly text: string | null;
  readonly version: number;
}

/** In the place of a source text that is too long to be sent with another form of its group. */
export const LEFT_OUT = '…';

export interface PagePlural {
  /** What the names of all forms begin with. */
  readonly prefix: string;
  readonly form: string;
  /** The forms that the language needs, then others that are there. */
  readonly forms: readonly {
    readonly form: string;
    /** 0 if the key does not exist yet. */
    readonly id: number;
    readonly name: string;
    readonly source: string | null;
    readonly text: string | null;
    readonly isNeeded: boolean;
    /** Needs no text: no number takes it, or the language has another form of the key. */
    readonly isUnused: boolean;
  }[];
}

export interface PageHistoryEntry {
  readonly version: number;
  readonly number: number;
  readonly upload: string;
  readonly who: string;
  readonly created: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** One key in one language, with everything that the editor shows. */
export interface PageDetail {
  readonly id: number;
  readonly file: number;
  readonly fileName: string;
  readonly name: string;
  readonly source: PageText;
  readonly target: PageText;
  readonly isStale: boolean;
  /** The source text before its last change, if the translation was made for it. */
  readonly sourceBefore: string | null;
  /** Whether a line break at the very end counts. */
  readonly finalBreaks: boolean;
  readonly plural: PagePlural | null;
  readonly history: readonly PageHistoryEntry[];
}

/** A text as the translator wrote it, and what it was based on. */
export interface PageEdit {
  readonly file: number;
  readonly name: string;
  readonly locale: number;
  readonly text: string;
  /** The versions of the translation and of the source text that were seen; 0 for none. */
  readonly base: number;
  readonly source: number;
  readonly who: string;
}

export interface PageSaved {
  /** The new version; undefined if nothing had to change. */
  readonly version: number | undefined;
  readonly key: number;
}

/** The fields of a 409: somebody else changed the text (or its source text) in between. */
export interface PageConflict {
  readonly changed: 'text' | 'source';
  readonly yours: string;
  readonly theirs: PageText;
  readonly by: PageHistoryEntry | null;
}

export interface PageUndone {
  readonly undone: number;
  /** Texts that somebody has changed since, which stay. */
  readonly kept: number;
}

/** The page does not undo a version that changed more texts. */
export const MOST_UNDONE = 2_000;

/** What server-sent events say. `files` is empty if very many have changed. */
export interface PageNews {
  readonly versions: number;
  readonly files: readonly number[];
  readonly languages: boolean;
}
