import type { KeyId } from '../keys/key.js';

/** Keys of a file that have the same spelling on the service, and the service's texts for them. */
export class AmbiguousKeys {
  readonly #texts = new Map<string, string>();
  readonly #spellings = new Map<KeyId, string | undefined>();

  hasText(spelt: string): boolean {
    return this.#texts.has(spelt);
  }

  /** The service has this text under this spelling, which several keys share. */
  hold(spelt: string, text: string): void {
    this.#texts.set(spelt, text);
  }

  /** Without a spelling the service has several texts for the key, or it is not known which. */
  add(id: KeyId, spelt?: string): void {
    this.#spellings.set(id, this.#spellings.has(id) ? undefined : spelt);
  }

  has(id: KeyId): boolean {
    return this.#spellings.has(id);
  }

  keys(): Iterable<KeyId> {
    return this.#spellings.keys();
  }

  /** The one text that the service has for this key. */
  textOf(id: KeyId): string | undefined {
    const spelt = this.#spellings.get(id);
    return spelt === undefined ? undefined : this.#texts.get(spelt);
  }
}
