import { uploadedStates, type PushActions } from '../../plan/push.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { BaseOwner } from '../../core/lock/base.js';
import { hashText, type Hash } from '../../core/merge/hash.js';
import { dayOf, Replaced, REPLACED_MOST } from '../../core/records/replaced.js';
import {
  inConflict,
  noteReplacedByUpload,
  noteTaken,
  takenByRemoving,
  takenByWriting,
  withReplaced,
  type TakenFromDisk,
} from '../../core/records/replaced-rules.js';
import type { ReplacedIn, ReplacedKind } from '../../core/records/replaced-places.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { Host } from '../../ports/host.js';
import type { MemoryFile } from '../../ports/memory-file.js';
import type { Comparison } from '../../plan/comparison.js';
import type { PullActions } from '../../plan/pull.js';
import { sharedKeys } from '../files/shared-keys.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';

type HostOfReplaced = Pick<Host, 'replaced'> & { readonly clock: Pick<Host['clock'], 'date'> };

/** The languages of a file by the names of their sections in the lock. */
interface Sections {
  readonly locales: readonly Pick<ComparedLocale, 'section'>[];
}

/** The hash of what {@link noteReplacedByUpload} goes by. */
const hashOfUpload = (states: readonly KeyState[]): Hash =>
  hashText(JSON.stringify(states.map(({ key, here, there, back }) => [key, here, there, back === 'disk'])));

const BOTH_SIDES = ['service', 'disk'] as const;

/** What writing a file takes from the disk. */
export type TakenFromFile = readonly { readonly section: string; readonly texts: TakenFromDisk }[];

/** What this machine has replaced in this project lately, and what this run replaces. */
export class ReplacedTexts {
  #writing: Promise<void> = Promise.resolve();
  #unsaved: string | undefined;
  /** By section, a hash of the planned upload whose texts are noted already. */
  readonly #planned = new Map<string, Hash>();

  private constructor(
    private readonly file: MemoryFile,
    private readonly replaced: Replaced,
  ) {}

  static open(host: HostOfReplaced, root: string, owner: BaseOwner): ReplacedTexts {
    const file = host.replaced(root);
    return new ReplacedTexts(file, Replaced.read(file.read(), owner, dayOf(host.clock.date())));
  }

  /** The comparison, in which a replaced text that has come back is a conflict. */
  judge(section: string, comparison: Comparison): Comparison {
    return { ...comparison, states: withReplaced(comparison.states, section, this.replaced) };
  }

  /** Remembers what the planned upload of a file is to replace on the service. */
  notePlanned({ locales }: Sections, actions: readonly PushActions[]): void {
    for (const [i, { section }] of locales.entries()) {
      const states = uploadedStates(actions[i]);
      noteReplacedByUpload(this.replaced, section, states);
      // A hash of each upload costs more than noting nothing again.
      if (!this.replaced.isEmpty) this.#planned.set(section, hashOfUpload(states));
    }
  }

  /**
   * Remembers what the upload of a file replaces on the service. The first upload is noted already
   * if it is as planned: with more texts than can be remembered, each would be written again.
   */
  noteUpload({ locales }: Sections, actions: readonly PushActions[]): void {
    for (const [i, { section }] of locales.entries()) {
      const states = uploadedStates(actions[i]);
      const planned = this.#planned.get(section);
      this.#planned.delete(section);
      const isNoted = planned !== undefined && planned === hashOfUpload(states);
      if (!isNoted) noteReplacedByUpload(this.replaced, section, states);
    }
  }

  /** Whether {@link noteTaken} has nothing to remember of a file that is not on disk. */
  get isEmpty(): boolean {
    return this.replaced.isEmpty;
  }

  /** What a pull replaces in a file on disk, and what it removes; without the texts. */
  takenBy({ file, locales }: ComparedFile, actions: readonly PullActions[]): TakenFromFile {
    const taken = locales.flatMap(({ section }, i) => [
      { section, texts: takenByWriting(actions[i]?.get('write') ?? []) },
      { section, texts: takenByRemoving(actions[i]?.get('remove') ?? []) },
    ]);
    return taken.map(({ section, texts }) => ({
      section,
      texts: { ...texts, keys: sharedKeys(file.bound, texts.keys) },
    }));
  }

  /** Remembers what is about to be taken from these files. */
  noteTaken(files: readonly TakenFromFile[]): void {
    const all = files.flat();
    let left = all.reduce((sum, { texts }) => sum + texts.keys.length, 0);
    for (const { section, texts } of all) {
      // What would be forgotten for the texts that follow is not noted first.
      noteTaken(this.replaced, section, texts, left <= REPLACED_MOST);
      left -= texts.keys.length;
    }
  }

  /** Remembers the conflicts of a file: the service may lose its side of them before they end. */
  noteConflicts({ locales }: ComparedFile, actions: readonly (PushActions | PullActions)[]): void {
    for (const [i, { section }] of locales.entries())
      inConflict(this.replaced, section, actions[i]?.get('conflict') ?? []);
  }

  /** Remembers the translations of other files that a file holds: these may change before it. */
  noteCopied({ locales }: ComparedFile): void {
    for (const { section, comparison } of locales) {
      const { states, copied } = comparison;
      if (copied?.from === undefined) continue;
      for (const { key, here = '' } of states)
        if (copied.keys.has(key)) this.replaced.add('copied', { section, key }, here);
    }
  }

  /** Remembers that a person has decided for this text of a key; undefined: for none. */
  noteChosen(section: string, { key, here }: KeyState, text: string | undefined): void {
    if (here !== undefined && here !== text) this.replaced.add('disk', { section, key }, here);
    if (text !== undefined) this.replaced.drop(['service', 'disk', 'given-up'], { section, key }, text);
  }

  /** Remembers a text of a key as one of this kind. */
  add(kind: ReplacedKind, where: ReplacedIn, text: string): void {
    this.replaced.add(kind, where, text);
  }

  /** Whether a run from here has remembered this text of a key as one of this kind. */
  has(kind: ReplacedKind, where: ReplacedIn, text: string): boolean {
    return this.replaced.has(kind, where, text);
  }

  /** The hashes of the texts of a key that a push or a pull from here has replaced. */
  hashesOf(where: ReplacedIn): readonly Hash[] {
    return this.replaced.hashesOf(BOTH_SIDES, where);
  }

  /** Whether a run from here has replaced the text with this hash, and it was not a copied one. */
  wasOwn(where: ReplacedIn, hash: Hash): boolean {
    const isReplaced = BOTH_SIDES.some((side) => this.replaced.hasHash(side, where, hash));
    return isReplaced && !this.replaced.hasHash('copied', where, hash);
  }

  /**
   * Remembers that the service did not take an uploaded text and kept `there`. If that happened
   * before, no one has put back the text that is there: it is not a conflict any more.
   */
  notStored(where: ReplacedIn, sent: string, there: string): void {
    if (this.replaced.has('refused', where, sent)) this.replaced.drop(['service'], where, there);
    else this.replaced.add('refused', where, sent);
  }

  /**
   * Writes down what is not written yet. Called before anything is sent or replaced: a run that is
   * killed in the middle leaves a note too many, never one too few.
   */
  save(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (this.replaced.isChanged) this.#unsaved = await this.file.write(this.replaced.render());
    });
    return this.#writing;
  }

  /** A warning if what this run has replaced could not be written down. */
  warnings(): LocsyncError[] {
    if (this.#unsaved === undefined) return [];
    return [LocsyncError.of('REPLACED_NOT_KEPT', { reason: this.#unsaved, file: 'replaced.json' })];
  }
}
