import type { TextsByKey } from '../../../core/keys/key.js';
import type { BoundSet } from '../../../core/files/bound-set.js';
import { rememberedPromise } from '../../../core/util/collections.js';
import { codesOf } from '../../../core/files/locale-table.js';
import type { Locale } from '../../../core/locales/locale.js';
import { leavesUnder, type LocaleLeaves, rootIn } from '../../../plan/locale-root.js';
import type { RemoteTexts, SourceFile } from '../../../ports/service.js';
import type { Project } from '../../context/project.js';
import { readLocaleFile } from '../../files/read-file.js';
import { ifReadable } from '../../files/unless-failed.js';
import { alignedTexts } from '../read/aligned-texts.js';

/** A file set with its source texts on disk, which show how the service writes its keys. */
export interface UncomparedSet {
  readonly bound: BoundSet<SourceFile>;
  /** The source texts on disk. */
  readonly known: LocaleLeaves;
}

/** The texts of an answer that are not empty, under the keys of the source locale's file. */
export function uncomparedThere(
  { bound, known }: UncomparedSet,
  locale: Locale,
  texts: RemoteTexts,
): TextsByKey {
  const codes = codesOf(bound.set.entry.table, locale);
  const aligned = alignedTexts(texts, codes, { here: known, sourceTexts: known, base: new Map() });
  return new Map([...aligned].filter(([, text]) => text !== ''));
}

/** The texts on disk; none of a file that is missing or cannot be read. */
export async function uncomparedHere(
  { files }: Pick<Project, 'files'>,
  { set }: BoundSet<SourceFile>,
  locale: Locale,
): Promise<TextsByKey> {
  const path = set.files.get(locale.id);
  if (path === undefined) return new Map();
  const leaves = await ifReadable(async () => {
    const { document } = await readLocaleFile(files, path);
    return document && leavesUnder(document, rootIn(document, set, locale, path));
  });
  return new Map(Array.from(leaves ?? [], ([key, { text }]) => [key, text]));
}

/** {@link uncomparedHere} for one file set, which reads each language once. */
export function textsHereOnce(
  project: Pick<Project, 'files'>,
  bound: BoundSet<SourceFile>,
): (locale: Locale) => Promise<TextsByKey> {
  const texts = new Map<string, Promise<TextsByKey>>();
  return (locale) => rememberedPromise(texts, locale.id, () => uncomparedHere(project, bound, locale));
}
