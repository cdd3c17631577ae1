import { LocsyncError } from '../../core/errors/index.js';
import type { FilePattern } from '../../core/config/types.js';
import { serviceCode, sourceCode } from '../../core/files/locale-table.js';
import { isSameCode } from '../../core/locales/locale.js';
import { afterRemoval } from '../../core/merge/base-entry.js';
import { pathOfSection } from '../../core/lock/base.js';
import { baseOf, wasSynced } from '../../core/lock/lock-file.js';
import { madeFromIn } from '../../core/lock/made-from.js';
import type { Lock } from '../../core/lock/lock.js';
import { compilePattern } from '../../core/patterns/compile.js';
import { unsafePath } from '../../core/patterns/paths.js';
import type { PatternMatch } from '../../core/patterns/pattern.js';
import { expand } from '../../core/patterns/template.js';
import { uploadName } from '../../core/patterns/upload-name.js';
import type { Files } from '../../ports/files.js';
import { leadsByLink } from '../files/linked-path.js';
import { languageFilter } from '../offline/local-codes.js';
import { type LocalSet } from '../offline/local-sets.js';
import { sectionsOf } from './read.js';
import type { MovedSection } from '../local-state/move-uploads.js';
import type { FileChange, SectionChange } from './write.js';

/** What a rename or removal of a file set does. */
export interface FileChanges {
  readonly changes: readonly FileChange[];
  readonly sections: readonly SectionChange[];
  /** Each file with its new path; undefined for files that go. */
  readonly rows: readonly {
    readonly path: string;
    readonly locale: string;
    readonly to: string | undefined;
  }[];
  /** Sections whose files keep their name on the service, with their new names. */
  readonly moved: readonly MovedSection[];
  /** The name of the source file that is left on the service, as far as the lock knows. */
  readonly left: string | undefined;
  /** Those of which the lock has nothing: it cannot say that they were removed. */
  readonly unremembered: readonly string[];
}

/** How the configuration reads a path. */
interface ReadPath {
  readonly pattern: FilePattern;
  readonly match: PatternMatch;
}

/** The first pattern that reads a path with a language in it, or else the first that reads it. */
function readPath(patterns: readonly FilePattern[], path: string, lock: Lock): ReadPath | undefined {
  const isLanguage = languageFilter(patterns, lock);
  let first: ReadPath | undefined;
  for (const pattern of patterns) {
    const codes = [sourceCode(pattern), ...pattern.localeMap.values()];
    const match = compilePattern(pattern.path).match(path, codes);
    if (!match) continue;
    if (match.locale === undefined || isLanguage(pattern, match.locale)) return { pattern, match };
    first ??= { pattern, match };
  }
  return first;
}

/** The set of a path, even if that file is gone: by its other files, or by the lock. */
export function setOfPath(
  patterns: readonly FilePattern[],
  sets: readonly LocalSet[],
  lock: Lock,
  path: string,
): LocalSet | undefined {
  const own = sets.find(({ files }) => files.some((file) => file.path === path));
  if (own) return own;
  const read = readPath(patterns, path, lock);
  if (!read) return undefined;
  const name: string = read.match.template;
  const set = sets.find((candidate) => candidate.name === name) ?? { name, pattern: read.pattern, files: [] };
  return set.files.length > 0 || sectionsOf(lock, set).length > 0 ? set : undefined;
}

/**
 * Plans another place for every file of a set. Throws MOVE_NOT_FOUND if no pattern finds the files
 * there, MOVE_NO_FILES, FILE_TAKEN if one is there already, and FILE_IS_LINK.
 */
