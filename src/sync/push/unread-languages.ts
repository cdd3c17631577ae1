import { alignedTexts } from '../aligned-texts.js';
import { LocsyncError } from '../../core/errors/index.js';
import { isMultilingual, pathOf } from '../../core/files/file-set.js';
import { codesOf } from '../../core/files/locale-table.js';
import type { KeyId } from '../../core/keys/key.js';
import type { Locale } from '../../core/locales/locale.js';
import { nameKeys } from '../report/rows.js';
import type { TextsByKey } from '../../plan/altered.js';
import { isSourceForm } from '../../plan/receipt.js';
import { leavesUnder, localeRoot, type LocaleLeaves } from '../../plan/locale-root.js';
import type { RemoteTexts } from '../../ports/service.js';
import { sectionName } from '../../core/merge/base.js';
import type { LocaleFile } from '../locale-file.js';
import { sourceSection } from '../locale-files.js';
import type { Project } from '../project.js';
import { readLocaleFile, readModel } from '../read-file.js';
import { unlessFailed } from '../unless-failed.js';
import type { HeldBySet } from './held-before.js';
import { alteredOthersError, isAlteredForm } from './altered-others.js';
import { lostError } from './lost-error.js';
import type { Found } from './other-language.js';
import type { ChangedSources, Unread } from './unread.js';

/*
 * A service may drop, empty or replace translations when their source text changes. A language that
 * this run does not compare, such as one without a file here, would lose them unseen. So the texts
 * of such languages are read before a changed source text goes up: all of them if the service
 * answers them at once, else of one language. What becomes of a translation of a changed source
 * text shows after the upload how the service acts.
 */

/** So many languages are asked for at once, if the service gives them so. */
const LEAST_SHARED = 8;

/**
 * What the service holds of the languages that this run does not compare, for the file sets of
 * which it changes source texts. `takes`: the service is known to take translations, so that all of
 * them are read.
 */
export async function readUnread(
  project: Project,
  chains: readonly (readonly LocaleFile[])[],
  changes: ChangedSources,
  held: HeldBySet,
  takes: boolean,
): Promise<readonly Unread[]> {
  const made = await Promise.all(chains.map((chain) => unreadOf(project, chain, changes, held)));
  const all = made.filter((one) => one !== undefined);
  const risky = all.filter(({ changed }) => changed.size > 0);
  const isShared = risky.reduce((sum, { languages }) => sum + languages.length, 0) >= LEAST_SHARED;
  await Promise.all(
    risky.map(async (one) => {
      if (isShared) await readAtOnce(project, one);
      const [first] = one.languages;
      if (first && one.held.size === 0) await read(project, one, first);
    }),
  );
  const shows = risky.some((one) => witnessOf(one) !== undefined);
  if (takes || !shows)
    await Promise.all(
      risky.flatMap((one) =>
        one.languages.filter(({ id }) => !one.held.has(id)).map((locale) => read(project, one, locale)),
      ),
    );
  return all;
}

/** A language that held a translation of a source text that changes. */
export const witnessOf = ({ languages, held, changed }: Unread): Locale | undefined =>
  languages.find(({ id }) => {
    const texts = held.get(id);
    return texts !== undefined && [...changed.keys()].some((key) => texts.has(key));
  });

async function unreadOf(
  project: Project,
  chain: readonly LocaleFile[],
  changes: ChangedSources,
  held: HeldBySet,
): Promise<Unread | undefined> {
  const [first] = chain;
  const source = first?.bound.source;
  if (!first || !source || isMultilingual(first.bound.set)) return undefined;
  const { bound } = first;
  const compared = new Set(
    [...chain, ...(held.get(bound) ?? []).map(({ file }) => file)].flatMap(({ locales }) =>
      locales.map(({ id }) => id),
    ),
  );
  const rest = bound.set.entry.table.locales.filter(({ id }) => !compared.has(id));
  if (rest.length === 0) return undefined;
  // Of a file that is here, most texts are on disk.
  const hasFile = ({ id }: Locale): number => Number(bound.set.files.has(id));
  const languages = rest.toSorted((a, b) => hasFile(a) - hasFile(b));
  const model = await readModel(project, first);
  const known: LocaleLeaves = model && !model.standsIn ? leavesUnder(model.document, model.root) : new Map();
  return { bound, source, changed: changes.get(bound) ?? new Map(), known, languages, held: new Map() };
}

async function readAtOnce(project: Project, unread: Unread): Promise<void> {
  const asked = await unlessFailed(() => project.service.textsOfAllLanguages(unread.source, project.locales));
  if (asked instanceof LocsyncError) return;
  for (const locale of unread.languages) {
    const texts = asked.texts().byLocale.get(locale.id);
    if (texts) unread.held.set(locale.id, heldTexts(unread, locale, texts));
  }
}

