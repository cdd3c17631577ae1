import type { Findings } from '../../core/errors/findings.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { BaseOwner } from '../../core/lock/base.js';
import type { FileSet } from '../../core/files/file-set.js';
import type { SourceHistory, SourcesByKey, UploadNote } from '../../core/records/upload-entry.js';
import { UploadRecord } from '../../core/records/upload-record.js';
import type { KeyState } from '../../core/merge/key-state.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import type { Files } from '../../ports/files.js';
import type { Host } from '../../ports/host.js';
import type { MemoryFile } from '../../ports/memory-file.js';
import { withUnmerged, type SourceTextsOfKey } from '../../plan/alterations.js';
import type { Comparison } from '../../plan/comparison.js';
import type { PushActions } from '../../plan/push.js';
import type { ComparedFile } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import type { CurrentBase } from '../files/current-base.js';
import { noteBeside, noteOf, withSources, type TextsAtRisk, type UploadEnds } from './upload-note.js';
import { lostTextErrors, revertedWarnings } from '../file-errors/unclear-uploads.js';
import { recordWarnings, uncoveredUploads } from './uncovered-uploads.js';
import { UploadWriter } from './upload-writer.js';

/**
 * What uploads of earlier runs mean for a file. Its errors name the texts of the service that they
 * have lost, its warnings those that a person, or a late part of an upload, has taken back.
 */
export interface EarlierUploads extends Findings {
  /** Forgets what is settled by now; `named`: the errors are reported, and the base says so. */
  readonly forget: (named: boolean) => void;
}

/** The uploads of this machine in this project whose outcome is unknown, also those of this run. */
export class Uploads {
  readonly #writer: UploadWriter;
  /** Whether the run has found lost texts, which it shows at its end; {@link shown} follows. */
  hasLosses = false;

  private constructor(
    private readonly file: MemoryFile,
    readonly record: UploadRecord,
    private readonly clock: Host['clock'],
  ) {
    this.#writer = new UploadWriter(file, record);
  }

  static open(host: Host, root: string, owner: BaseOwner): Uploads {
    const file = host.uploads(root);
    return new Uploads(file, UploadRecord.read(file.read(), owner, host.clock.date()), host.clock);
  }

  /** What earlier runs have noted, and no later run can use. */
  warnings(): LocsyncError[] {
    this.hasLosses ||= this.record.expired.length > 0;
    return recordWarnings(this.record, this.file.unreadable?.());
  }

  /** See {@link uncoveredUploads}. */
  async uncovered(sets: readonly FileSet[], files: Pick<Files, 'statFingerprints'>): Promise<LocsyncError[]> {
    const uncovered = await uncoveredUploads(this.record, sets, files);
    this.hasLosses ||= uncovered.length > 0;
    return uncovered;
  }

  /** The comparison: what an upload of this machine has put back or altered is a conflict. */
  judge(section: string, comparison: Comparison): Comparison {
    return { ...comparison, states: this.record.judged(section, comparison.states) };
  }

  /** What uploads of earlier runs mean for a file; undefined if none is remembered. */
  earlier({ file, locales, ...sources }: ComparedFile): EarlierUploads | undefined {
    if (!locales.some(({ section }) => this.record.has(section))) return undefined;
    const languages = locales.map(({ section, comparison }) => ({
      section,
      states: withUnmerged(comparison),
    }));
    return this.earlierIn(file, languages, sources);
  }

  /** As {@link earlier}, for languages of a file that were read and not compared. */
  earlierIn(
    file: Pick<LocaleFile, 'path' | 'locales'>,
    languages: readonly { readonly section: string; readonly states: readonly KeyState[] }[],
    { sourceTexts, earlierSources }: SourceHistory,
  ): EarlierUploads {
    const lost = languages.map(({ section, states }) => this.record.lostEarlier(section, states));
    return {
      errors: lostTextErrors(file, lost, true),
      warnings: revertedWarnings(file, lost),
      forget: (named) => {
        this.hasLosses ||= named && lost.some((texts) => Object.values(texts).flat().length > 0);
        const end = { named, sourceTexts, earlierSources };
        for (const { section, states } of languages) this.record.compared(section, states, end);
      },
    };
  }

  /** The keys of which uploads have left something else on the service than the disk's text. */
  alteredEarlier(section: string, states: readonly KeyState[]): readonly KeyId[] {
    const altered = new Set(this.record.lostEarlier(section, states).altered.map(([key]) => key));
    const differing = states.filter(({ here = '', there }) => here !== '' && here !== there);
    return differing.map(({ key }) => key).filter((key) => altered.has(key));
  }

