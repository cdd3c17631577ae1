import type { BaseOwner } from '../lock/base.js';
import { EarlierEntries, type ComparedEnd } from './earlier-entries.js';
import { hashText, type Hash } from '../merge/hash.js';
import type { KeyId } from '../keys/key.js';
import { foldCode } from '../locales/locale.js';
import type { KeyState } from '../merge/key-state.js';
import { OwnUploads, type TextsBeside } from './own-uploads.js';
import { RECORD_MOST, RecordRoom } from './record-room.js';
import {
  addNewer,
  addNote,
  forgetReplaced,
  hasLanded,
  settle,
  type NewerNote,
  type UploadEnd,
  type UploadEntry,
  type UploadNote,
} from './upload-entry.js';
import { entryLine, newestLines, readUploads } from './upload-lines.js';
import { judgedBy, lostByUploads, type LostTexts } from './upload-losses.js';

/*
 * The uploads of this machine whose outcome is unknown. A service may import one late, in parts, or
 * although it rejected it; the run may have been killed before it looked. From this record a later
 * run knows which texts such an upload has put back, and which of the service's texts it has lost.
 */

/** The record of one project; what other projects in the same folder have noted is kept. */
export class UploadRecord {
  /** By place: what earlier runs have left. */
  readonly #earlier = new EarlierEntries();
  readonly own = new OwnUploads();
  /** By place: texts that this run has found altered. */
  readonly #found = new Map<Hash, Map<KeyId, string>>();
  readonly #room = new RecordRoom();

  private constructor(
    private readonly owner: BaseOwner,
    private readonly now: number,
    /** Uploads that are too old to be remembered, and that may have lost texts. */
    readonly expired: readonly UploadEntry[],
    /** Lines of the record that cannot be read. */
    readonly damaged: number,
  ) {}

  /** What lines of an earlier run say; damaged ones are left out. */
  static read(text: string | undefined, owner: BaseOwner, now: number): UploadRecord {
    const { entries, expired, damaged } = readUploads(text ?? '', now);
    const record = new UploadRecord(owner, now, expired, damaged);
    for (const entry of entries) record.#earlier.add(entry);
    return record;
  }

  /** What was remembered of a section, now that its file has another name. */
  moved(from: string, to: string): void {
    this.#earlier.move(this.#place(from), this.#place(to));
  }

  get isEmpty(): boolean {
    return this.#earlier.isEmpty;
  }

  /** Some texts of this run were too long to be remembered. */
  get isCut(): boolean {
    return this.#room.isCut;
  }

