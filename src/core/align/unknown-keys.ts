import { getOrMake } from '../util/collections.js';
import type { DoubtfulKey, KnownKeys, RemoteText } from './aligned.js';
import { isTooDeep, keyId, type KeyId } from '../keys/key.js';
import { spellingsOf, withoutPrefix, type KeyFormat } from './key-format.js';
import { type LearnedFormat } from './learn-format.js';
import { respelt, type Respelt } from './respelling.js';
import { RespeltGroups } from './respelt-groups.js';
import { ListPlaces } from './list-places.js';
import { Nesting, type KeyPlaces } from './nesting.js';
import type { AmbiguousKeys } from './ambiguous-keys.js';
import type { Spelling } from './spelling.js';
import type { TextsOfKeys } from './texts-of-keys.js';

/** A remote text that no key of the file itself has. */
export interface UnmatchedText {
  readonly spelt: string;
  readonly text: string;
  /** The text as the answer has it. */
  readonly from: RemoteText;
  id: KeyId | undefined;
}

/** What the texts of an answer have been found to be so far. */
export interface Alignment {
  /** Texts of keys of the file. */
  readonly there: TextsOfKeys;
  readonly ambiguousKeys: AmbiguousKeys;
  readonly doubtful: DoubtfulKey[];
  /** All others. */
  readonly unmatched: UnmatchedText[];
}

/** Remote keys spelt like no known key: new ones, or known ones that the service respells. */
export class UnknownKeys {
  /** Keys of the file that the service spells by a rule of its own, each as there. */
  readonly respelt = new Map<KeyId, string>();
  #known: ReadonlyMap<string, readonly KeyId[]> | undefined;
  #modelKeys: readonly KeyId[] | undefined;
  readonly #groups: RespeltGroups;

  constructor(
    private readonly ids: readonly KeyId[],
    private readonly file: Pick<KnownKeys, 'here' | 'isList' | 'ownKeys'>,
    private readonly learned: LearnedFormat,
    private readonly spelling: Spelling,
    private readonly alignment: Alignment,
  ) {
    this.#groups = new RespeltGroups(learned.format.separator);
  }

