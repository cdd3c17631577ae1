import type { PushRun } from '../state/push-run.js';

/** Checks languages after an upload, at each once, until the run ends. */
export class Sampler<Language> {
  readonly #checked = new Set<Language>();

  /**
   * `hasLost` says whether uploads have lost texts of the language; undefined if it cannot tell.
   */
  constructor(
    private readonly run: PushRun,
    private readonly hasLost: (language: Language) => Promise<boolean | undefined>,
  ) {}

  /** Whether it has checked a language. */
  get hasChecked(): boolean {
    return this.#checked.size > 0;
  }

  /** What `hasLost` says; undefined if that is known already, or if the run ends. */
  async check(language: Language): Promise<boolean | undefined> {
    if (this.#checked.has(language) || this.run.fatal !== undefined || this.run.host.signal.aborted)
      return undefined;
    this.#checked.add(language);
    return this.hasLost(language);
  }

  /** Whether uploads have lost texts of one of these. */
  async checkAll(languages: readonly Language[]): Promise<boolean> {
    return (await Promise.all(languages.map((language) => this.check(language)))).includes(true);
  }
}
