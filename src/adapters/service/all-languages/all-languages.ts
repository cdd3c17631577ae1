import { awaitedLater } from '../../../core/util/awaited-later.js';
import { haveSameTexts } from '../../../core/align/same-texts.js';
import { LocsyncError } from '../../../core/errors/index.js';
import type { ServiceLocale } from '../../../core/locales/locale.js';
import { printable } from '../../../core/text/printable.js';
import type { FailedCall } from '../../../http/call.js';
import type { Clock } from '../../../ports/host.js';
import type { AllTexts, Answer, IsKnownAnswer, RemoteTexts, SourceFile } from '../../../ports/service.js';
import { AllLanguagesNote } from './all-languages-note.js';
import { NO_LANGUAGES, parsedAnswer } from './all-texts.js';
import { AskedAhead } from './asked-ahead.js';
import { answerFrom, askFor, type JsonAnswer } from '../json-answer.js';
import type { Api } from '../api.js';
import {
  doubtfulLanguages,
  hasMost,
  isShort,
  longestOf,
  type TextsByLanguage,
} from './doubtful-languages.js';
import { textsByLanguage } from '../texts.js';

type ReadLanguage = (
  sourceFile: SourceFile,
  locale: ServiceLocale,
  locales: readonly ServiceLocale[],
) => Promise<RemoteTexts>;

/** The most bytes of an answer with all languages: it is in memory whole. */
const ANSWER_LIMIT = 8 * 1024 * 1024;
/** After this many doubtful languages have turned out to be right, further ones are believed. */
const ENOUGH = 3;
const NONE = parsedAnswer(undefined, NO_LANGUAGES);

/** A request for all languages that brought no 2xx. */
class UnansweredError extends Error {
  constructor(readonly failed: FailedCall) {
    super('no answer for all languages');
  }
}

/**
 * Source files in all languages, one request each, from services that give them so. The interface
 * does not show what an answer without `locale_id` holds, so the first response is compared with
 * responses for single languages, and so is each one larger than any before. Whatever looks wrong
 * later is not trusted, or ends this way of asking.
 */
export class AllLanguages {
  readonly #note: AllLanguagesNote;
  #check: Promise<unknown> | undefined;
  readonly #ahead = new AskedAhead((sourceFile) => this.#ask(sourceFile, 0));
  /** Texts that were not trusted, until an answer for the single language shows whether rightly. */
  readonly #untrusted = new Map<string, RemoteTexts>();
  #confirmed = 0;

  /** `readOne` asks for one language. */
  constructor(
    private readonly api: Api,
    clock: Clock,
    private readonly readOne: ReadLanguage,
    private readonly isKnown?: IsKnownAnswer,
  ) {
    this.#note = new AllLanguagesNote(clock, api.cache);
  }

  /** See {@link Service.textsOfAllLanguages}. */
  async texts(sourceFile: SourceFile, locales: readonly ServiceLocale[]): Promise<Answer<AllTexts>> {
    const note = this.#note;
    const isChecked = (): boolean => note.works === true && sourceFile.keys <= note.checkedKeys;
    const isTooLong = (): boolean => sourceFile.keys > 0 && sourceFile.keys >= note.tooLarge;
    const waits = (): boolean => note.works !== false && !isChecked() && this.#check !== undefined;
    const early = waits() && !isTooLong() ? this.#ahead.begin(sourceFile, locales.length) : undefined;
    while (waits()) await this.#check;
    if (note.works === false || isTooLong()) return NONE;
    if (isChecked()) return this.#read(sourceFile, locales, early);
    const check = this.#readAndCheck(sourceFile, locales, early);
    this.#check = check.catch(() => undefined).finally(() => (this.#check = undefined));
    return check;
  }

  /** An answer for all languages was wrong. `isOld`: it came too late, as from a cache. */
  doubt(isOld = false): void {
    if (isOld) this.#note.worksNot();
    else this.#note.doubt();
  }

  /** Compares the answer for one language with what an answer for all said of it. */
  sawOne(sourceFile: SourceFile, locale: ServiceLocale, texts: RemoteTexts): void {
    const name = `${sourceFile.id} ${locale.id}`;
    const before = this.#untrusted.get(name);
    if (before === undefined) return;
    this.#untrusted.delete(name);
    if (haveSameTexts(before, texts)) this.#confirmed += 1;
    else this.doubt();
  }

