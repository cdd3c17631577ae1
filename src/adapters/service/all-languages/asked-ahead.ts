import { awaitedLater } from '../../../core/util/awaited-later.js';
import type { SourceFile } from '../../../ports/service.js';
import type { JsonAnswer } from '../json-answer.js';

/** Beside the answers that are compared, this many more fill what is in flight at once. */
const MOST = 12;

/**
 * Requests for all languages that go out while the first answer is still being compared. They save
 * a first run one round trip. A service that does not give such answers is asked in vain, so the
 * number is at most half of the requests that one of them replaces.
 */
export class AskedAhead {
  #asked = 0;

  /** `ask` sends one request, without a retry. */
  constructor(private readonly ask: (sourceFile: SourceFile) => Promise<JsonAnswer>) {}

  /** The answer in this many languages; undefined if enough source files have been asked for. */
  begin(sourceFile: SourceFile, languages: number): Promise<JsonAnswer> | undefined {
    if (this.#asked >= Math.min(MOST, Math.max(1, languages / 2))) return undefined;
    this.#asked += 1;
    return awaitedLater(this.ask(sourceFile));
  }
}
