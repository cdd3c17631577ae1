import { sourceLeaves } from '../../files/source-leaves.js';
import { uncomparedThere } from '../../compare/other-languages/uncompared-texts.js';
import { LocsyncError } from '../../../core/errors/index.js';
import { isMultilingual } from '../../../core/files/file-set.js';
import { NO_TEXTS, type TextsByKey } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import { type LocaleFile, isSource } from '../../files/locale-file.js';
import type { Project } from '../../context/project.js';
import { readModel } from '../../files/read-file.js';
import { unlessFailed, ifReadable } from '../../files/unless-failed.js';
import { findAtRisk } from './uncompared-at-risk.js';
import { comparedNotUploaded, type BeforeBySet } from './compared.js';
import type { ChangedSources, UncomparedFileSet } from './uncompared.js';

/*
 * An upload of one language may lose texts of others, unseen if this run does not compare them: a
 * language may have no file here. So such languages are read before the first upload: all of them
 * if they are few. If there are many, only file sets whose source text changes are read: all
 * languages if one request returns them, otherwise one. What becomes of a translation of a changed
 * source text shows after the upload how the service acts.
 */

/** If at most this many languages are not uploaded, all are read before the upload and after it. */
export const FEW_LANGUAGES = 16;

/** From this many languages on, one request asks for all, if the service answers it. */
const LEAST_SHARED = 8;

/** If nothing else shows what uploads do, languages are asked for until one has texts. */
const MOST_SAMPLES = 3;

const countOf = (sets: readonly UncomparedFileSet[]): number =>
  sets.reduce((sum, { languages }) => sum + languages.length, 0);

/**
 * What the service holds of the languages that this run does not compare. `losesTexts`: the service
 * is known to lose texts, so that all of them are read. `isFirst`: no upload has been made yet.
 */
export async function readUncompared(
  project: Project,
  chains: readonly (readonly LocaleFile[])[],
  changes: ChangedSources,
  before: BeforeBySet,
  { losesTexts, isFirst }: { readonly losesTexts: boolean; readonly isFirst: boolean },
): Promise<readonly UncomparedFileSet[]> {
  const made = await Promise.all(chains.map((chain) => uncomparedOf(project, chain, changes, before)));
  const sets = made.filter((uncompared) => uncompared !== undefined);
  const isFew = countOf(sets) <= FEW_LANGUAGES;
  const risky = isFew ? sets : sets.filter(({ changed }) => changed.size > 0);
  const isShared = countOf(risky) >= LEAST_SHARED;
  await Promise.all(
    risky.map(async (uncompared) => {
      if (isShared) await readAtOnce(project, uncompared);
      const [first] = uncompared.languages;
      if (first && uncompared.before.size === 0) await read(project, uncompared, first);
    }),
  );
  if (isFew || losesTexts || !risky.some((uncompared) => witnessOf(uncompared) !== undefined))
    await Promise.all(
      risky.flatMap((uncompared) =>
        uncompared.languages
          .filter(({ id }) => !uncompared.before.has(id))
          .map((locale) => read(project, uncompared, locale)),
      ),
    );
  const isSeen = chains.some((chain) => comparedNotUploaded(before, chain).some(({ count }) => count > 0));
  if (isFirst && !isSeen) await readSample(project, sets);
  await findAtRisk(project, sets, isFew);
  return sets;
}

/** Reads a language that shows whether uploads leave the others alone, if none has been read. */
async function readSample(project: Project, sets: readonly UncomparedFileSet[]): Promise<void> {
  const [uncompared] = sets;
  if (!uncompared || sets.some(({ before }) => [...before.values()].some(({ size }) => size > 0))) return;
  const rank = (locale: Locale): number => Number(isSource(uncompared.bound, locale));
  for (const locale of uncompared.languages.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_SAMPLES)) {
    if (!uncompared.before.has(locale.id)) await read(project, uncompared, locale);
    if ((uncompared.before.get(locale.id)?.size ?? 1) > 0) return;
  }
}

/** A language that held a translation of a source text that changes. */
export const witnessOf = ({ languages, before, changed }: UncomparedFileSet): Locale | undefined =>
  languages.find(({ id }) => {
    const texts = before.get(id);
    return texts !== undefined && [...changed.keys()].some((key) => texts.has(key));
  });

async function uncomparedOf(
  project: Project,
  chain: readonly LocaleFile[],
  changes: ChangedSources,
  before: BeforeBySet,
): Promise<UncomparedFileSet | undefined> {
  const [first] = chain;
  const source = first?.bound.sourceFile;
  if (!first || !source || isMultilingual(first.bound.set)) return undefined;
  const { bound } = first;
  const compared = new Set(
    [...chain, ...(before.get(bound.set) ?? []).map(({ file }) => file)].flatMap(({ locales }) =>
      locales.map(({ id }) => id),
    ),
  );
  const rest = bound.set.entry.table.locales.filter(({ id }) => !compared.has(id));
  if (rest.length === 0) return undefined;
  // If a language has a file here, most of its texts are on disk: those without one come first.
  const hasFile = ({ id }: Locale): number => Number(bound.set.files.has(id));
  const languages = rest.toSorted((a, b) => hasFile(a) - hasFile(b));
  const model = await readModel(project, first);
  const known = sourceLeaves(undefined, model, first);
  const changed = changes.get(bound.set) ?? NO_TEXTS;
  return { bound, source, changed, known, languages, before: new Map(), atRisk: new Map(), earlier: [] };
}

async function readAtOnce(project: Project, uncompared: UncomparedFileSet): Promise<void> {
  const asked = await ifReadable(() =>
    project.service.textsOfAllLanguages(uncompared.source, project.locales),
  );
  if (!asked) return;
  for (const locale of uncompared.languages) {
    const texts = asked.texts().byLocale.get(locale.id);
    if (texts) uncompared.before.set(locale.id, uncomparedThere(uncompared, locale, texts));
  }
}

/** An error of reading says nothing: the upload has errors of its own. */
async function read(project: Project, uncompared: UncomparedFileSet, locale: Locale): Promise<void> {
  const texts = await textsNow(project, uncompared, locale);
  if (!(texts instanceof LocsyncError)) uncompared.before.set(locale.id, texts);
}

/** What the service holds of a language now. */
export const textsNow = (
  project: Project,
  uncompared: UncomparedFileSet,
  locale: Locale,
): Promise<TextsByKey | LocsyncError> =>
  unlessFailed(async () =>
    uncomparedThere(
      uncompared,
      locale,
      await project.service.texts(uncompared.source, locale, project.locales),
    ),
  );
