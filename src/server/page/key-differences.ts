import { unusedForms } from '../../core/check/plural-forms.js';
import type { Store } from '../store/store.js';
import { pauses, type Pause } from '../import/stepwise.js';
import { keysInOtherForm, type LanguagePair } from './other-forms.js';
import { NO_KEYS, specialKeys, withText, type OwnKeys, type SpecialKeys } from './special-keys.js';

/** From this many files on, reading the whole project is faster than reading one after another. */
const MANY_FILES = 300;
const MOST_TRIES = 5;

/** What makes a language differ from the source language in its number of keys. */
export interface KeyDifference {
  /**
   * Keys that need no translation: plural forms that the language does not use and has no text
   * for, and keys that it holds in another form.
   */
  readonly uncounted: number;
  readonly own: OwnKeys;
}

/**
 * In what the languages of a project differ from the source language, so that the page counts as
 * `locsync status` does. All files are read once, and a file again after it has changed.
 */
export class KeyDifferences {
  /** By file; those without any are left out. */
  #special = new Map<number, SpecialKeys>();
  /** By language, and by file. */
  readonly #uncounted = new Map<number, Map<number, number>>();
  /** How many writes of the store are counted; undefined before the first count. */
  #counted: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly project: string,
  ) {}

  /** By language. Questions at once are answered one after another: the first one counts. */
  async count(pairs: readonly LanguagePair[]): Promise<ReadonlyMap<number, KeyDifference>> {
    const counting = this.#last.then(() => this.#catchUp(pairs));
    this.#last = counting.catch(() => undefined);
    await counting;
    return new Map(pairs.map(({ locale }) => [locale, this.#total(locale)]));
  }

  #total(locale: number): KeyDifference {
    let [uncounted, keys, texts] = [0, 0, 0];
    for (const count of this.#uncounted.get(locale)?.values() ?? []) uncounted += count;
    for (const special of this.#special.values()) {
      const own = special.own.get(locale) ?? NO_KEYS;
      keys += own.keys;
      texts += own.texts;
    }
    return { uncounted, own: { keys, texts } };
  }

  /** Counts what was written since the last count, and what is written while this counts. */
  async #catchUp(pairs: readonly LanguagePair[]): Promise<void> {
    const { writes } = this.store;
    const pause = pauses();
    // If files keep changing, answer with what is counted by then: the next answer is newer.
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const writeCount = writes.length;
      const isKnown = pairs.every(({ locale }) => this.#uncounted.has(locale));
      if (writeCount === this.#counted && isKnown) return;
      const since = this.#counted === undefined ? undefined : writes.since(this.#counted);
      await this.#readSpecial(pairs[0]?.source ?? 0, since?.otherKeys, pause);
      for (const pair of pairs) await this.#countUncounted(pair, since?.files, pause);
      this.#counted = writeCount;
    }
  }

  async #readSpecial(source: number, files: ReadonlySet<number> | undefined, pause: Pause): Promise<void> {
    const { store, project } = this;
    if (files === undefined || files.size > MANY_FILES) {
      this.#special = await specialKeys(store.statements, { project }, source, pause);
      return;
    }
    for (const file of files) {
      const found = (await specialKeys(store.statements, { file }, source, pause)).get(file);
      if (found === undefined) this.#special.delete(file);
      else this.#special.set(file, found);
    }
  }

  async #countUncounted(
    pair: LanguagePair,
    files: ReadonlySet<number> | undefined,
    pause: Pause,
  ): Promise<void> {
    const cached = files === undefined ? undefined : this.#uncounted.get(pair.locale);
    const counts = cached ?? new Map<number, number>();
    const { statements } = this.store;
    const ids = new Map<number, number>();
    for (const file of cached === undefined ? this.#special.keys() : (files ?? [])) {
      counts.delete(file);
      const { forms = [], formParents = [] } = this.#special.get(file) ?? {};
      for (const { id, form, type } of forms) if (unusedForms(pair.code, type).has(form)) ids.set(id, file);
      for (const parent of formParents)
        for (const id of keysInOtherForm(statements, pair, file, parent).keys()) ids.set(id, file);
      await pause();
    }
    for await (const id of withText(statements, pair.locale, [...ids.keys()], pause)) ids.delete(id);
    for (const file of ids.values()) counts.set(file, (counts.get(file) ?? 0) + 1);
    this.#uncounted.set(pair.locale, counts);
  }
}
