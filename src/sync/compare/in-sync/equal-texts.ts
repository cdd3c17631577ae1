import { isMultilingual, sectionOf } from '../../../core/files/file-set.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import { accessTo, type Project } from '../../context/project.js';
import type { ReadFile } from '../../files/compared-file.js';
import { type LocaleFile, isSource } from '../../files/locale-file.js';
import type { UnchangedFile } from '../../files/unchanged-file.js';
import type { FileSetSource } from '../read/file-set-source.js';
import type { FileAnswers } from '../read/file-set-texts.js';
import { isIndexed } from './find-unchanged.js';
import { isPlain, SettledSource } from './settled-source.js';
import type { SourcesThere } from '../read/sources-there.js';

/**
 * Finds files with exactly the texts of the service, in one pass and without an index. The base
 * does not matter: with equal texts no key is a change, whatever it says. A command that updates
 * the base cannot use this.
 */
export class EqualTexts {
  readonly #settled: SettledSource;

  constructor(
    private readonly project: Project,
    source: FileSetSource,
    private readonly sourcesThere: SourcesThere,
  ) {
    this.#settled = new SettledSource(project, source);
  }

  /** Whether a file may be found so: other files are compared at once. */
  canFind(file: LocaleFile): boolean {
    // A text that was replaced here and is back on both sides is for the comparison.
    return !isMultilingual(file.bound.set) && isIndexed(this.project, file) && this.project.replaced.isEmpty;
  }

  /** The file, if its texts are those of its answer; undefined if only a comparison can tell. */
  async find(file: LocaleFile, read: ReadFile, answers: FileAnswers): Promise<UnchangedFile | undefined> {
    const { project } = this;
    const [locale] = file.locales;
    const source = await this.#settled.leaves(file);
    if (!source || !locale) return undefined;
    const section = sectionOf(file.bound.set, locale);
    const { lock } = project.stored;
    if (!isPlain(lock, section)) return undefined;
    const found = this.#settled.agreeing(file, read, answers, source, baseOf(lock, section));
    if (!found) return undefined;
    if (found.shown) project.keyFormats.add(found.shown);
    if (isSource(file.bound, locale)) this.sourcesThere.answered(answers[0]?.texts() ?? []);
    const access = accessTo(project, locale, file.bound.set.entry);
    const { counts, pluralExtras } = found;
    const { contentHash } = read;
    return { file, contentHash, locales: [{ locale, access, section, counts, pluralExtras }] };
  }
}
