import { sourceCode } from '../../core/files/locale-table.js';
import { isSameCode } from '../../core/locales/locale.js';
import type { KeyId } from '../../core/keys/key.js';
import { pathOfSection } from '../../core/lock/base.js';
import { baseOf } from '../../core/lock/lock-file.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { Lock } from '../../core/lock/lock.js';
import { compilePattern } from '../../core/patterns/compile.js';
import { uploadName } from '../../core/patterns/upload-name.js';
import type { Document, OutlineNode } from '../../formats/format.js';
import type { KeyTree } from '../../plan/rename.js';
import { leavesUnder } from '../../plan/locale-root.js';
import type { ContentHash, Files } from '../../ports/files.js';
import { readLocaleFile } from '../files/read-file.js';
import { languageRoots, type LocalSet } from '../offline/local-sets.js';
import { sectionHere } from '../offline/own-lock.js';

/** One language of a locale file, with the keys that it holds. */
export interface RenameLanguage extends KeyTree {
  /** As it is spelt in the path, or at the top of a file of several languages. */
  readonly code: string;
  /** What is in front of every key in the file. */
  readonly root: readonly string[];
  readonly source: boolean;
  /** Its section of the lock. */
  readonly section: string;
  readonly base: BaseHashes;
}

/** A locale file, read. */
export interface RenameFile {
  readonly path: string;
  readonly document: Document;
  readonly contentHash: ContentHash;
  readonly languages: readonly RenameLanguage[];
}

/** All locale files of a set, and what the lock says of it, files that are gone included. */
export interface RenameSet {
  readonly set: LocalSet;
  /** The source locale's first: the others put new keys where it has them. */
  readonly files: readonly RenameFile[];
  readonly sections: ReadonlyMap<string, BaseHashes>;
}

/** Reads a set. Throws what cannot be read: a key is renamed in all files or in none. */
export async function readSet(files: Files, set: LocalSet, lock: Lock): Promise<RenameSet> {
  const read: RenameFile[] = [];
  for (const { path, code } of set.files) {
    const { document, contentHash } = await readLocaleFile(files, path);
    if (!document || contentHash === undefined) continue;
    const languages = languageRoots(document, code).map((language) =>
      languageOf(set, document, path, language, code === undefined, lock),
    );
    read.push({ path, document, contentHash, languages });
  }
  const isSource = ({ languages }: RenameFile): boolean => languages.some(({ source }) => source);
  read.sort((a, b) => Number(isSource(b)) - Number(isSource(a)));
  const sections = new Map(sectionsOf(lock, set).map((name) => [name, baseOf(lock, name)]));
  return { set, files: read, sections };
}

function languageOf(
  set: LocalSet,
  document: Document,
  path: string,
  { code, root }: { readonly code: string; readonly root: string | undefined },
  several: boolean,
  lock: Lock,
): RenameLanguage {
  const leaves = leavesUnder(document, root);
  const section = sectionHere(lock, { path, code }, several);
  return {
    code,
    leaves,
    section,
    nodes: nodesBelow(document, root),
    root: root === undefined ? [] : [root],
    source: isSameCode(code, sourceCode(set.pattern)),
    base: baseOf(lock, section),
  };
}

/** What a document holds below the key of a language, with paths from there. */
export const nodesBelow = ({ outline }: Document, root: string | undefined): readonly OutlineNode[] =>
  root === undefined
    ? outline
    : outline.flatMap(({ path: [top, ...rest], kind }) =>
        top === root && rest.length > 0 ? [{ path: rest, kind }] : [],
      );

/** The sections of the lock that are about files of this set, whether these are here or not. */
export function sectionsOf(lock: Lock, { name, pattern, files }: LocalSet): readonly string[] {
  const compiled = compilePattern(pattern.path);
  const paths = new Set(files.map(({ path }) => path));
  return [...lock.sections.keys()].filter((section) => {
    const path = pathOfSection(section);
    if (paths.has(path)) return true;
    // A file of several languages has a section for each.
    return (path === section || !compiled.hasLocale) && compiled.match(path)?.template === name;
  });
}

/** All keys of a set that its files or the lock hold. */
export function* keysOf({ files, sections }: RenameSet): Iterable<KeyId> {
  for (const { languages } of files) for (const { leaves } of languages) yield* leaves.keys();
  for (const base of sections.values()) yield* base.keys();
}

/** The name under which a set is uploaded, if it is not the end of another that the service has. */
export function uploadNameOf({ set: { pattern, files, name }, sections }: RenameSet): string {
  const source = files.find(({ code }) => code === undefined || isSameCode(code, sourceCode(pattern)));
  const path = source?.path ?? files[0]?.path ?? [...sections.keys()][0] ?? name;
  return uploadName(pattern.name, path, compilePattern(pattern.path).match(path)?.locale);
}
