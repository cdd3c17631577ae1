import { sourceCode } from '../../core/files/locale-table.js';
import { pluralGroups, pluralTypeOf } from '../../core/check/plural-keys.js';
import { missingForms } from '../../core/check/plural-forms.js';
import { loadIcuIfNeeded } from '../../core/check/check-message.js';
import { isPseudoText, pseudoText } from '../../core/check/pseudo.js';
import { LocsyncError } from '../../core/errors/index.js';
import { keyId, keyName, keyPath, type KeyId, type TextsByKey } from '../../core/keys/key.js';
import { foldCode, isSameCode } from '../../core/locales/locale.js';
import { type Lock, hasEntries } from '../../core/lock/lock.js';
import { compilePattern } from '../../core/patterns/compile.js';
import { expand } from '../../core/patterns/template.js';
import { FormatError, type Document, type Format } from '../../formats/format.js';
import { leavesUnder, type LocaleLeaves } from '../../plan/locale-root.js';
import type { Files } from '../../ports/files.js';
import { readLocaleFile } from '../files/read-file.js';
import { sectionHere } from './own-lock.js';
import { languageRoots, readLanguages, type LocalSet } from './local-sets.js';

/** One file of the pseudo-locale as it is to be. */
export interface PseudoFile {
  readonly path: string;
  readonly text: string;
  /** How many texts of the pseudo-locale it has. */
  readonly count: number;
}

/**
 * Throws PSEUDO_TAKEN if the configuration uses this code for a language of the project, or if its
 * texts were synced.
 */
export function refuseRealLanguage(sets: readonly LocalSet[], code: string, lock: Lock | undefined): void {
  const folded = foldCode(code);
  for (const { name, pattern, files } of sets) {
    const { sourceLocale, localeMap, locales = [], pullOnly, pushOnly } = pattern;
    const named = [
      sourceLocale,
      ...localeMap.keys(),
      ...localeMap.values(),
      ...locales,
      ...pullOnly,
      ...pushOnly,
    ];
    const several = files.some((file) => file.code === undefined);
    const paths = files.flatMap(({ path, code: own }) =>
      own === undefined || foldCode(own) === folded ? path : [],
    );
    const isSynced = paths.some(
      (path) => lock && hasEntries(lock, sectionHere(lock, { path, code }, several)),
    );
    if (isSynced || named.some((tag) => foldCode(tag) === folded))
      throw LocsyncError.of('PSEUDO_TAKEN', { code, set: name });
  }
}

/**
 * The pseudo-locale's file of a set; undefined if the set has no source texts here. Throws
 * PSEUDO_NOT_WRITTEN if the source file's form does not allow it, and what cannot be read.
 */
export async function pseudoFile(
  files: Files,
  set: LocalSet,
  code: string,
  bidi: boolean,
): Promise<PseudoFile | undefined> {
  const wanted = foldCode(sourceCode(set.pattern));
  const source = set.files.find((file) => file.code === undefined || foldCode(file.code) === wanted);
  if (!source) return undefined;
  const { document, format } = await readLocaleFile(files, source.path);
  const language =
    document && languageRoots(document, source.code).find((root) => foldCode(root.code) === wanted);
  if (!document || !language) return undefined;
  const leaves = leavesUnder(document, language.root);
  await loadIcuIfNeeded(leaves.values());
  const texts = textsOf(leaves, code, bidi);
  if (texts.size === 0) return undefined;
  const match = compilePattern(set.pattern.path).match(source.path);
  // Written with another spelling of the code before: two files would be of one locale.
  const before = set.files.find((file) => file.code !== undefined && isSameCode(file.code, code));
  const path =
    source.code === undefined || !match ? source.path : (before?.path ?? expand(match.template, code));
  const model = { document, format, root: language.root };
  const text =
    source.code === undefined ? withRoot(model, code, texts) : asFile(model, before?.code ?? code, texts);
  if (typeof text !== 'string')
    throw LocsyncError.of('PSEUDO_NOT_WRITTEN', text, { place: { path: source.path } });
  await refuseForeignTexts(files, { path, code: source.code && code }, code, texts);
  return { path, text, count: texts.size };
}

/**
 * Throws PSEUDO_FOREIGN if the file is here with a text that `pseudo` did not make: it would be
 * replaced, and no undo has it.
 */
async function refuseForeignTexts(
  files: Files,
  { path, code: codeInPath }: { readonly path: string; readonly code: string | undefined },
  code: string,
  texts: TextsByKey,
): Promise<void> {
  const folded = foldCode(code);
  for (const language of await readLanguages(files, path, codeInPath)) {
    if (foldCode(language.code) !== folded) continue;
    const { leaves, position } = language;
    await loadIcuIfNeeded(leaves.values());
    for (const [key, { kind, text }] of leaves) {
      if (kind !== 'string' || text === texts.get(key) || isPseudoText(text)) continue;
      const place = { path, ...position(key) };
      throw LocsyncError.of('PSEUDO_FOREIGN', { key: keyName(key) }, { place });
    }
  }
}

/** The texts of the pseudo-locale, with the plural forms that its language needs. */
function textsOf(leaves: LocaleLeaves, code: string, bidi: boolean): Map<KeyId, string> {
  const texts = new Map<KeyId, string>();
  for (const [key, { kind, text }] of leaves) if (kind === 'string') texts.set(key, pseudoText(text, bidi));
  for (const [group, forms] of pluralGroups([...texts])) {
    const other = forms.get('other');
    if (other === undefined) continue;
    for (const form of missingForms(code, pluralTypeOf(group), new Set(forms.keys())))
      texts.set((group + form) as KeyId, other);
  }
  return texts;
}

interface SourceModel {
  readonly document: Document;
  readonly format: Format;
  readonly root: string | undefined;
}

/** A file of its own, as the source file is written. */
function asFile(
  { document, format, root }: SourceModel,
  code: string,
  texts: TextsByKey,
): string | { readonly reason: string } {
  const inFile = (key: KeyId): string[] => [...(root === undefined ? [] : [code]), ...keyPath(key)];
  const start = root === undefined ? document : document.renamed(new Map([[root, code]]));
  const edits = [...texts].map(([key, text]) => ({ path: inFile(key), text }));
  const edited = start?.edit(edits);
  if (edited?.ok === true) return edited.text;
  try {
    // An aliased text cannot be edited in place: write a new file without aliases.
    const catalog = new Map(edits.map(({ path, text }) => [keyId(path), text]));
    const names = root === undefined ? {} : { root: { from: root, to: code } };
    return format.create(catalog, { document, ...names });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { reason: error.reason };
  }
}

/** The file of all languages, with one more at its top. */
function withRoot(
  { document, root = '' }: SourceModel,
  code: string,
  texts: TextsByKey,
): string | { readonly reason: string } {
  const own = document.topKeys.find(({ name }) => isSameCode(name, code))?.name ?? code;
  const gone = [...leavesUnder(document, own).keys()].filter((key) => !texts.has(key));
  const edits = [
    ...[...texts].map(([key, text]) => ({ path: [own, ...keyPath(key)], text })),
    ...gone.map((key) => ({ path: [own, ...keyPath(key)], text: undefined })),
  ];
  const order = document.outline.flatMap((node) =>
    node.path[0] === root ? [node, { ...node, path: [own, ...node.path.slice(1)] }] : [node],
  );
  const edited = document.edit(edits, order);
  return edited.ok ? edited.text : { reason: edited.refused[0].reason };
}
