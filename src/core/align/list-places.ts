import { keyId, keyPath, type KeyId, type KeyPath } from '../keys/key.js';
import { isForm } from './item-keys.js';
import { encodePath, NESTED, type KeyFormat } from './key-format.js';
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

  /** `spelt` are the unknown keys of the answer. */
  constructor(
    ids: readonly KeyId[],
    private readonly format: KeyFormat,
    spelt: readonly (readonly string[])[],
  ) {
    let plain = false;
    for (const [id = '', form] of ids.map(keyPath)) {
      plain ||= form === undefined;
      this.#items.add(id);
    }
    this.#hasPlainItems = plain;
    const once = new Set<string>();
    for (const tokens of spelt) {
      const id = this.#itemOf(tokens);
      if (id === undefined) continue;
      if (once.has(id)) this.#items.add(id);
      once.add(id);
    }
  }

  hasGroup(path: KeyPath): boolean {
    return this.#items.has(path.length === 1 ? (path[0] ?? '') : keyId(path));
  }

  /**
   * One form alone of an unknown item (`kind.other`) is a part of the id, if items may be plain
   * texts.
   */
  place(tokens: readonly string[]): KeyPath {
    if (this.format.separator === NESTED) return tokens;
    const id = this.#itemOf(tokens);
    const isPlural = id !== undefined && (this.#items.has(id) || !this.#hasPlainItems);
    return isPlural ? [id, tokens.at(-1) ?? ''] : [encodePath(tokens, this.format)];
  }

  /** The item that these tokens name a plural form of; undefined if the last one is not a form. */
  #itemOf(tokens: readonly string[]): string | undefined {
    const isPlural = tokens.length > 1 && isForm(tokens.at(-1) ?? '');
    return isPlural ? encodePath(tokens.slice(0, -1), this.format) : undefined;
  }
}