  /** Finds the known keys that the service spells by a rule of its own. */
  findRespelled(): void {
    const { there, ambiguousKeys, unmatched } = this.alignment;
    const unmatchedIds = new Set(unmatched.map(({ id }) => id));
    const isHeld = (id: KeyId): boolean =>
      (this.file.here.has(id) && there.get(id) !== undefined) ||
      unmatchedIds.has(id) ||
      ambiguousKeys.has(id);
    const unheld = new Set<string>();
    for (const id of this.ids) {
      if (isHeld(id)) continue;
      for (const spelt of spellingsOf(id, this.learned.format))
        // Another file may have the key in another shape, under the same spelling.
        if (!isHeld(this.spelling.find(spelt) ?? id)) unheld.add(spelt);
    }
    if (unheld.size === 0) return;
    const { same, merged, alike } = this.#respellings(unheld);
    for (const one of unmatched)
      if (!ambiguousKeys.hasText(one.spelt)) ambiguousKeys.hold(one.spelt, one.text);
    const isMerged = new Set<string>();
    for (const [spelt, remote] of merged) {
      for (const id of this.#spellings().get(spelt) ?? [])
        if (this.file.here.has(id)) ambiguousKeys.add(id, remote);
      if (remote === undefined) continue;
      isMerged.add(remote);
      const id = this.#own(remote);
      const text = id && there.get(id);
      if (text !== undefined) ambiguousKeys.hold(remote, text);
    }
    this.#drop((one) => {
      if (one.id !== undefined) return false;
      if (isMerged.has(one.spelt)) return true;
      const known = same.get(one.spelt);
      const like = alike.get(one.spelt);
      if (like !== undefined) this.#doubt(one.spelt, like);
      if (known === undefined) return like !== undefined;
      const id = this.#own(known);
      if (id !== undefined) {
        there.set(id, one.text);
        this.respelt.set(id, one.spelt);
      } else one.id = this.#spellings().get(known)?.[0];
      return id !== undefined;
    });
  }

  /**
   * How the unknown keys are settled, if these known ones are not held. The locale's code in front
   * is not a part of a key: the service may write it in capitals, and keys in small letters.
   */
  #respellings(unheld: ReadonlySet<string>): Respelt {
    const { format } = this.learned;
    const { prefix, separator } = format;
    const withPrefix = (bare: string): string => (prefix === undefined ? bare : prefix + separator + bare);
    const bare = (spelt: string): string => withoutPrefix(spelt, format) ?? spelt;
    const newNames = this.alignment.unmatched.flatMap(({ id, spelt }) =>
      id === undefined && this.file.ownKeys?.has(spelt) !== true ? (withoutPrefix(spelt, format) ?? []) : [],
    );
    const found = respelt(
      newNames,
      {
        held: () => [...this.#spellings().keys()].filter((spelt) => !unheld.has(spelt)).map(bare),
        unheld: Array.from(unheld, bare),
        own: (spelt) => this.#own(withPrefix(spelt)) !== undefined,
      },
      separator,
    );
    if (found.same.size > 0) this.#groups.note(found.same, Array.from(this.#spellings().keys(), bare));
    if (prefix === undefined) return found;
    const both = <T extends string | undefined>(map: ReadonlyMap<string, T>): Map<string, string | T> =>
      new Map(Array.from(map, ([one, other]) => [withPrefix(one), other && withPrefix(other)]));
    return { same: both(found.same), merged: both(found.merged), alike: both(found.alike) };
  }

  /** A new key of the service with its groups spelt as they are here. */
  #inKnownGroup(spelt: string): string {
    const bare = withoutPrefix(spelt, this.learned.format);
    return bare === undefined ? spelt : spelt.slice(0, spelt.length - bare.length) + this.#groups.known(bare);
  }

  /**
   * A key of the service that may be a known one: the file's own key is not compared either, and no
   * upload carries a text for it.
   */
  #doubt(spelt: string, like: string): void {
    const { ambiguousKeys, doubtful } = this.alignment;
    doubtful.push({ spelt, like: this.#spellings().get(like)?.[0] });
    const own = this.#own(like);
    if (own !== undefined) ambiguousKeys.add(own);
  }

  /** Gives the keys that are new a place in the file. */
  placeNew(): void {
    const { format } = this.learned;
    const { ambiguousKeys, doubtful, unmatched } = this.alignment;
    if (!unmatched.some(({ id }) => id === undefined)) return;
    const newNames = unmatched.flatMap(({ id, spelt }) =>
      id === undefined ? this.#inKnownGroup(spelt) : [],
    );
    const shape = this.#placesIn(format, newNames);
    const known = new Set(this.ids);
    let rivals: readonly (readonly [KeyFormat, KeyPlaces])[] | undefined;
    this.#drop((one) => {
      if (one.id !== undefined) return false;
      const spelt = this.#inKnownGroup(one.spelt);
      const id = placed(spelt, format, shape);
      // Without the prefix that the other keys have, it is a second spelling of a known key, or of
      // no known form.
      const bare = id ?? placed(spelt, { ...format, prefix: undefined }, shape);
      if (bare === undefined || id === undefined || known.has(id)) {
        if (bare !== undefined && known.has(bare) && this.file.here.has(bare)) ambiguousKeys.add(bare);
        doubtful.push({ spelt: one.spelt, like: bare !== undefined && known.has(bare) ? bare : undefined });
        return true;
      }
      if (SEPARATES.test(spelt) && !shape.hasSentences) {
        rivals ??= this.learned.rivals().map((rival) => [rival, this.#placesIn(rival, newNames)] as const);
        if (rivals.some(([rival, places]) => isContested(spelt, id, rival, places))) {
          doubtful.push({ spelt: one.spelt, like: undefined });
          return true;
        }
      }
      one.id = id;
      return false;
    });
  }

  #placesIn(format: KeyFormat, newNames: readonly string[]): KeyPlaces {
    const spelt = newNames.flatMap((key) => withoutPrefix(key, format) ?? []);
    return this.file.isList === true
      ? new ListPlaces(this.ids, format, spelt)
      : new Nesting(this.#models(), format, spelt);
  }

  /**
   * The keys that show how new ones are written: of two that are spelt alike, that of the file
   * itself, whatever shape other files have.
   */
  #models(): readonly KeyId[] {
    return (this.#modelKeys ??= [...this.#spellings().values()].flatMap((alike) => {
      const own = alike.filter((id) => this.file.here.has(id));
      return own.length > 0 ? own : alike;
    }));
  }

  /** All known keys by their spelling; made only if some key is not found as it is. */
  #spellings(): ReadonlyMap<string, readonly KeyId[]> {
    if (!this.#known) {
      const known = new Map<string, KeyId[]>();
      for (const id of this.ids)
        for (const spelt of spellingsOf(id, this.learned.format)) getOrMake(known, spelt, () => []).push(id);
      this.#known = known;
    }
    return this.#known;
  }

  #own(spelt: string): KeyId | undefined {
    return this.#spellings()
      .get(spelt)
      ?.find((id) => this.file.here.has(id));
  }

  #drop(isGone: (one: UnmatchedText) => boolean): void {
    const { unmatched } = this.alignment;
    let kept = 0;
    for (const one of unmatched) if (!isGone(one)) unmatched[kept++] = one;
    unmatched.length = kept;
  }
}

// A dot separates in the plain form, which holds unless something contradicts it.
const SEPARATES = /[^/]\/[^/]|.\[\d+\]/;

function placed(spelt: string, format: KeyFormat, shape: KeyPlaces): KeyId | undefined {
  const rest = withoutPrefix(spelt, format);
  const path = rest === undefined ? undefined : shape.place(rest);
  const id = path && keyId(path);
  return id === undefined || isTooDeep(id) ? undefined : id;
}

/** Whether a form that explains the known keys just as well gives a key another place. */
function isContested(spelt: string, id: KeyId, rival: KeyFormat, shape: KeyPlaces): boolean {
  const other = placed(spelt, rival, shape);
  return other !== undefined && other !== id;
}
