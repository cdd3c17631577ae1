/** The error with which all requests are rejected, for good or for some time. */
export class GateRejection {
  #begun: { readonly error: Error; readonly until: number } | undefined;

  /** The error of a request at `now`; undefined if requests may go out. */
  at(now: number): Error | undefined {
    return this.#begun && now < this.#begun.until ? this.#begun.error : undefined;
  }

  /**
   * Begins to reject requests, for good or for `ms`, and returns the error. If they are rejected
   * already, the first error remains so that all report the same. An error for good replaces one
   * that is not.
   */
  begin(error: Error, now: number, ms = Infinity): Error {
    const until = now + ms;
    const before = this.#begun;
    const isFirst =
      before === undefined || now >= before.until || (until === Infinity && until > before.until);
    this.#begun = isFirst ? { error, until } : { ...before, until: Math.max(before.until, until) };
    return this.#begun.error;
  }
}