/** An error of reading says nothing: the upload has errors of its own. */
async function read(project: Project, unread: Unread, locale: Locale): Promise<void> {
  const texts = await textsNow(project, unread, locale);
  if (!(texts instanceof LocsyncError)) unread.held.set(locale.id, texts);
}

const textsNow = (project: Project, unread: Unread, locale: Locale): Promise<TextsByKey | LocsyncError> =>
  unlessFailed(async () =>
    heldTexts(unread, locale, await project.service.texts(unread.source, locale, project.locales)),
  );

/** The texts of an answer that are not empty, under the keys of the source locale's file. */
function heldTexts({ bound, known }: Unread, locale: Locale, texts: RemoteTexts): TextsByKey {
  const codes = codesOf(bound.set.entry.table, locale);
  const aligned = alignedTexts(texts, codes, { here: known, source: known, base: new Map() });
  return new Map([...aligned].filter(([, text]) => text !== ''));
}

/** What one language has lost since it was read. */
export interface UnreadLoss extends Found {
  /** The service drops, empties, replaces or alters texts of languages that were not uploaded. */
  readonly takes: boolean;
}

const KEPT: UnreadLoss = { errors: [], warnings: [], takes: false };

/** Compares a language with what it held before; `path` is the file that was uploaded. */
export async function lossOf(
  project: Project,
  path: string,
  unread: Unread,
  locale: Locale,
): Promise<UnreadLoss | LocsyncError> {
  const before = unread.held.get(locale.id);
  if (!before) return unknownLossOf(project, path, unread, locale);
  const now = await textsNow(project, unread, locale);
  if (now instanceof LocsyncError) return now;
  const section = sectionName(pathOf(unread.bound.set, locale), undefined);
  const source = sourceSection(unread.bound);
  const { replaced } = project;
  const isAltered = (key: KeyId, text: string): boolean => {
    const left = now.get(key) ?? '';
    return isAlteredForm(text, left) || replaced.wasReplacedHere(section, key, left);
  };
  const taken = [...before].filter(([key, text]) => {
    const left = now.get(key);
    if (left === undefined) return true;
    if (left === text) return false;
    const isSource = source !== undefined && replaced.wasReplaced(source, key, left);
    return isSource || isSourceForm(unread.changed.get(key) ?? '', left) || isAltered(key, text);
  });
  if (taken.length === 0) return KEPT;
  const here = await textsHere(project, unread, locale);
  const lost = new Map(taken.filter(([key, text]) => here.get(key) !== text));
  const altered = new Map(taken.filter(([key, text]) => here.get(key) === text && isAltered(key, text)));
  const isEmptied = now.size === 0;
  const errors: LocsyncError[] = [];
  if (lost.size > 0 || isEmptied)
    errors.push(lostError(path, locale, isEmptied ? { count: before.size } : undefined, lost));
  if (altered.size === 0) return { errors, warnings: [], takes: true };
  errors.push(alteredOthersError(path, pathOf(unread.bound.set, locale), locale, altered));
  return { errors, warnings: [], takes: true, doubted: new Map([[section, [...altered.keys()]]]) };
}

/** What a language may have lost that was not read before, once the service is known to take. */
async function unknownLossOf(
  project: Project,
  path: string,
  unread: Unread,
  locale: Locale,
): Promise<UnreadLoss | LocsyncError> {
  const now = await textsNow(project, unread, locale);
  if (now instanceof LocsyncError) return now;
  // What the disk holds may be older.
  const gone = [...unread.changed].flatMap(([key, text]) => {
    const left = now.get(key);
    return left === undefined || isSourceForm(text, left) ? [key] : [];
  });
  const isEmpty = now.size === 0;
  if (gone.length === 0 && !isEmpty) return KEPT;
  const args = {
    locale: locale.code,
    tag: locale.tag,
    isEmpty,
    count: gone.length,
    keys: nameKeys(gone, Infinity),
  };
  const error = LocsyncError.of('UPLOAD_LOST_UNREAD', args, { place: { path } });
  return { errors: [error], warnings: [], takes: true };
}

/** The texts on disk of a language that the run does not compare. */
async function textsHere(
  { files }: Project,
  { bound: { set } }: Unread,
  locale: Locale,
): Promise<ReadonlyMap<KeyId, string | undefined>> {
  const path = set.files.get(locale.id);
  if (path === undefined) return new Map();
  const read = await unlessFailed(async () => {
    const { document } = await readLocaleFile(files, path);
    return document && leavesUnder(document, localeRoot(document, locale, set.entry.table, path));
  });
  if (!read || read instanceof LocsyncError) return new Map();
  return new Map([...read].map(([key, { text }]) => [key, text]));
}
