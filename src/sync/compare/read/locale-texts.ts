import { codeOfNew, isMultilingual, sectionOf } from '../../../core/files/file-set.js';
import type { KeyId } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import { saysSynced } from '../../../core/merge/base-entry.js';
import type { BaseHashes } from '../../../core/merge/key-state.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import type { Versions } from '../../../plan/comparison.js';
import {
  hasRoot,
  languageRoot,
  leavesUnder,
  localeRoot,
  refuseRootWithoutRegion,
  type LocaleLeaves,
} from '../../../plan/locale-root.js';
import type { SetModel } from '../../../plan/set-model.js';
import type { Project } from '../../context/project.js';
import type { ReadFile } from '../../files/compared-file.js';
import type { LocaleFile } from '../../files/locale-file.js';
import { inOwnShape, modelWithin, sourceLeaves } from '../../files/source-leaves.js';
import type { FileAnswers } from './file-set-texts.js';
import { baseToCompare, formerKeys } from './removed-keys.js';

/** A locale file with all that was read of it. */
export interface FileToCompare {
  readonly file: LocaleFile;
  readonly read: ReadFile;
  /** The service's answers for the file's languages, in their order. */
  readonly remote: FileAnswers;
  readonly model: SetModel | undefined;
  /** What the service has of the source locale, if the set does not have a file yet. */
  readonly sourceAnswer?: Versions['sourceTexts'];
  /** A source file that is gone counts as a new one. */
  readonly forgetGone: boolean;
  /** A new file begins with its language. */
  readonly isRooted: boolean;
  readonly isSynced: boolean;
  /** The keys of all locales of a set that has no source texts here. */
  readonly union: ReadonlySet<KeyId> | undefined;
}

/** What the disk and the lock have of one language of a locale file. */
export interface LocaleTexts {
  /** The name of its section in the lock. */
  readonly section: string;
  /** The top-level key that holds the language, if one does. */
  readonly root: string | undefined;
  /** The part of the base that `ignoreKeys` names. */
  readonly ignoredBase: BaseHashes;
  /** The language was synced with a source file that the service no longer has. */
  readonly isSourceFileGone: boolean;
  /** All versions but the service's. */
  readonly versions: Omit<Versions, 'there'>;
  readonly sourceTexts: LocaleLeaves;
  /** The source texts by the keys of the source locale, and by these the keys of this language. */
  readonly source: LocaleLeaves;
  readonly keysBySource: ReadonlyMap<KeyId, KeyId> | undefined;
}

/** Reads one language. `givenBase` is its base if that is newer than the lock. */
export function localeTexts(
  project: Project,
  compared: FileToCompare,
  locale: Locale,
  givenBase?: BaseHashes,
): LocaleTexts {
  const { file, read, model, isSynced, union } = compared;
  const { set, sourceFile } = file.bound;
  const { ignores } = set.entry.reach;
  const section = sectionOf(set, locale);
  const stored = givenBase ?? baseOf(project.stored.lock, section);
  // What was removed on purpose leaves nothing that a source file would be missed for.
  const isKnown = project.unlisted.has(file.bound) || [...stored.values()].some(saysSynced);
  const isGone = sourceFile === undefined && stored.size > 0 && isKnown;
  const root = rootOf(compared, locale);
  // Without the file nothing of it was deleted key by key: pull writes it anew.
  const here = read.document ? leavesUnder(read.document, root) : NO_LEAVES;
  const base =
    sourceFile === undefined && (!isGone || compared.forgetGone)
      ? NO_BASE
      : baseToCompare(project, file, locale, stored, read.document && here);
  const exists =
    read.document !== undefined && (!isMultilingual(set) || here.size > 0 || hasRoot(read.document, root));
  const source = sourceLeaves(read.document, model, file);
  const { sourceTexts, keysBySource } = inOwnShape(here, source);
  const substitute = here.size === 0 ? (model ?? modelWithin(read.document, file)) : undefined;
  const like = substitute?.isSubstitute
    ? leavesUnder(substitute.document, substitute.root)
    : compared.sourceAnswer;
  const former = read.document ? undefined : formerKeys(stored, like ?? sourceTexts);
  const [top] = read.document?.top ?? [];
  const isList = (top ?? model?.document.top[0])?.item !== undefined;
  const mayMerge = read.format.hasMergeKeys && !isList;
  return {
    section,
    root,
    ignoredBase: ignores ? new Map([...stored].filter(([key]) => ignores(key))) : NO_BASE,
    isSourceFileGone: isGone && !compared.forgetGone,
    versions: { here, sourceTexts, like, former, union, base, exists, isSynced, isList, mayMerge, ignores },
    sourceTexts,
    source,
    keysBySource,
  };
}

/** The top-level key that holds the language, or will hold it once the file is written. */
function rootOf({ file, read, model, isRooted }: FileToCompare, locale: Locale): string | undefined {
  const { set } = file.bound;
  const { table } = set.entry;
  if (isMultilingual(set)) return languageRoot(read.document, locale, table);
  const rootOfNew = isRooted ? codeOfNew(set, locale) : undefined;
  if (!read.document) return rootOfNew;
  const root = localeRoot(read.document, locale, table, file.path);
  if (root === undefined && model?.root !== undefined)
    refuseRootWithoutRegion(read.document, locale, file.path);
  return root ?? (read.document.top.length === 0 ? rootOfNew : undefined);
}

const NO_BASE: BaseHashes = new Map();
const NO_LEAVES: LocaleLeaves = new Map();
