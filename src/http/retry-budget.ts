/**
 * The retries of a whole run, so that 500 files against a dying server do not mean 2,000 attempts.
 * Every success earns one back, so a service that is merely flaky is never given up.
 */
export class RetryBudget {
  #left: number;

  constructor(readonly size: number) {
    this.#left = size;
  }

  /** Retries that may still be made. */
  get left(): number {
    return this.#left;
  }

  spend(): void {
    this.#left -= 1;
  }

  earn(): void {
    this.#left = Math.min(this.size, this.#left + 1);
  }
}
