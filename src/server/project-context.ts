import type { CombinedBehaviour } from './behave/combined.js';
import { Imports } from './behave/imports.js';
import type { FileNames } from './import/file-names.js';
import { KeyDifferences } from './page/key-differences.js';
import type { Store } from './store/store.js';
import type { StoredLocale, StoredProject } from './store/stored-types.js';

/** A project for its endpoints. Only {@link addLocale} changes its languages. */
export class ProjectContext {
  readonly imports: Imports;
  readonly keyDifferences: KeyDifferences;
  #locales: readonly StoredLocale[] = [];
  #codes: readonly [string, ...string[]] = [''];
  #names: FileNames;

  constructor(
    readonly store: Store,
    readonly project: StoredProject,
    readonly behaviour: CombinedBehaviour,
  ) {
    this.imports = new Imports(store, behaviour.imports);
    this.keyDifferences = new KeyDifferences(store, project.id);
    this.#names = this.#read();
  }

  get locales(): readonly StoredLocale[] {
    return this.#locales;
  }

  /** The locales' codes, the source locale's first. */
  get codes(): readonly [string, ...string[]] {
    return this.#codes;
  }

  get names(): FileNames {
    return this.#names;
  }

  /** Adds a language to the project, as an event of this person. */
  addLocale(locale: Omit<StoredLocale, 'id'>, who: string): void {
    const { store, project } = this;
    store.transaction(() => {
      store.addLocale(project.id, locale);
      store.addEvent(project.id, 'language_addition', locale.code, who);
    });
    this.#names = this.#read();
  }

  #read(): FileNames {
    const { store, project, behaviour } = this;
    this.#locales = behaviour.locales(store.locales(project.id));
    const [first, ...others] = this.#locales.map(({ code }) => code);
    if (first === undefined) throw new Error(`project ${project.id} has no locale`);
    this.#codes = [first, ...others];
    const names = behaviour.names(this.#codes);
    for (const file of store.files(project.id)) names.add(file.name, file.id);
    return names;
  }
}
