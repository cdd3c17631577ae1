import { awaitedLater } from '../../../core/util/awaited-later.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import { largest, sumOf } from '../../../core/util/collections.js';
import { haveSameTexts } from '../../../core/align/same-texts.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { Answer, RemoteTexts, SourceFile } from '../../../ports/service.js';
import type { AnswerMark } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { localeFiles } from '../../context/locale-files.js';
import type { Project } from '../../context/project.js';
import { AllLanguagesAnswer, type LanguageTexts } from './all-languages-answer.js';

/** For each language of a locale file the service's texts; undefined without a source file. */
export type FileAnswers = readonly (LanguageTexts | undefined)[];

/** Gets the answers that a file is compared with. */
export type OnAnswers = (file: LocaleFile, answers: FileAnswers) => void;

/** The texts of an answer for one language. */
const aloneIn = (answer: Answer<RemoteTexts>): LanguageTexts => ({
  digest: answer.digest,
  isParsed: answer.isParsed,
  texts: () => answer.texts(),
  isShared: false,
  isDoubtful: false,
});

/** A set with this many languages, and with this share of the project's, is asked for at once. */
const LEAST_LANGUAGES = 2;
const LEAST_SHARE = 1 / 4;
/** A run that spares fewer requests than this does not find out how the service answers. */
const LEAST_SPARED = 8;

/**
 * What one run knows about answers with all languages: whether they are asked for, and whether one
 * has turned out to be wrong.
 */
export class SharedAnswers {
  /** An answer for all languages differed from that for one: nothing read so far is to be used. */
  isWrong = false;
  /** By section the texts of such answers that are not those of the disk, nor of the base. */
  readonly #shown = new Map<string, TextsByKey>();
  /** What answers have shown that were not believed to begin with. */
  readonly #untrusted = new Map<string, TextsByKey>();
  readonly #compared = new Set<NewTexts>();
  /** For each language that was compared because of repeated source texts, how many it has. */
  readonly #repeated: number[] = [];
  readonly #isWorthwhile: boolean;

  constructor(private readonly project: Project) {
    const languages = project.sets.map((bound) => languagesIn(localeFiles(project, bound)));
    this.#isWorthwhile = sumOf(languages.map((count) => Math.max(0, count - 1))) >= LEAST_SPARED;
  }

  /** The texts of the source file of these files, which belong to one set. */
  textsOf(files: readonly LocaleFile[]): FileSetTexts {
    const languages = languagesIn(files);
    const asksAtOnce =
      this.#isWorthwhile &&
      languages >= LEAST_LANGUAGES &&
      languages >= this.project.locales.length * LEAST_SHARE;
    return new FileSetTexts(this.project, asksAtOnce ? files[0]?.bound.sourceFile : undefined, this);
  }

  /** Notes what an answer with all languages has of a language. */
  show(section: string, texts: TextsByKey): void {
    if (texts.size > 0) this.#shown.set(section, texts);
  }

  /** Notes what an answer with all languages has of a language that it is not believed about. */
  showUntrusted(section: string, texts: TextsByKey): void {
    this.#untrusted.set(section, texts);
  }

  /** The texts of an answer that has turned out to be wrong: they may be newer than single ones. */
  refuted(section: string): TextsByKey | undefined {
    return this.#untrusted.get(section) ?? (this.isWrong ? this.#shown.get(section) : undefined);
  }

  /** Whether these new texts are to be compared with the answer for their language alone. */
  comparesNew(texts: NewTexts): boolean {
    const isFirst = !this.#compared.has(texts);
    this.#compared.add(texts);
    return isFirst;
  }

  /**
   * Whether a language is to be compared because so many of its new texts are the source texts, at
   * most `before` in each other language of its file set: a service may answer them for what is not
   * translated, and only if it answers all languages.
   */
  comparesRepeated(count: number, before: number): boolean {
    const isMore =
      this.#repeated.length < REPEATED_LANGUAGES ? count >= before : count >= 2 * largest(this.#repeated);
    if (count === 0 || !isMore) return false;
    this.#repeated.push(count);
    return true;
  }
}

/** New texts of one language. */
type NewTexts = 'source' | 'translated';

/**
 * So many languages with source texts are compared in one run, those with the most of a file set;
 * more if one has many more.
 */
const REPEATED_LANGUAGES = 30;

/**
 * The texts of one source file. Those of all languages come with one request if the service gives
 * them so. Each is returned once; a second call gets a new answer for that language alone.
 */
