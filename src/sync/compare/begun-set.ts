import { alignInOrder } from '../../core/align/in-order.js';
import { isMultilingual, sectionOf } from '../../core/files/file-set.js';
import { codesOf } from '../../core/files/locale-table.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import { type Lock, hasEntries } from '../../core/merge/lock.js';
import { baseOf } from '../../core/merge/lock-file.js';
import { editedSource } from '../../core/merge/made-from.js';
import { leavesUnder, localeRoot, type LocaleLeaves } from '../../plan/locale-root.js';
import type { Project } from '../context/project.js';
import type { ReadFile } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import { sourceSection } from '../files/source-locale.js';
import type { FileSetSource } from './file-set-source.js';
import { markOf, type FileAnswers } from './file-set-texts.js';
import { saysRemoved } from './removed-keys.js';
import type { FoundLocale } from './find-unchanged.js';

const NO_BASE: BaseHashes = new Map();

/**
 * A file set of which the lock said nothing before this run. Nearly all its translations have the
 * keys of the source file in their order, and hold the texts of the answer: one pass shows that,
 * without a comparison of three versions.
 */
export class BegunSet {
  #sourceTexts: Promise<LocaleLeaves | undefined> | undefined;

  /** `before` is the lock as this run has found it, `after` the project with the lock as it is. */
  constructor(
    private readonly before: Lock,
    private readonly after: Project,
    private readonly source: FileSetSource,
  ) {}

  /**
   * What a comparison finds of a translation whose texts are those of its answer, letter for
   * letter; undefined if only the comparison itself can tell. Throws what reading its root throws.
   */
  async agreeing(
    file: LocaleFile,
    { document }: ReadFile,
    answers: FileAnswers,
  ): Promise<FoundLocale | undefined> {
    const [[locale], [answer]] = [file.locales, answers];
    if (file.isSource || !document || !locale || !answer) return undefined;
    const source = await (this.#sourceTexts ??= this.#readSource(file));
    const { set } = file.bound;
    const section = sectionOf(set, locale);
    if (!source || hasEntries(this.before, section) || document.leaves.size !== source.size) return undefined;
    const { lock } = this.after.stored;
    if ((lock.madeFrom?.get(section) ?? '') !== '' || saysRemoved(lock, section)) return undefined;
    const { table } = set.entry;
    const isList = document.top[0]?.item !== undefined;
    if (
      isList ||
      document.warnings.length > 0 ||
      localeRoot(document, locale, table, file.path) !== undefined
    )
      return undefined;
    const known = { here: document.leaves, sourceTexts: source, base: NO_BASE };
    const aligned = alignInOrder(answer.texts(), known, codesOf(table, locale), this.after.keyFormats.hint);
    if (!aligned) return undefined;
    const { here, there, shown } = aligned;
    if (!here.every((text, i) => text !== undefined && text !== '' && text === there[i])) return undefined;
    const counts = { total: source.size, translated: source.size, stale: 0 };
    return { answer: markOf(answer), counts, pluralExtras: false, shown };
  }

  /** The source texts, if each has a text, and the base says nothing else of any. */
  async #readSource({ bound }: LocaleFile): Promise<LocaleLeaves | undefined> {
    const section = sourceSection(bound);
    if (section === undefined || isMultilingual(bound.set) || bound.set.entry.reach.ignores) return undefined;
    if (hasEntries(this.before, section)) return undefined;
    const model = await this.source.model();
    if (!model || model.isSubstitute || model.root !== undefined) return undefined;
    const texts = leavesUnder(model.document, undefined);
    for (const { text } of texts.values()) if (text === '') return undefined;
    const { lock } = this.after.stored;
    if (saysRemoved(lock, section)) return undefined;
    const base = baseOf(lock, section);
    return texts.size > 0 && editedSource(base, texts).size === 0 ? texts : undefined;
  }
}