  /** The verdicts once it is known what an upload of this machine has put back or lost. */
  judged(section: string, states: readonly KeyState[]): readonly KeyState[] {
    if (this.isEmpty && this.#found.size === 0) return states;
    const place = this.#place(section);
    const entries = this.#earlier.at(place);
    const found = this.#found.get(place);
    if (entries.length === 0 && found === undefined) return states;
    return states.map((state) => judgedBy(entries, found, state));
  }

  /** Whether an upload of an earlier run is remembered. */
  has(section: string): boolean {
    return !this.isEmpty && this.#earlier.at(this.#place(section)).length > 0;
  }

  /**
   * Uploads of earlier runs of this project that may have lost texts, of files that have none of
   * these sections. `sectionsOf` are the sections that a file may have had.
   */
  openOutside(
    sections: Iterable<string>,
    sectionsOf: (path: string) => readonly string[],
  ): readonly UploadEntry[] {
    const places = (all: Iterable<string>): Hash[] => [...all].map((section) => this.#place(section));
    return this.#earlier.openOutside(new Set(places(sections)), (path) => places(sectionsOf(path)));
  }

  /** Forgets uploads of earlier runs. */
  forget(entries: readonly UploadEntry[]): void {
    this.#earlier.forget(entries);
  }

  /** Texts of the service that uploads of earlier runs have lost. */
  lostEarlier(section: string, states: readonly KeyState[]): LostTexts {
    return lostByUploads(this.#earlier.at(this.#place(section)), states);
  }

  /** See {@link EarlierEntries.compared}. */
  compared(section: string, states: readonly KeyState[], end: Omit<ComparedEnd, 'now' | 'namedKeys'>): void {
    const place = this.#place(section);
    const namedKeys = this.own.namedAt(place);
    this.#earlier.compared(place, states, this.own.at(place), { ...end, namedKeys, now: this.now });
  }

  /** See {@link EarlierEntries.settleWithoutEdits}. */
  settleCompared(): void {
    this.#earlier.settleWithoutEdits(this.now);
  }

  /** Notes an upload that is about to leave, and returns its line. */
  sending(id: string, section: string, note: UploadNote): string {
    const place = this.#place(section);
    const entry = this.own.begin(id, place, this.now);
    // What an upload replaces on purpose is not lost by another one.
    for (const candidate of [...this.#earlier.at(place), ...this.own.at(place)])
      if (candidate !== entry) for (const key of note.edits.keys()) candidate.onlyThere.delete(key);
    return this.#lineWith(entry, note);
  }

  /**
   * Notes that an upload which is about to leave may lose texts of another language, and returns a
   * line; '' if an upload before it has noted the same. `noteOf` gives what is to be noted.
   */
  sendingBeside(id: string, section: string, held: TextsBeside, noteOf: () => UploadNote): string {
    const { entry, isNoted } = this.own.share(id, this.#place(section), held, this.now);
    return isNoted ? '' : this.#lineWith(entry, noteOf());
  }

  /** The line of an entry to which a note was added, as much of it as the record has room for. */
  #lineWith(entry: UploadEntry, note: UploadNote): string {
    addNote(entry, note, !this.#room.isHalfFull);
    this.own.noteReplaced(entry, note);
    return this.#room.fit(this.own.withNamedTexts(entry));
  }

  /** Whether only the service held some text before an upload of this run. */
  mayLose(id: string, section: string): boolean {
    return (this.own.get(id, this.#place(section))?.onlyThere.size ?? 0) > 0;
  }

  /**
   * What an upload of this run has lost, given what the service holds after it. It is named now,
   * so no later run names it again. `replaced`: keys whose texts the run has replaced on purpose,
   * and has named already.
   */
  lostNow(
    id: string,
    section: string,
    states: readonly KeyState[],
    replaced?: ReadonlySet<KeyId>,
  ): LostTexts {
    const entry = this.own.get(id, this.#place(section));
    const lost = lostByUploads(entry ? [entry] : [], states, replaced);
    const altered = [...lost.altered, ...lost.reverted];
    if (entry) this.noteAltered(section, new Map(altered));
    const named = [...lost.dropped, ...altered].map(([key]) => key);
    this.noteNamed(section, named);
    return { ...lost, altered, reverted: [] };
  }

  /** Notes texts that an upload of this run has altered. */
  noteAltered(section: string, texts: ReadonlyMap<KeyId, string>): void {
    const place = this.#place(section);
    this.#found.set(place, new Map([...(this.#found.get(place) ?? []), ...texts]));
  }

  /** Notes texts that reading back has shown. Returns the line of the upload; '' if none is new. */
  noteNewer(id: string, section: string, newer: NewerNote): string {
    const entry = this.own.get(id, this.#place(section));
    return entry && addNewer(entry, newer) ? this.#room.add(entryLine(this.own.withNamedTexts(entry))) : '';
  }

  /** Settles an upload of this run if both sides hold all that was edited before it. */
  settleLanded(id: string, section: string, states: readonly KeyState[]): void {
    const entry = this.own.get(id, this.#place(section));
    if (entry && !entry.isResent && hasLanded(entry, states)) settle(entry);
  }

  /** Whether all of an upload of this run has arrived. */
  isSettled(id: string, section: string): boolean {
    return this.own.get(id, this.#place(section))?.state !== 'open';
  }

  /** Notes the outcome of an upload of this run, and when: what it has lost was reported. */
  ended(id: string, section: string, end: UploadEnd, at = this.now): string {
    const entry = this.own.get(id, this.#place(section));
    if (!entry) return '';
    this.noteNamed(section, end.named);
    entry.at = at;
    if (end.isReported) forgetReplaced(entry);
    if (end.isSettled && !entry.isResent) settle(entry);
    return this.#room.add(entryLine(this.own.withNamedTexts(entry)));
  }

  /**
   * Texts of a language that this run names as lost. Each upload that might have lost them has
   * them, also those of other languages and of earlier runs: no later run names them again.
   */
  noteNamed(section: string, keys: Iterable<KeyId>): void {
    const place = this.#place(section);
    const all = [...keys];
    this.own.noteNamed(place, all);
    for (const { onlyThere } of this.#earlier.at(place)) for (const key of all) onlyThere.delete(key);
  }

  /**
   * Settles what an upload of this run may have lost of other languages, unless an upload of which
   * something has not arrived may still lose it. A late part may lose their texts even then.
   */
  endedBeside(id: string, at = this.now): string {
    const settled = this.own.arrived(id, at);
    return this.#room.add(settled.map((entry) => entryLine(this.own.withNamedTexts(entry))).join(''));
  }

  /** Forgets uploads of whole file sets: a large push would hold all that it has sent. */
  forgetArrived(now = this.now): void {
    this.own.forgetArrived((place) => this.#earlier.at(place).length > 0, now);
  }

  /**
   * The record without lines that later ones have replaced, once there are many; undefined before.
   * The lines of a large push would fill it long before the push ends.
   */
  compacted(): string | undefined {
    return this.#room.isLarge ? this.#room.compact(this.own.allWithNamedTexts, this.#earlier.all) : undefined;
  }

  /** The whole record; '' if nothing is left to remember. */
  render(): string {
    return newestLines([...this.#earlier.all, ...this.own.all], RECORD_MOST);
  }

  /** The code of a language may get another spelling, and its section another name with it. */
  #place(section: string): Hash {
    return hashText(JSON.stringify([this.owner.origin, this.owner.project, foldCode(section)]));
  }
}
