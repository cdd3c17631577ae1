import type { AllTexts, Answer, RemoteTexts } from '../../../ports/service.js';
import type { AnswerMark } from '../../files/compared-file.js';

/** The service's texts of one language. */
export type LanguageTexts = Answer<RemoteTexts> &
  AnswerMark & {
    /** They came with those of other languages, and are those of an answer for this one alone. */
    readonly isCompared?: boolean;
    /** What an answer with all languages had instead, if that is not believed. */
    readonly untrusted?: RemoteTexts | undefined;
  };

/** The answer with all languages, until its texts are asked for; then the texts. */
export class AllLanguagesAnswer {
  #answer: Answer<AllTexts> | undefined;
  /** The texts that nobody has asked for yet. */
  #texts = new Map<string, RemoteTexts>();
  #doubtful: ReadonlySet<string> = new Set();
  #untrusted: AllTexts['untrusted'] = new Map();
  #compared: AllTexts['compared'] = new Set();
  readonly digest: string | undefined;

  constructor(answer: Answer<AllTexts>) {
    this.#answer = answer;
    this.digest = answer.digest;
    if (answer.isParsed) this.#read();
  }

  get isParsed(): boolean {
    return this.#answer === undefined;
  }

  take(id: string): LanguageTexts | undefined {
    this.#read();
    const texts = this.#texts.get(id);
    this.#texts.delete(id);
    const isDoubtful = this.#doubtful.has(id);
    const isCompared = this.#compared.has(id);
    const { digest } = this;
    return texts && { digest, isParsed: true, isShared: true, isDoubtful, isCompared, texts: () => texts };
  }

  /** What it has of a language that it is not believed about. */
  untrusted(id: string): RemoteTexts | undefined {
    return this.#untrusted.get(id);
  }

  /** Holds the texts from now on, and nothing else: they are let go one after another. */
  #read(): void {
    if (!this.#answer) return;
    const { byLocale, doubtful, untrusted, compared } = this.#answer.texts();
    this.#texts = new Map(byLocale);
    this.#doubtful = doubtful;
    this.#untrusted = untrusted;
    this.#compared = compared;
    this.#answer = undefined;
  }
}
