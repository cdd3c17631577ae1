import type { BaseOwner } from '../lock/base.js';
import { hashText, type Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import type { ReplacedOn } from '../merge/key-state.js';
import { foldCode } from '../locales/locale.js';

/**
 * What is remembered. `service`, `disk`: a text that a push, or a pull, has replaced there.
 * `refused`: the service did not take it. `given-up`: the next push replaces it on the service, and
 * no person has seen it. `conflict`: the base of a conflict. `translation`: it is also a source
 * text. `copied`: a text of another file that was found in place of a translation.
 */
export type ReplacedKind = ReplacedOn | 'refused' | 'given-up' | 'conflict' | 'translation' | 'copied';

/** One language of one locale file, by the name of its section in the lock. */
export interface ReplacedIn {
  readonly section: string;
  readonly key: KeyId;
}

/** The places of keys as hashes. */
export class ReplacedPlaces {
  #section: string | undefined;
  /** What the places of one section begin with. Keys are asked for section by section. */
  readonly #beginnings = new Map<ReplacedKind, string>();

  constructor(private readonly owner: BaseOwner) {}

  /** The code of a language may get another spelling, and its section another name with it. */
  of(kind: ReplacedKind, { section, key }: ReplacedIn): Hash {
    if (section !== this.#section) this.#beginnings.clear();
    this.#section = section;
    let beginning = this.#beginnings.get(kind);
    if (beginning === undefined) {
      const { origin, project } = this.owner;
      beginning = JSON.stringify([kind, origin, project, foldCode(section)]).slice(0, -1);
      this.#beginnings.set(kind, beginning);
    }
    return hashText(`${beginning},${JSON.stringify(key)}]`);
  }
}