export class FileSetTexts {
  #all: Promise<AllLanguagesAnswer | undefined> | undefined;
  readonly #shared = new Set<string>();
  /** The most new texts of a language so far that are the source texts. */
  #mostRepeated = 0;
  /** What {@link digest} has asked for. */
  readonly #ready = new Map<string, LanguageTexts>();

  /** `whole` is the source file if it is asked for in all languages. */
  constructor(
    private readonly project: Project,
    private readonly askedAtOnce: SourceFile | undefined,
    readonly answers: SharedAnswers,
  ) {}

  /** How many texts an answer with all languages may hold. */
  get size(): number {
    return (this.askedAtOnce?.keys ?? 0) * this.project.locales.length;
  }

  /** Sends the request for all languages; {@link of} waits for it. */
  load(): void {
    if (!this.askedAtOnce) return;
    const { service, locales } = this.project;
    this.#all ??= awaitedLater(
      service.textsOfAllLanguages(this.askedAtOnce, locales).then((answer) => new AllLanguagesAnswer(answer)),
    );
  }

  /** Forgets what nobody has asked for. */
  end(): void {
    this.#all = Promise.resolve(undefined);
    this.#ready.clear();
  }

  /** Whether the texts of this language came with those of other languages. */
  wasShared({ id }: Locale): boolean {
    return this.#shared.has(id);
  }

  /** See {@link SharedAnswers.comparesRepeated}. */
  comparesRepeated(count: number): boolean {
    const before = this.#mostRepeated;
    this.#mostRepeated = Math.max(before, count);
    return this.answers.comparesRepeated(count, before);
  }

  async of(source: SourceFile, locale: Locale): Promise<LanguageTexts> {
    const ready = this.#ready.get(locale.id);
    this.#ready.delete(locale.id);
    if (ready) return ready;
    this.load();
    const allLanguages = await this.#all;
    const texts = allLanguages?.take(locale.id);
    if (texts) this.#shared.add(locale.id);
    return (
      texts ?? { ...(await this.#readAlone(source, locale)), untrusted: allLanguages?.untrusted(locale.id) }
    );
  }

  /**
   * The digest of the answer that {@link of} takes this language's texts from, without parsing an
   * answer that is known. `isShared`: it came with the other languages when it became known.
   */
  async digest(
    source: SourceFile,
    locale: Locale,
    isShared: boolean,
  ): Promise<{ readonly digest: string | undefined; readonly isShared: boolean }> {
    this.load();
    const allLanguages = await this.#all;
    if (allLanguages && !allLanguages.isParsed && isShared) return { digest: allLanguages.digest, isShared };
    const ready =
      allLanguages && !allLanguages.isParsed
        ? await this.#readAlone(source, locale)
        : await this.of(source, locale);
    this.#ready.set(locale.id, ready);
    return ready;
  }

  async #readAlone(source: SourceFile, locale: Locale): Promise<LanguageTexts> {
    const { service, locales } = this.project;
    return aloneIn(await service.answer(source, locale, locales));
  }

  /**
   * The texts of the answer for this language alone, if they differ from those that came with the
   * other languages.
   */
  async correction(
    source: SourceFile,
    locale: Locale,
    shared: RemoteTexts,
  ): Promise<RemoteTexts | undefined> {
    const { service, locales } = this.project;
    const texts = await service.texts(source, locale, locales);
    if (haveSameTexts(texts, shared)) return undefined;
    this.answers.isWrong = true;
    service.doubtAllLanguages();
    return texts;
  }
}

const languagesIn = (files: readonly LocaleFile[]): number =>
  sumOf(files.map(({ locales }) => locales.length));

/** The texts of one language, of an answer with all of them if there is one. */
export async function languageTexts(
  { service, locales }: Project,
  source: SourceFile | undefined,
  locale: Locale,
  texts: FileSetTexts | undefined,
): Promise<LanguageTexts | undefined> {
  if (!source) return undefined;
  if (texts) return texts.of(source, locale);
  return answerWith(await service.texts(source, locale, locales));
}

/** These texts as an answer for their language alone. */
export const answerWith = (texts: RemoteTexts): LanguageTexts =>
  aloneIn({ digest: undefined, isParsed: true, texts: () => texts });

/** Where texts are from, without the texts. */
export const markOf = ({ digest, isShared, isDoubtful }: LanguageTexts): AnswerMark => ({
  digest,
  isShared,
  isDoubtful,
});
