import type { LeafKind } from '../../formats/format.js';
import type { FileNames } from '../file-names.js';
import type { StoredLocale } from '../store.js';

/** A key and its text as an answer has them; null where the service says that there is no text. */
export type ResponseText = readonly [key: string, text: string | null];

/** What a behaviour can know when it changes the answer for one language. */
export interface ResponseContext {
  readonly isSource: boolean;
  /** Every key of the source file, over all languages, in its order. */
  keys(): readonly string[];
  /** The texts of the source language by key. */
  sourceTexts(): ReadonlyMap<string, string>;
}

/** How keys of nested data are written. */
export interface KeyStyle {
  readonly separator: '.' | '/';
  /** An item of a list: one more segment, or `[0]` after its list. */
  readonly items: 'segment' | 'brackets';
  /** Answers have the locale's code in front of each key. */
  readonly isPrefixed: boolean;
  /** Answers are nested objects. */
  readonly isNested: boolean;
}

/** What happens to an upload after its texts are known. */
export interface ImportStyle {
  /** The file's texts of that language that the upload lacks are removed. */
  readonly isReplacing: boolean;
  /** Milliseconds between the acknowledgement and the import. */
  readonly lateMs: number;
  /** So many uploads from the start on are acknowledged and never imported. */
  readonly lost: number;
  /** Milliseconds that each upload takes; uploads wait for each other. */
  readonly slowMs: number;
  /** `event_id` is the event's api_id and no number. */
  readonly needsEventString: boolean;
}

/** Which languages an answer holds: the asked one, all, the first one, or 422 where none is asked for. */
export type Languages = 'asked' | 'all' | 'first' | 'required';

/** An item of the locale list as the interface has it. */
export interface ListedLocale {
  readonly api_id: string;
  readonly name: string;
  readonly code: string;
  readonly country: string;
}

/**
 * One way in which a service may act where the interface leaves it open (`serve --behave`). Each property is one point of the service;
 * a point that a behaviour leaves out stays as it was.
 */
export interface Behaviour {
  /** The code of a language that the project seems not to have. */
  readonly drops?: string;
  /** How the service spells the code of a language. */
  readonly code?: (code: string) => string;
  /** The comparison of file names (interface, endpoint 6, rule 1). */
  readonly names?: (codes: readonly string[]) => FileNames;
  /** One segment of a key of an upload, before the segments are joined. */
  readonly segment?: (segment: string) => string;
  /** One key of an upload, as it is stored. */
  readonly key?: (key: string) => string;
  /** One text of an upload, as it is stored. */
  readonly text?: (text: string, kind: LeafKind) => string;
  readonly keys?: Partial<KeyStyle>;
  readonly imports?: Partial<ImportStyle>;
  /** The texts of one language of an answer. */
  readonly responseTexts?: (
    texts: readonly ResponseText[],
    context: ResponseContext,
  ) => readonly ResponseText[];
  /** A text of an answer as JSON. */
  readonly value?: (text: string) => string;
  /** The key of `content` that a language has, made of the one that it would have. */
  readonly contentKey?: (key: string, locale: StoredLocale) => string;
  readonly languages?: Languages;
  /** The code and country of a locale in the list. */
  readonly listed?: (locale: ListedLocale) => ListedLocale;
  /** The field that holds the list of locales, where it is no plain array. */
  readonly listField?: string;
  /** The text of which an answer's ETag is made; undefined for an answer without one. */
  readonly etagSource?: (body: string) => string | undefined;
}
