import type { TextsByKey } from '../../../core/keys/key.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import { codesOf } from '../../../core/files/locale-table.js';
import { isMultilingual } from '../../../core/files/file-set.js';
import type { RemoteTexts, SourceFile } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import { sourceLocaleOf } from '../../files/locale-file.js';
import { ifReadable } from '../../files/unless-failed.js';
import { alignedTexts, type LanguageQuery } from './aligned-texts.js';

/** The source texts that the service holds of one file set, as far as a run compares languages. */
export class SourcesThere {
  #answer: RemoteTexts | undefined;
  #isAsked = false;
  #compared: Promise<unknown> = Promise.resolve();
  #texts: Promise<TextsByKey> | undefined;

  constructor(
    private readonly project: Project,
    private readonly bound: BoundSet<SourceFile>,
  ) {}

  /** The run compares the source locale, too: until this has ended, its answer may still come. */
  comparedBy(comparison: Promise<unknown>): void {
    this.#isAsked = true;
    // It is awaited by the texts of other languages: a file of all languages would wait for itself.
    if (!isMultilingual(this.bound.set)) this.#compared = comparison;
  }

  /** Takes the answer for the source locale. */
  answered(texts: RemoteTexts): void {
    // Only translations that are here ask for it, and it is as large as the file.
    const { files } = this.bound.set;
    if (files.size > 1 || isMultilingual(this.bound.set)) this.#answer = texts;
  }

  /** The texts under the keys of the source locale's file; none if the service cannot be asked. */
  texts(query: LanguageQuery): Promise<TextsByKey> {
    return (this.#texts ??= this.#read(query));
  }

  async #read({ sourceTexts, isList, mayMerge }: LanguageQuery): Promise<TextsByKey> {
    await this.#compared;
    const locale = sourceLocaleOf(this.bound);
    const { sourceFile } = this.bound;
    // If the run has compared it without an answer, both sides hold what they did before.
    if (this.#answer === undefined && !this.#isAsked && locale && sourceFile) {
      const { service, locales } = this.project;
      this.#answer = await ifReadable(() => service.texts(sourceFile, locale, locales));
    }
    if (!locale || !this.#answer) return new Map();
    const codes = codesOf(this.bound.set.entry.table, locale);
    return alignedTexts(this.#answer, codes, {
      here: sourceTexts,
      sourceTexts,
      base: new Map(),
      isList,
      mayMerge,
    });
  }
}
