import type { PushRun } from '../state/push-run.js';

/** Looks at languages after an upload, at each once, until the run ends. */
export class Sampler<Language> {
  readonly #looked = new Set<Language>();

  /** `look` says whether uploads have lost texts of the language; undefined if it cannot tell. */
  constructor(
    private readonly run: PushRun,
    private readonly look: (language: Language) => Promise<boolean | undefined>,
  ) {}

  /** Whether it has looked at a language. */
  get hasLooked(): boolean {
    return this.#looked.size > 0;
  }

  /** What `look` says; undefined if that is known already, or if the run ends. */
  async lookAt(language: Language): Promise<boolean | undefined> {
    if (this.#looked.has(language) || this.run.fatal !== undefined || this.run.host.signal.aborted)
      return undefined;
    this.#looked.add(language);
    return this.look(language);
  }

  /** Whether uploads have lost texts of one of these. */
  async lookAtAll(languages: readonly Language[]): Promise<boolean> {
    return (await Promise.all(languages.map((language) => this.lookAt(language)))).includes(true);
  }
}
