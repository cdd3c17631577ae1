import { CompactSections, type PackedLines } from '../../core/lock/compact-sections.js';
import { settledBase } from '../../core/lock/base.js';
import type { SettledKey } from '../../core/merge/base-entry.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { KeyId } from '../../core/keys/key.js';
import type { Report } from '../../core/report/report.js';
import {
  baseOf,
  renderLock,
  renderSection,
  renderSettled,
  replaceSections,
  sameSection,
} from '../../core/lock/lock-file.js';
import { renderMade, withMadeFrom } from '../../core/lock/made-from.js';
import { madeFromAfter } from './made-from-update.js';
import type { ComparedLocale } from '../files/compared-file.js';
import type { CurrentBase } from '../files/current-base.js';
import type { Project } from '../context/project.js';
import { withoutUndoneRemovals } from '../compare/read/removed-keys.js';
import { sectionOf } from '../../core/files/file-set.js';

const NOTHING: ReadonlyMap<KeyId, SettledKey> = new Map();

/** One section of the lock as it will be; `lines` is undefined if it stays as it is. */
export interface Section {
  readonly name: string;
  readonly lines: PackedLines | undefined;
  /** {@link CurrentBase.made}, as {@link renderMade} writes it. */
  readonly made?: PackedLines;
}

/** The section of a language whose base stays as it is. */
export const untouched = ({ section }: Pick<ComparedLocale, 'section'>): Section => ({
  name: section,
  lines: undefined,
});

/** The base as it will be after this run. Holds only what differs from the lock as it was read. */
export class LockUpdate {
  private readonly changed = new CompactSections();
  /** The lines of {@link renderMade} by the names of sections. */
  private readonly made = new CompactSections();
  private readonly seen = new Set<string>();
  /** The path of the lock once this run has written it. */
  written: string | undefined;

  constructor(private readonly project: Project) {
    for (const name of project.obsoleteSections) this.changed.set(name, '');
  }

  /** Its section: what both sides agree on, and what this run settled. */
  settle(current: CurrentBase, settled: ReadonlyMap<KeyId, SettledKey> = NOTHING): Section {
    const { section, base, isSourceFileGone, isMissingOnDisk, isMissingThere, made } = current;
    if (isSourceFileGone || (isMissingOnDisk && settled.size === 0)) return untouched(current);
    const storedLines = this.project.stored.lock.sections.get(section) ?? '';
    if (isMissingThere && settled.size === 0 && storedLines === '') return untouched(current);
    const lines = renderSettled(base, settled);
    if (sameSection(lines, storedLines)) return untouched(current);
    return {
      name: section,
      lines: this.changed.pack(lines),
      ...(made.size > 0 ? { made: this.made.pack(renderMade(made)) } : {}),
    };
  }

  add(section: Section): void {
    this.seen.add(section.name);
    if (section.lines === undefined) this.changed.delete(section.name);
    else this.changed.set(section.name, section.lines);
    if (section.made === undefined) this.made.delete(section.name);
    else this.made.set(section.name, section.made);
  }

  /** It is unknown who changed these keys: their difference is a conflict from now on. */
  markUnknown(section: string, keys: Iterable<KeyId>): void {
    const { lock } = this.project.stored;
    const lines = this.changed.get(section) ?? lock.sections.get(section) ?? '';
    const base = baseOf({ ...lock, sections: new Map([[section, lines]]) }, section);
    const settled = new Map([...keys].map((key) => [key, { unknown: true }] as const));
    this.changed.set(section, renderSection(settledBase(base, settled)));
  }

  /** Whether the lock is to be written. */
  get isChanged(): boolean {
    return this.changed.size > 0;
  }

  /** Whether this run writes the section anew. */
  changes(section: string): boolean {
    return this.changed.has(section);
  }

  /**
   * Whether this run has looked at every locale file here. A lock that could not be read is
   * replaced only then: of a file without a section in the new one a later run would think that it
   * was never synced, and the service's texts would win.
   */
  private comparedAll(): boolean {
    return this.project.allSets.every(({ set }) =>
      set.entry.table.locales.every(
        (locale) =>
          !set.files.has(locale.id) ||
          !set.entry.reach.syncs(locale) ||
          this.seen.has(sectionOf(set, locale)),
      ),
    );
  }

  /** The report, which says so if this run has written the lock. */
  reported(report: Report): Report {
    return this.written === undefined ? report : { ...report, lockWritten: this.written };
  }

  /**
   * Writes the lock if it changes. Returns BASE_NOT_WRITTEN if it cannot: data comes first and the
   * base last, so what was done stays done and must be reported. The next run sets the base again.
   */
  async save(): Promise<LocsyncError | undefined> {
    const { stored, owner, files, found } = this.project;
    // The team's newer locsync could not read what this one would write.
    if (stored.lock.remedy === 'update') return undefined;
    const isSame = this.changed.size === 0 && stored.lock.damaged.size === 0;
    if (isSame && stored.lock.moved !== true) return undefined;
    if (stored.lock.isUnusable && !this.comparedAll()) return undefined;
    const replaced = await withoutUndoneRemovals(files, this.project.allSets, stored.lock, this.changed);
    const own = replaceSections(stored.lock, replaced);
    const changed = new Set(replaced.keys());
    const madeFrom = madeFromAfter(this.project.allSets, stored.lock, own, changed, this.made);
    const sections = withMadeFrom(own, madeFrom);
    try {
      await files.writeParts(found.config.lock, () => renderLock(owner, sections), stored.contentHash);
      this.written = found.config.lock;
      return undefined;
    } catch (error) {
      if (!(error instanceof LocsyncError)) throw error;
      const place = { path: found.config.lock };
      return LocsyncError.of('BASE_NOT_WRITTEN', { reason: error.message }, { place, cause: error });
    }
  }
}
