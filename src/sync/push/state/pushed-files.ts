import { getOrMake } from '../../../core/util/collections.js';
import type { TextsByKey } from '../../../core/keys/key.js';
import type { ServiceBefore } from '../service-before/compared.js';
import type { LossErrors } from './upload-outcome.js';

/** What a run has found out about one file that it uploads. */
interface PushedFile {
  /** How many texts it holds on disk. */
  texts: number;
  /**
   * For each language of the first plan, texts of the service that neither the disk nor the base
   * has; the disk may hold another text of the key.
   */
  onlyThere: readonly TextsByKey[];
  /** What only the service holds by the last plan: newer than what was compared before the run. */
  atRisk?: Pick<ServiceBefore, 'onlyThere' | 'here'>;
  isReplanned: boolean;
  /** Whether it was sent, whatever the service answered. */
  isSent: boolean;
  /** What languages that were uploaded later have lost by its upload. */
  readonly lostLater: LossErrors[];
}

/** The files that a run uploads, by path. */
export class PushedFiles {
  readonly #files = new Map<string, PushedFile>();
  #hasLostTexts = false;

  /** Whether an upload of the run has lost texts of a language that was uploaded later. */
  get hasLostTexts(): boolean {
    return this.#hasLostTexts;
  }

  /** What is known of a file; undefined if it is not among those that the run uploads. */
  find(path: string): Readonly<PushedFile> | undefined {
    return this.#files.get(path);
  }

  /** What is known of a file that the run uploads, to be added to. */
  of(path: string): PushedFile {
    return getOrMake(this.#files, path, () => ({
      texts: 0,
      onlyThere: [],
      isReplanned: false,
      isSent: false,
      lostLater: [],
    }));
  }

  /** Notes what the upload of `path` has lost of a language that was uploaded later. */
  noteLostLater(path: string, losses: LossErrors): void {
    this.of(path).lostLater.push(losses);
    this.#hasLostTexts = true;
  }

  /** Nothing of the file is needed any more: a large push would hold the texts of all its files. */
  forget(path: string): void {
    this.#files.delete(path);
  }
}
