import { serviceCode, sourceCode } from '../core/files/locale-table.js';
import { keyMatcher } from '../core/keys/key-glob.js';
import { keyName, type KeyId } from '../core/keys/key.js';
import { foldCode } from '../core/locales/locale.js';
import { heldHere } from '../core/merge/base-entry.js';
import { hashText } from '../core/merge/hash.js';
import { baseOf } from '../core/lock/lock-file.js';
import { madeFromIn, renderChanged, renderMadeFrom, type StaleKey } from '../core/lock/made-from.js';
import { localRow, type FileReport } from '../core/report/file-report.js';
import { reportOf, type Report } from '../core/report/report.js';
import type { Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import { openWithFiles, withRunLock } from '../sync/load/connect.js';
import { append } from '../core/util/collections.js';
import { touchedSets } from '../sync/load/path-arguments.js';
import {
  findSets,
  localeFilter,
  readLanguages,
  type LocalSet,
  type Language,
} from '../sync/offline/local-sets.js';
import {
  readOwnLock,
  refuseUnusable,
  sectionHere,
  staleHere,
  type OwnLock,
  usableLock,
} from '../sync/offline/own-lock.js';
import { quantity } from '../core/text/wording.js';
import type { OptionsOf } from '../options/types.js';

/** What `locsync accept` was asked for. */
type AcceptCommandOptions = OptionsOf<'accept'> & { readonly paths: readonly string[] };

/** The stale translations of one language of a file that were accepted. */
interface AcceptedLanguage {
  readonly row: FileReport;
  readonly section: string;
  /** What the lock says of the section's translations from now on. */
  readonly lines: string;
}

/**
 * Says that stale translations still fit their source texts: the lock remembers these as what they
 * were made from. Needs no service, and changes nothing but the lock.
 */
export async function accept(host: Host, options: AcceptCommandOptions): Promise<Report> {
  const { found, files } = await openWithFiles(host, options);
  const { config } = found;
  const sets = await findSets(files, config.files, await usableLock(files, config.lock));
  const allFiles = sets.flatMap((set) => set.files);
  const touched = await touchedSets(allFiles, ({ path }) => [path], { ...options, found, files });
  const wants = localeFilter(sets, options.locale);
  const isWanted = (set: LocalSet, { path, code }: Language): boolean =>
    touched.some((file) => file.path === path) && wants(set, code);
  const names = options.key === undefined ? undefined : keyMatcher([options.key]);
  return withRunLock(files, async () => {
    const stored = await readOwnLock(files, config.lock);
    const accepted: AcceptedLanguage[] = [];
    for (const set of sets) {
      host.signal.throwIfAborted();
      if (!set.files.some((file) => touched.includes(file))) continue;
      append(accepted, await acceptIn(files, set, stored, isWanted, names));
    }
    await save(files, config.lock, stored, accepted);
    return acceptReport(accepted);
  });
}

async function acceptIn(
  files: Files,
  set: LocalSet,
  { lock }: OwnLock,
  isWanted: (set: LocalSet, language: Language) => boolean,
  names: ((key: KeyId) => boolean) | undefined,
): Promise<readonly AcceptedLanguage[]> {
  const wanted = foldCode(sourceCode(set.pattern));
  const sourceFile = set.files.find(({ code }) => code === undefined || foldCode(code) === wanted);
  if (!sourceFile) return [];
  const several = sourceFile.code === undefined;
  const inSource = await readLanguages(files, sourceFile.path, sourceFile.code);
  const source = inSource.find(({ code }) => foldCode(code) === wanted);
  if (!source) return [];
  const sourceBase = baseOf(lock, sectionHere(lock, source, several));
  const accepted: AcceptedLanguage[] = [];
  for (const file of set.files) {
    const languages = file === sourceFile ? inSource : await readLanguages(files, file.path, file.code);
    for (const language of languages) {
      if (language === source || !isWanted(set, language)) continue;
      const staleKeys = staleHere(lock, source, language, several);
      const accepting = staleKeys.filter(({ key }) => names?.(key) ?? true);
      if (accepting.length === 0) continue;
      const section = sectionHere(lock, language, several);
      const entries = new Map(madeFromIn(lock, section));
      for (const { key } of accepting) {
        const currentHash = hashText(source.leaves.get(key)?.text ?? '');
        const text = hashText(language.leaves.get(key)?.text ?? '');
        if (heldHere(sourceBase.get(key)) === currentHash) entries.delete(key);
        else entries.set(key, { source: currentHash, text });
      }
      accepted.push({
        row: rowOf(set, language, accepting, staleKeys),
        section,
        lines: renderMadeFrom(entries),
      });
    }
  }
  return accepted;
}

function rowOf(
  { pattern }: LocalSet,
  { path, code, leaves }: Language,
  accepting: readonly StaleKey[],
  all: readonly StaleKey[],
): FileReport {
  const translated = [...leaves.values()].filter(({ text }) => text !== '').length;
  const keys = { total: leaves.size, translated, stale: all.length - accepting.length };
  const locale = serviceCode(pattern.localeMap, code);
  const accepted = accepting.map(({ key }) => keyName(key)).sort();
  return { ...localRow(path, locale, 'in-sync', keys), accepted };
}

/** Writes the lock. Throws LOCK_UNREADABLE if it cannot be used. */
async function save(
  files: Files,
  path: string,
  stored: OwnLock,
  accepted: readonly AcceptedLanguage[],
): Promise<void> {
  refuseUnusable(stored, path);
  const { lock, contentHash, owner } = stored;
  if (accepted.length === 0 || owner === undefined) return;
  const madeFrom = new Map(lock.madeFrom);
  for (const { section, lines } of accepted) madeFrom.set(section, lines);
  await files.writeParts(path, renderChanged(owner, lock, new Map(), madeFrom), contentHash);
}

function acceptReport(accepted: readonly AcceptedLanguage[]): Report {
  const files = accepted.map(({ row }) => row);
  const count = files.reduce((sum, file) => sum + (file.accepted?.length ?? 0), 0);
  const lines = files.map(
    ({ path, locale, accepted: keys = [] }) => `${path} (${locale}): ${keys.join(', ')}`,
  );
  const notes =
    count === 0
      ? ['Nothing to accept: none of these translations is stale.']
      : [...lines, `Accepted ${quantity(count, 'translation')}. Commit the lock.`];
  return reportOf({ command: 'accept', summary: { accepted: count }, files, notes });
}