export async function planFileMove(
  files: Files,
  patterns: readonly FilePattern[],
  set: LocalSet,
  lock: Lock,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<FileChanges> {
  const target = readPath(patterns, to, lock);
  const old = readPath([set.pattern], from, lock);
  const unsafe = unsafePath(to);
  if (unsafe !== undefined)
    throw LocsyncError.of('PATH_UNSAFE', { path: to, reason: unsafe }, { place: { path: to } });
  if (!target) throw LocsyncError.of('MOVE_NOT_FOUND', { path: to });
  const code = old?.match.locale;
  if (!isSameCode(target.match.locale ?? '', code ?? ''))
    throw LocsyncError.of('MOVE_OTHER_LOCALE', { from, to });
  // Only the code is spelt otherwise: that is one file and not the set.
  if (from !== to && target.match.template === old?.match.template)
    throw LocsyncError.of('MOVE_SPELLING', { from, to });
  // Somebody may have moved them by hand, and the lock is to follow.
  const isMoved = async (): Promise<boolean> => (await files.readBytes(to)) !== undefined;
  if (set.files.length === 0 && !(await isMoved())) throw LocsyncError.of('MOVE_NO_FILES', { from, to });
  const changes: FileChange[] = [];
  const rows: { path: string; locale: string; to: string }[] = [];
  const places = new Map<string, string>();
  for (const { path, code: tag = '' } of set.files) {
    const next = expand(target.match.template, tag);
    places.set(path, next);
    if (next === path) continue;
    for (const one of [path, next]) refuseLink(files, one);
    // Through a linked folder, say: the old file would go, and both with it.
    const identity = files.identities([path, next]);
    if (identity.get(path) !== undefined && identity.get(path) === identity.get(next))
      throw LocsyncError.of('FILE_TAKEN', {}, { place: { path: next } });
    // undo removes nothing that is reached through a link.
    if (leadsByLink(files, next)) throw LocsyncError.of('FILE_IS_LINK', {}, { place: { path: next } });
    const [found, there] = await Promise.all([files.read(path), files.read(next)]);
    if (!found) continue;
    // A run that was killed has written the new one, and not removed the old one yet.
    if (there && there.contentHash !== found.contentHash)
      throw LocsyncError.of('FILE_TAKEN', {}, { place: { path: next } });
    const locales = [{ locale: serviceCode(set.pattern.localeMap, tag), keys: 0 }];
    const { text, contentHash } = found;
    const mode = files.modeOf(path);
    if (!there) changes.push({ path: next, before: undefined, contentHash: undefined, text, mode, locales });
    changes.push({ path, before: text, contentHash, text: undefined, mode, locales });
    rows.push({ path, locale: locales[0]?.locale ?? tag, to: next });
  }
  const oldName = uploadName(set.pattern.name, from, code);
  // Spelt as the file is, however the new path spells the locale.
  const moved = expand(target.match.template, code ?? '');
  const newName = uploadName(target.pattern.name, moved, code);
  // Without a `name` a source file is found by the end of a path, too: it stays that of the set.
  const isSame = oldName === newName || (target.pattern.name === 'path' && newName.endsWith(`/${oldName}`));
  const gone = goneSections(lock, set);
  const known = sourceName(set) ?? oldName;
  if (!isSame && set.files.length > 0) await refuseMissing(files, lock, gone, set, target.match.template);
  const unremembered = gone.length === 0 && rows.length > 0 ? [known] : [];
  if (!isSame)
    return {
      unremembered,
      changes,
      rows,
      sections: gone,
      moved: [],
      left: gone.length > 0 ? known : undefined,
    };
  const moves = gone.flatMap(({ name, path }) => {
    const own = compilePattern(set.pattern.path).match(path)?.locale ?? '';
    const next = places.get(path) ?? expand(target.match.template, own);
    return next === path ? [] : [{ name, path, next, section: next + name.slice(path.length) }];
  });
  const sections = moves.flatMap(({ name, path, next, section }): SectionChange[] => [
    { name, base: new Map(), madeFrom: new Map(), path },
    { name: section, base: baseOf(lock, name), madeFrom: madeFromIn(lock, name), path: next },
  ]);
  const movedSections = moves.map(({ name, section }) => ({ from: name, to: section }));
  return { changes, rows, sections, moved: movedSections, left: undefined, unremembered: [] };
}

/**
 * Throws MOVE_MISSING if a language that was synced has no file, neither here nor at the new place:
 * the new source file would never get its texts, and they would count as removed on purpose.
 */
async function refuseMissing(
  files: Files,
  lock: Lock,
  gone: readonly SectionChange[],
  { pattern }: LocalSet,
  to: PatternMatch['template'],
): Promise<void> {
  for (const { name, path } of gone) {
    if (path !== name || !wasSynced(lock, name) || (await files.readBytes(path))) continue;
    const code = compilePattern(pattern.path).match(path)?.locale ?? '';
    if (!(await files.readBytes(expand(to, code))))
      throw LocsyncError.of('MOVE_MISSING', { path }, { place: { path } });
  }
}

/** Plans the removal of every file of a set. Throws FILE_IS_LINK. */
export async function planFileRemoval(
  files: Files,
  set: LocalSet,
  lock: Lock,
  path: string,
): Promise<FileChanges> {
  const changes: FileChange[] = [];
  const rows: { path: string; locale: string; to: undefined }[] = [];
  for (const file of set.files) {
    refuseLink(files, file.path);
    const found = await files.read(file.path);
    if (!found) continue;
    const locale = serviceCode(set.pattern.localeMap, file.code ?? '');
    const { text: before, contentHash } = found;
    const locales = [{ locale, keys: 0 }];
    const mode = files.modeOf(file.path);
    changes.push({ path: file.path, before, contentHash, text: undefined, mode, locales });
    rows.push({ path: file.path, locale, to: undefined });
  }
  const gone = goneSections(lock, set);
  // The files are there, only not by their own path: nothing was removed.
  for (const one of set.files.length === 0 ? gone : [])
    if (leadsByLink(files, one.path) && (await files.readBytes(one.path)))
      throw LocsyncError.of('FILE_IS_LINK', {}, { place: { path: one.path } });
  const code = readPath([set.pattern], path, lock)?.match.locale;
  const name = sourceName(set) ?? uploadName(set.pattern.name, path, code);
  const unremembered = gone.length === 0 && rows.length > 0 ? [name] : [];
  const left = gone.length > 0 ? name : undefined;
  return { changes, rows, sections: gone, moved: [], left, unremembered };
}

/** The name of a set's source file, after the source locale's file; undefined without one here. */
function sourceName({ files, pattern }: LocalSet): string | undefined {
  const file = files.find(({ code }) => isSameCode(code ?? '', sourceCode(pattern)));
  return file && uploadName(pattern.name, file.path, file.code);
}

/** As git does, a link would go by its own name, but `undo` can put only its text back. */
function refuseLink(files: Files, path: string): void {
  if (files.isLink(path)) throw LocsyncError.of('FILE_IS_LINK', {}, { place: { path } });
}

/** The sections of a set once all of it is gone on purpose. */
function goneSections(lock: Lock, set: LocalSet): SectionChange[] {
  return sectionsOf(lock, set).map((name) => {
    const base = [...baseOf(lock, name)].flatMap(([key, entry]) => {
      const after = afterRemoval(entry);
      return after === undefined ? [] : [[key, after] as const];
    });
    return { name, base: new Map(base), madeFrom: new Map(), path: pathOfSection(name) };
  });
}
