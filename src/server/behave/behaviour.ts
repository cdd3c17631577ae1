import type { LeafKind } from '../../formats/format.js';
import type { FileNames } from '../import/file-names.js';
import type { StoredLocale } from '../store/stored-types.js';

/** A key and its text in a response; null if the service says that there is no text. */
export type ResponseText = readonly [key: string, text: string | null];

/** What a behaviour can use when it changes the response for one language. */
export interface ResponseContext {
  readonly isSource: boolean;
  /** Every key of the source file, over all languages, in order. */
  keys(): readonly string[];
  /** The texts of the source language by key. */
  sourceTexts(): ReadonlyMap<string, string>;
}

/** How keys of nested data are written. */
export interface KeyStyle {
  readonly separator: '.' | '/';
  /** An item of a list: one more segment, or `[0]` after its list. */
  readonly items: 'segment' | 'brackets';
  /** Responses have the locale's code before each key. */
  readonly isPrefixed: boolean;
  /** Responses are nested objects. */
  readonly isNested: boolean;
}

/** What happens to an upload once its texts are known. */
export interface ImportStyle {
  /** Texts of that language that the upload lacks are removed. */
  readonly isReplacing: boolean;
  /** Milliseconds between the acknowledgement and the import. */
  readonly lateMs: number;
  /** This many uploads from the start are acknowledged and never imported. */
  readonly lost: number;
  /** Milliseconds that each upload takes; uploads wait for each other. */
  readonly slowMs: number;
  /** `event_id` must be the event's api_id, not a number. */
  readonly needsEventString: boolean;
}

/** The languages of a response; `required`: 422 if the request names none. */
export type Languages = 'asked' | 'all' | 'first' | 'required';

/** An item of the locale list of the interface. */
export interface ListedLocale {
  readonly api_id: string;
  readonly name: string;
  readonly code: string;
  readonly country: string;
}

/**
 * One way in which a service may act where the interface leaves it open (`serve --behave`). Each
 * property changes one thing; an absent one changes nothing.
 */
export interface Behaviour {
  /** The code of a language that the project seems not to have. */
  readonly drops?: string;
  /** How the service spells the code of a language. */
  readonly code?: (code: string) => string;
  /** The comparison of file names (endpoint 6, rule 1). */
  readonly names?: (codes: readonly string[]) => FileNames;
  /** One segment of a key of an upload, before the segments are joined. */
  readonly segment?: (segment: string) => string;
  /** One key of an upload, as stored. */
  readonly key?: (key: string) => string;
  /** One text of an upload, as stored. */
  readonly text?: (text: string, kind: LeafKind) => string;
  readonly keys?: Partial<KeyStyle>;
  readonly imports?: Partial<ImportStyle>;
  /** The texts of one language in a response. */
  readonly responseTexts?: (
    texts: readonly ResponseText[],
    context: ResponseContext,
  ) => readonly ResponseText[];
  /** A text in a response as JSON. */
  readonly value?: (text: string) => string;
  /** The language's key in `content`, from its usual one. */
  readonly contentKey?: (key: string, locale: StoredLocale) => string;
  readonly languages?: Languages;
  /** The code and country of a locale in the list. */
  readonly listed?: (locale: ListedLocale) => ListedLocale;
  /** The field that holds the list of locales, if it is not a plain array. */
  readonly listField?: string;
  /** The text that a response's ETag is made of; undefined for a response without one. */
  readonly etagSource?: (body: string) => string | undefined;
}
