import type { SourceFile } from '../../ports/service.js';
import type { JsonAnswer } from './json-answer.js';

/**
 * A request for all languages that goes out while the first answer is still being compared. If that
 * one holds, there is work at hand while all others are asked for. It is one and not all: a service
 * that gives no such answers is asked in vain.
 */
export class AskedAhead {
  #hasAsked = false;

  /** `ask` sends one request, without a retry. */
  constructor(private readonly ask: (sourceFile: SourceFile) => Promise<JsonAnswer>) {}

  /** The answer; undefined if one source file has been asked for already. */
  begin(sourceFile: SourceFile): Promise<JsonAnswer> | undefined {
    if (this.#hasAsked) return undefined;
    this.#hasAsked = true;
    const asked = this.ask(sourceFile);
    asked.catch(() => undefined); // The caller that needs the answer asks again.
    return asked;
  }
}
