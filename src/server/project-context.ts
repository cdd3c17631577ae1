import type { Acting } from './behave/index.js';
import { Imports } from './behave/imports.js';
import type { FileNames } from './file-names.js';
import type { Store } from './store.js';
import type { StoredLocale, StoredProject } from './stored.js';

/**
 * What the endpoints of one project work with. Created once per start: nothing else changes the
 * database.
 */
export class ProjectContext {
  readonly locales: readonly StoredLocale[];
  /** The locales' codes, the source locale's first. */
  readonly codes: readonly [string, ...string[]];
  readonly names: FileNames;

  readonly imports: Imports;

  constructor(
    readonly store: Store,
    readonly project: StoredProject,
    readonly behaviour: Acting,
  ) {
    this.imports = new Imports(store, behaviour.imports);
    this.locales = behaviour.locales(store.locales(project.id));
    const [first, ...others] = this.locales.map(({ code }) => code);
    if (first === undefined) throw new Error(`project ${project.id} has no locale`);
    this.codes = [first, ...others];
    this.names = behaviour.names(this.codes);
    for (const file of store.files(project.id)) this.names.add(file.name, file.id);
  }
}
