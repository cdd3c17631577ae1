import { formShownBy } from '../../../core/align/in-order.js';
import type { KeyFormat } from '../../../core/align/key-format.js';
import { sectionOf } from '../../../core/files/file-set.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import { type Lock, hasEntries } from '../../../core/lock/lock.js';
import { getOrMake } from '../../../core/util/collections.js';
import { localeRoot } from '../../../plan/locale-root.js';
import type { Project } from '../../context/project.js';
import type { AnswerMark, ReadFile } from '../../files/compared-file.js';
import { type LocaleFile, sourceSection } from '../../files/locale-file.js';
import type { FileSetSource } from '../read/file-set-source.js';
import type { FileAnswers } from '../read/file-set-texts.js';
import type { FoundLocale } from './find-unchanged.js';
import { foundIn, isPlain, SettledSource, type SettledSourceFile } from './settled-source.js';

const NO_BASE: BaseHashes = new Map();

/** A new file that was written with exactly the texts of an answer. */
export interface CreatedFile {
  /** Its keys, in the order of the answer and of the file. */
  readonly keys: readonly KeyId[];
  /** What the answer has between the segments of its keys. */
  readonly separator: KeyFormat['separator'];
  readonly answer: AnswerMark;
}

/** A file set of which the lock said nothing before this run. */
export class BegunSet {
  readonly #settled: SettledSource;
  readonly #forms = new Map<KeyFormat['separator'], ReturnType<typeof formShownBy>>();

  /** `before` is the lock as this run has found it, `after` the project with the lock as it is. */
  constructor(
    private readonly before: Lock,
    private readonly after: Project,
    source: FileSetSource,
  ) {
    this.#settled = new SettledSource(after, source);
  }

  /** See {@link SettledSource.agreeing}. */
  async agreeing(file: LocaleFile, read: ReadFile, answers: FileAnswers): Promise<FoundLocale | undefined> {
    const source = await this.#sourceOf(file);
    return source && this.#settled.agreeing(file, read, answers, source, NO_BASE);
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
    if (source?.keys.length !== keys.length || source.root !== undefined) return undefined;
    if (keys.some((key, i) => key !== source.keys[i])) return undefined;
    const { document } = source;
    // Lists may hold items without a text.
    if (document.outline.some(({ kind }) => kind === 'list') || this.#hasRoot(source, file)) return undefined;
    const { hint } = this.after.keyFormats;
    if (hint && (hint.separator !== separator || hint.items === 'brackets')) return undefined;
    const form = getOrMake(this.#forms, separator, () => formShownBy(source.texts, separator));
    return form && foundIn(source, answer, form.shown);
  }

  /** The source file, if the files had no base and none of their keys were removed. */
  async #sourceOf(file: LocaleFile): Promise<SettledSourceFile | undefined> {
    const [locale] = file.locales;
    const sections = [locale && sectionOf(file.bound.set, locale), sourceSection(file.bound)];
    const isBegun = (section: string | undefined): boolean =>
      section !== undefined && !hasEntries(this.before, section);
    if (!sections.every(isBegun)) return undefined;
    const source = await this.#settled.leaves(file);
    return source && isPlain(this.after.stored.lock, sections[0] ?? '') ? source : undefined;
  }

  #hasRoot({ document }: SettledSourceFile, { locales, bound, path }: LocaleFile): boolean {
    const [locale] = locales;
    const isList = document.top[0]?.item !== undefined;
    return isList || !locale || localeRoot(document, locale, bound.set.entry.table, path) !== undefined;
  }
}
