import { alignInOrder, inOrderOf } from '../../../core/align/in-order.js';
import { isMultilingual } from '../../../core/files/file-set.js';
import { codesOf } from '../../../core/files/locale-table.js';
import type { KeyId } from '../../../core/keys/key.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import type { Lock } from '../../../core/lock/lock.js';
import { editedSource } from '../../../core/lock/made-from.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import type { Document } from '../../../formats/format.js';
import { leavesUnder, localeRoot, type LocaleLeaves } from '../../../plan/locale-root.js';
import type { Project } from '../../context/project.js';
import type { ReadFile } from '../../files/compared-file.js';
import { type LocaleFile, sourceSection } from '../../files/locale-file.js';
import type { FileSetSource } from '../read/file-set-source.js';
import { markOf, type FileAnswers } from '../read/file-set-texts.js';
import { saysRemoved } from '../read/removed-keys.js';
import type { FoundLocale } from './find-unchanged.js';

/** The source locale's file of a set, and its texts. */
export interface SettledSourceFile {
  readonly document: Document;
  readonly texts: LocaleLeaves;
  readonly keys: readonly KeyId[];
  /** The top-level key that holds them, if one does. */
  readonly root: string | undefined;
}

/**
 * The source locale's file of a set, if it holds what the base says of it. Nearly all files of such
 * a set have its keys in their order, and hold the texts of the answer: one pass shows that,
 * without a comparison of three versions.
 */
export class SettledSource {
  #source: Promise<SettledSourceFile | undefined> | undefined;

  constructor(
    private readonly project: Project,
    private readonly source: FileSetSource,
  ) {}

  /** The source texts; undefined if one is empty, or not as the base says. */
  leaves(file: LocaleFile): Promise<SettledSourceFile | undefined> {
    return (this.#source ??= this.#read(file));
  }

  /**
   * What a comparison finds of a file whose texts are those of its answer, letter for letter, and
   * not stale; undefined if only the comparison itself can tell. Throws what reading its root
   * throws.
   */
  agreeing(
    file: LocaleFile,
    { document }: ReadFile,
    answers: FileAnswers,
    source: SettledSourceFile,
    base: BaseHashes,
  ): FoundLocale | undefined {
    const [[locale], [answer]] = [file.locales, answers];
    if (!document || !locale || !answer) return undefined;
    if (document.warnings.length > 0 || document.top[0]?.item !== undefined) return undefined;
    const { table } = file.bound.set.entry;
    const root = localeRoot(document, locale, table, file.path);
    if ((root === undefined) !== (source.root === undefined)) return undefined;
    const known = { here: leavesUnder(document, root), sourceTexts: source.texts, base };
    if (known.here.size !== source.keys.length) return undefined;
    const codes = codesOf(table, locale);
    const { hint } = this.project.keyFormats;
    const texts = answer.texts();
    // Many services sort the keys of their answers.
    const aligned =
      alignInOrder(texts, known, codes, hint) ??
      alignInOrder(inOrderOf(texts, known.here) ?? [], known, codes, hint);
    if (!aligned) return undefined;
    const { here, there, shown } = aligned;
    if (!here.every((text, i) => text !== undefined && text !== '' && text === there[i])) return undefined;
    return foundIn(source, markOf(answer), shown);
  }

  async #read({ bound }: LocaleFile): Promise<SettledSourceFile | undefined> {
    const section = sourceSection(bound);
    if (section === undefined || isMultilingual(bound.set) || bound.set.entry.reach.ignores) return undefined;
    const model = await this.source.model();
    if (!model || model.isSubstitute) return undefined;
    const { document, root } = model;
    const texts = leavesUnder(document, root);
    for (const { text } of texts.values()) if (text === '') return undefined;
    const { lock } = this.project.stored;
    if (saysRemoved(lock, section)) return undefined;
    const isSettled = texts.size > 0 && editedSource(baseOf(lock, section), texts).size === 0;
    return isSettled ? { document, texts, keys: [...texts.keys()], root } : undefined;
  }
}

/** Whether the lock says nothing of a section but what both sides held last. */
export const isPlain = (lock: Lock, section: string): boolean =>
  (lock.madeFrom?.get(section) ?? '') === '' && !saysRemoved(lock, section);

/** What a comparison finds of a file with each key of the source file. */
export function foundIn(
  { keys }: SettledSourceFile,
  answer: FoundLocale['answer'],
  shown: FoundLocale['shown'],
): FoundLocale {
  const counts = { total: keys.length, translated: keys.length, stale: 0 };
  return { answer, counts, pluralExtras: false, shown };
}
