import type { Locale } from '../core/locales/locale.js';
import type { Document } from '../formats/format.js';
import type { Model } from '../plan/pull.js';

/** The root of a file that does not exist yet: the model's, in this locale. */
export function newRoot(locale: Locale, model: Model | undefined): string | undefined {
  return model?.root === undefined ? undefined : locale.tag;
}

/** The root of a file that has none: that of a new file if it is empty, otherwise none. */
export function emptyRoot(document: Document, locale: Locale, model: Model | undefined): string | undefined {
  return document.top.length === 0 ? newRoot(locale, model) : undefined;
}