  /**
   * Notes an upload before its first byte leaves. `others`: languages of the source file that it
   * does not hold, and may lose texts of. `changed`: the keys whose source text the run changes.
   */
  async sending(
    { file, locales, earlierSources }: ComparedFile,
    actions: readonly PushActions[],
    others: readonly TextsAtRisk[],
    { changed, sourceTexts }: { readonly changed: TextsByKey; readonly sourceTexts: SourceTextsOfKey },
  ): Promise<void> {
    for (const [i, { section, comparison }] of locales.entries()) {
      const note = noteOf(comparison, actions[i] ?? new Map());
      const own = comparison.where.isSource
        ? note
        : withSources(note, changed.keys(), { sourceTexts, earlierSources });
      this.#writer.add([this.record.sending(file.path, section, own)]);
    }
    for (const texts of others) {
      const note = (): UploadNote => noteBeside(texts, earlierSources);
      this.#writer.add([this.record.sendingBeside(file.path, texts.section, texts, note)]);
    }
    await this.#writer.flush();
  }

  /** Whether an upload of this run may have lost texts that only the service held. */
  mayLose({ file, locales }: ComparedFile): boolean {
    return locales.some(({ section }) => this.record.mayLose(file.path, section));
  }

  /**
   * The errors for texts that an upload of this run has lost, although its response told nothing
   * of it. The keys that it has altered are a conflict in every later comparison. `replaced`: for
   * each language the keys whose texts the run has replaced on purpose, and has named already.
   */
  lossErrors({ file, locales }: ComparedFile, replaced: readonly ReadonlySet<KeyId>[] = []): LocsyncError[] {
    const lost = locales.map(({ section, comparison }, i) =>
      this.record.lostNow(file.path, section, withUnmerged(comparison), replaced[i]),
    );
    const errors = lostTextErrors(file, lost);
    this.hasLosses ||= errors.length > 0;
    return errors;
  }

  /** Texts that an upload of this run has altered: a conflict in every later comparison. */
  noteAltered(section: string, texts: TextsByKey): void {
    if (texts.size === 0) return;
    this.hasLosses = true;
    this.record.noteAltered(section, texts);
  }

  /** The file, compared with what this run has found out about its own uploads. */
  rejudged(compared: ComparedFile): ComparedFile {
    const locales = compared.locales.map((language) => ({
      ...language,
      comparison: this.judge(language.section, language.comparison),
    }));
    return { ...compared, locales };
  }

  /** Settles the upload of a file of which both sides hold all that was edited. */
  settleLanded({ file, locales }: ComparedFile): void {
    for (const { section, comparison } of locales)
      this.record.settleLanded(file.path, section, comparison.states);
  }

  /** Writes down newer texts of a file at once: the run may be killed before it names them. */
  async noteNewer(
    path: string,
    bases: readonly CurrentBase[],
    newer: readonly UploadNote['onlyThere'][],
    sources: readonly SourcesByKey[],
  ): Promise<void> {
    const lines = newer.map((onlyThere, i) =>
      this.record.noteNewer(path, bases[i]?.section ?? '', { onlyThere, sources: sources[i] ?? [] }),
    );
    if (lines.every((line) => line === '')) return;
    this.#writer.add(lines);
    await this.#writer.flush();
  }

  /**
   * Notes the outcome of the upload of a file. Once a text was lost, only {@link shown} writes it:
   * a run that is killed before it shows the text leaves that to the next run.
   */
  ended(path: string, bases: readonly CurrentBase[], { named, ...end }: UploadEnds): void {
    const at = this.clock.date();
    this.hasLosses ||= named.some((keys) => [...keys].length > 0);
    const lines = bases.map(({ section }, i) =>
      this.record.ended(path, section, { ...end, named: named[i] ?? [] }, at),
    );
    // One of which nothing has arrived may still be imported, and lose texts of other languages.
    if (bases.every(({ section }) => this.record.isSettled(path, section)))
      lines.push(this.record.endedBeside(path, at));
    if (!this.hasLosses) this.#writer.add(lines);
  }

  /** Texts of a language that this run has named as lost by an upload of another one. */
  noteNamed(section: string, keys: Iterable<KeyId>): void {
    const named = [...keys];
    this.hasLosses ||= named.length > 0;
    this.record.noteNamed(section, named);
  }

  /** Writes what {@link ended} has noted of whole file sets. */
  async save(): Promise<void> {
    await this.#writer.flush();
    this.record.forgetArrived(this.clock.date());
    if (!this.hasLosses) await this.#writer.compact();
  }

  /**
   * Leaves only what later runs need, unless the run has lost texts to show. Returns a warning if
   * the record could not be written.
   */
  async close(): Promise<LocsyncError[]> {
    this.record.settleCompared();
    const reason = this.hasLosses ? await this.#writer.unsaved() : await this.#writer.close();
    if (reason === undefined) return [];
    return [LocsyncError.of('REPLACED_NOT_KEPT', { reason, file: 'uploads.jsonl' })];
  }

  /** The lost texts were shown: no later run has to name them. */
  async shown(): Promise<void> {
    // If this fails, the next run names them again.
    await this.#writer.close();
  }
}
