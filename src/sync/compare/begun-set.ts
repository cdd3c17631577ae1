import { alignInOrder, formShownBy } from '../../core/align/in-order.js';
import type { KeyFormat } from '../../core/align/key-format.js';
import { isMultilingual, sectionOf } from '../../core/files/file-set.js';
import { codesOf } from '../../core/files/locale-table.js';
import type { KeyId } from '../../core/keys/key.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import { type Lock, hasEntries } from '../../core/lock/lock.js';
import { baseOf } from '../../core/lock/lock-file.js';
import { editedSource } from '../../core/lock/made-from.js';
import { getOrMake } from '../../core/util/collections.js';
import type { Document } from '../../formats/format.js';
import { leavesUnder, localeRoot, type LocaleLeaves } from '../../plan/locale-root.js';
import type { Project } from '../context/project.js';
import type { AnswerMark, ReadFile } from '../files/compared-file.js';
import { type LocaleFile, sourceSection } from '../files/locale-file.js';
import type { FileSetSource } from './file-set-source.js';
import { markOf, type FileAnswers } from './file-set-texts.js';
import { saysRemoved } from './removed-keys.js';
import type { FoundLocale } from './find-unchanged.js';

const NO_BASE: BaseHashes = new Map();

/** A new file that was written with exactly the texts of an answer. */
export interface CreatedFile {
  /** Its keys, in the order of the answer and of the file. */
  readonly keys: readonly KeyId[];
  /** What the answer has between the segments of its keys. */
  readonly separator: KeyFormat['separator'];
  readonly answer: AnswerMark;
}

/** The source locale's file of the set, and its texts. */
interface SourceLeaves {
  readonly document: Document;
  readonly texts: LocaleLeaves;
  readonly keys: readonly KeyId[];
}

/**
 * A file set of which the lock said nothing before this run. Nearly all its files have the keys of
 * the source file in their order, and hold the texts of the answer: one pass shows that, without a
 * comparison of three versions.
 */
export class BegunSet {
  #source: Promise<SourceLeaves | undefined> | undefined;
  readonly #forms = new Map<KeyFormat['separator'], ReturnType<typeof formShownBy>>();

  /** `before` is the lock as this run has found it, `after` the project with the lock as it is. */
  constructor(
    private readonly before: Lock,
    private readonly after: Project,
    private readonly source: FileSetSource,
  ) {}

  /**
   * What a comparison finds of a file whose texts are those of its answer, letter for letter;
   * undefined if only the comparison itself can tell. Throws what reading its root throws.
   */
  async agreeing(
    file: LocaleFile,
    { document }: ReadFile,
    answers: FileAnswers,
  ): Promise<FoundLocale | undefined> {
    const [[locale], [answer]] = [file.locales, answers];
    const source = await this.#sourceOf(file);
    if (!source || !document || !locale || !answer || document.leaves.size !== source.keys.length)
      return undefined;
    if (document.warnings.length > 0 || this.#hasRoot(document, file)) return undefined;
    const known = { here: document.leaves, sourceTexts: source.texts, base: NO_BASE };
    const codes = codesOf(file.bound.set.entry.table, locale);
    const aligned = alignInOrder(answer.texts(), known, codes, this.after.keyFormats.hint);
    if (!aligned) return undefined;
    const { here, there, shown } = aligned;
    if (!here.every((text, i) => text !== undefined && text !== '' && text === there[i])) return undefined;
    return foundIn(source, markOf(answer), shown);
  }

  /**
   * As {@link agreeing}, for a file that was created with the keys of the source file in their
   * order. It has the shape of that file and was parsed when it was made, so it is not read again.
   */
  async created(
    file: LocaleFile,
    { keys, separator, answer }: CreatedFile,
  ): Promise<FoundLocale | undefined> {
    const source = await this.#sourceOf(file);
    // Somebody may have changed the source file since.
    if (source?.keys.length !== keys.length) return undefined;
    if (keys.some((key, i) => key !== source.keys[i])) return undefined;
    const { document } = source;
    // Lists may hold items without a text.
    if (document.outline.some(({ kind }) => kind === 'list') || this.#hasRoot(document, file))
      return undefined;
    const { hint } = this.after.keyFormats;
    if (hint && (hint.separator !== separator || hint.items === 'brackets')) return undefined;
    const form = getOrMake(this.#forms, separator, () => formShownBy(source.texts, separator));
    return form && foundIn(source, answer, form.shown);
  }

  /** The source file, if the file had no base and none of its keys were removed. */
  async #sourceOf(file: LocaleFile): Promise<SourceLeaves | undefined> {
    const [locale] = file.locales;
    if (!locale) return undefined;
    const source = await (this.#source ??= this.#readSource(file));
    const section = sectionOf(file.bound.set, locale);
    if (!source || hasEntries(this.before, section)) return undefined;
    const { lock } = this.after.stored;
    return (lock.madeFrom?.get(section) ?? '') !== '' || saysRemoved(lock, section) ? undefined : source;
  }

  #hasRoot(document: Document, { locales, bound, path }: LocaleFile): boolean {
    const [locale] = locales;
    const isList = document.top[0]?.item !== undefined;
    return isList || !locale || localeRoot(document, locale, bound.set.entry.table, path) !== undefined;
  }

  /** The source texts, if each has a text, and the base says nothing else of any. */
  async #readSource({ bound }: LocaleFile): Promise<SourceLeaves | undefined> {
    const section = sourceSection(bound);
    if (section === undefined || isMultilingual(bound.set) || bound.set.entry.reach.ignores) return undefined;
    if (hasEntries(this.before, section)) return undefined;
    const model = await this.source.model();
    if (!model || model.isSubstitute || model.root !== undefined) return undefined;
    const { document } = model;
    const texts = leavesUnder(document, undefined);
    for (const { text } of texts.values()) if (text === '') return undefined;
    const { lock } = this.after.stored;
    if (saysRemoved(lock, section)) return undefined;
    const base = baseOf(lock, section);
    const isSettled = texts.size > 0 && editedSource(base, texts).size === 0;
    return isSettled ? { document, texts, keys: [...texts.keys()] } : undefined;
  }
}

/** What a comparison finds of a file with each key of the source file. */
function foundIn({ keys }: SourceLeaves, answer: AnswerMark, shown: FoundLocale['shown']): FoundLocale {
  const counts = { total: keys.length, translated: keys.length, stale: 0 };
  return { answer, counts, pluralExtras: false, shown };
}