  /** The languages of an answer from a service whose answers have been compared. */
  async #read(
    sourceFile: SourceFile,
    locales: readonly ServiceLocale[],
    early: Promise<JsonAnswer> | undefined,
  ): Promise<Answer<AllTexts>> {
    try {
      const again = (): Promise<JsonAnswer> => this.#ask(sourceFile, 0);
      const json = await (early ? early.catch(again) : this.#ask(sourceFile, 1));
      return answerFrom(json, () => this.#readTexts(json, sourceFile, locales));
    } catch (error) {
      if (error instanceof UnansweredError) this.#notAnswered(sourceFile, error);
      // The answers for the single languages tell the user what is wrong.
      else if (error instanceof LocsyncError) this.doubt();
      else throw error;
      return NONE;
    }
  }

  /** What such an answer says; nothing if it looks wrong. */
  #readTexts(json: JsonAnswer, sourceFile: SourceFile, locales: readonly ServiceLocale[]): AllTexts {
    try {
      const texts = this.#textsIn(json, sourceFile, locales);
      if (hasMost(texts, locales) && !isShort(sourceFile, texts)) return this.#believed(sourceFile, texts);
      this.#note.worksNot();
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      this.doubt();
    }
    return NO_LANGUAGES;
  }

  /** Reads all languages, and compares them with the answers for up to four of them. */
  async #readAndCheck(
    sourceFile: SourceFile,
    locales: readonly ServiceLocale[],
    early: Promise<JsonAnswer> | undefined,
  ): Promise<Answer<AllTexts>> {
    const known = early && (await this.#tryAll(sourceFile, locales, early));
    if (early && !known) return NONE;
    const picked = new Set(
      [locales.at(0), locales.at(1), locales.at(-1)].filter((locale) => locale !== undefined),
    );
    const readOne = async (locale: ServiceLocale) =>
      [locale, await this.readOne(sourceFile, locale, locales)] as const;
    const singles = awaitedLater(Promise.all(Array.from(picked, readOne)));
    const tried = known ?? (await this.#tryAll(sourceFile, locales, this.#ask(sourceFile, 0)));
    const asked = tried?.texts;
    let compared: Awaited<typeof singles>;
    try {
      compared = await singles;
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      // It says nothing about answers with all languages: the next run finds out.
      this.#note.worksNotInThisRun();
      return NONE;
    }
    if (asked === undefined) return NONE;
    const isSame = async (): Promise<boolean> => {
      const requested = compared.filter(([{ id }]) => asked.has(id));
      if (!requested.every(([{ id }, texts]) => haveSameTexts(asked.get(id) ?? [], texts))) return false;
      // A limit on the whole answer would show in the shortest language.
      const rest = locales.filter((locale) => asked.has(locale.id) && !picked.has(locale));
      const lengthOf = ({ id }: ServiceLocale): number => asked.get(id)?.length ?? 0;
      const [shortest] = rest.toSorted((a, b) => lengthOf(a) - lengthOf(b));
      const isShorter = shortest !== undefined && lengthOf(shortest) < longestOf(asked);
      if (!shortest || (requested.length > 0 && !isShorter)) return requested.length > 0;
      return haveSameTexts(asked.get(shortest.id) ?? [], await this.readOne(sourceFile, shortest, locales));
    };
    const isWhole = hasMost(asked, locales) && !isShort(sourceFile, asked);
    if (!isWhole || !(await isSame())) {
      this.#note.worksNot();
      return isWhole ? parsedAnswer(undefined, { ...NO_LANGUAGES, untrusted: asked }) : NONE;
    }
    this.#note.worksUpTo(Math.max(sourceFile.keys, longestOf(asked)));
    const believed = this.#believed(sourceFile, asked, new Set([...picked].map(({ id }) => id)));
    return parsedAnswer(tried?.digest, believed);
  }

  /** The first answer for all languages; undefined if the service does not give it. */
  async #tryAll(
    sourceFile: SourceFile,
    locales: readonly ServiceLocale[],
    asked: Promise<JsonAnswer>,
  ): Promise<{ readonly digest: string | undefined; readonly texts: TextsByLanguage } | undefined> {
    try {
      const json = await asked;
      return { digest: json.digest, texts: this.#textsIn(json, sourceFile, locales) };
    } catch (error) {
      if (error instanceof UnansweredError && isTooLarge(error)) this.#note.isTooLargeFrom(sourceFile.keys);
      else if (error instanceof UnansweredError || error instanceof LocsyncError) this.#note.worksNot();
      else throw error;
      return undefined;
    }
  }

  #ask(sourceFile: SourceFile, retries: number): Promise<JsonAnswer> {
    const url = this.api.url(['source_files', sourceFile.id]);
    return askFor(
      this.api,
      {
        kind: 'read',
        what: whatOf(sourceFile),
        url,
        cacheable: true,
        retries,
        bodyLimit: ANSWER_LIMIT,
      },
      (failed) => new UnansweredError(failed),
      this.isKnown,
    );
  }

  #textsIn(json: JsonAnswer, sourceFile: SourceFile, locales: readonly ServiceLocale[]): TextsByLanguage {
    return textsByLanguage(json.texts(), this.api.messageContext(whatOf(sourceFile)), sourceFile, locales);
  }

  #notAnswered(sourceFile: SourceFile, error: UnansweredError): void {
    const { result } = error.failed;
    if (isTooLarge(error)) this.#note.isTooLargeFrom(sourceFile.keys);
    // Such a wait is not repeated in each run.
    else if (result.kind === 'failure' && result.failure === 'timeout') this.#note.worksNot();
    // If the source file is gone, the answers for the single languages say so.
    else if (result.kind === 'response' && (result.status === 404 || result.status === 410)) return;
    else this.#note.worksNotInThisRun();
  }

  /**
   * The languages that an answer is believed about without a second one. `compared`: there is one.
   */
  #believed(
    sourceFile: SourceFile,
    texts: TextsByLanguage,
    compared: ReadonlySet<string> = new Set(),
  ): AllTexts {
    const doubtful = doubtfulLanguages(texts);
    const isUntrusted = (id: string): boolean =>
      this.#confirmed < ENOUGH && doubtful.has(id) && !compared.has(id);
    const untrusted = new Map([...texts].filter(([id]) => isUntrusted(id)));
    for (const [id, doubted] of untrusted) this.#untrusted.set(`${sourceFile.id} ${id}`, doubted);
    return {
      byLocale: new Map([...texts].filter(([id]) => !isUntrusted(id))),
      doubtful,
      untrusted,
      compared,
    };
  }
}

const whatOf = ({ name }: SourceFile): string => `"${printable(name)}" in all languages`;

const isTooLarge = ({ failed: { result } }: UnansweredError): boolean =>
  result.kind === 'failure' && result.failure === 'too-large';
