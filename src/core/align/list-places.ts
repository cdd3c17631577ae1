import { keyPath, type KeyId, type KeyPath, isPluralForm } from '../keys/key.js';
import { NESTED, type KeyFormat } from './key-format.js';
import type { KeyPlaces } from './nesting.js';

/**
 * The places of unknown keys in a list whose items have ids. Such a list does not nest: a key is an
 * id, dots and all, and maybe a plural form after it.
 */
export class ListPlaces implements KeyPlaces {
  readonly hasSentences = false;
  /** The items that are known, or of which the answer has several plural forms. */
  readonly #items = new Set<string>();
  readonly #hasPlainItems: boolean;

  /** `spelt` are the unknown keys of the answer, without what the form has in front of them. */
  constructor(
    ids: readonly KeyId[],
    private readonly format: KeyFormat,
    spelt: readonly string[],
  ) {
    let plain = false;
    for (const [id = '', form] of ids.map(keyPath)) {
      plain ||= form === undefined;
      this.#items.add(id);
    }
    this.#hasPlainItems = plain;
    const once = new Set<string>();
    for (const key of spelt) {
      const [id] = this.#formOf(key) ?? [];
      if (id === undefined) continue;
      if (once.has(id)) this.#items.add(id);
      once.add(id);
    }
  }

  /** A single form of an unknown item (`kind.other`) is a part of the id if items may be texts. */
  place(spelt: string): KeyPath {
    const { separator } = this.format;
    if (separator === NESTED) return spelt.split(separator);
    const [id, form] = this.#formOf(spelt) ?? [];
    const isPlural = id !== undefined && (this.#items.has(id) || !this.#hasPlainItems);
    return isPlural && form !== undefined ? [id, form] : [spelt];
  }

  /** The item of which this key names a plural form, and the form; undefined if it names none. */
  #formOf(spelt: string): readonly [item: string, form: string] | undefined {
    const { separator } = this.format;
    const at = spelt.lastIndexOf(separator);
    const form = spelt.slice(at + separator.length);
    return at >= 0 && isPluralForm(form) ? [spelt.slice(0, at), form] : undefined;
  }
}
