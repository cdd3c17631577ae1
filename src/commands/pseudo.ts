import { pluralGroups, typeOf } from '../core/check/plural-keys.js';
import { missingForms } from '../core/check/plural-forms.js';
import { readyForMessages } from '../core/check/message.js';
import { pseudoText } from '../core/check/pseudo.js';
import { EXIT } from '../core/errors/exit.js';
import { LocsyncError } from '../core/errors/index.js';
import { keyId, keyPath, type KeyId } from '../core/keys/key.js';
import { foldCode } from '../core/locales/locale.js';
import { isPseudoLocale } from '../core/locales/pseudo.js';
import type { Lock } from '../core/merge/lock.js';
import { compilePattern } from '../core/patterns/compile.js';
import { expand } from '../core/patterns/template.js';
import { NO_KEYS, type FileReport } from '../core/report/file-report.js';
import { problemOf, problemsOf } from '../core/report/problem.js';
import { exitOf } from '../core/report/summary.js';
import type { Report } from '../core/report/report.js';
import { printable } from '../core/text/printable.js';
import { FormatError, type Document, type Format } from '../formats/format.js';
import type { OptionsOf } from '../options/types.js';
import { leavesUnder, type LocalLeaf } from '../plan/locale-root.js';
import type { Files } from '../ports/files.js';
import type { Host } from '../ports/host.js';
import { openFolder } from '../sync/connect.js';
import { placeIn } from '../sync/load-project.js';
import { touchedSets } from '../sync/path-arguments.js';
import { readLocaleFile } from '../sync/read-file.js';
import { readOnly } from '../sync/read-only.js';
import { runContext } from '../sync/run-context.js';
import { sectionHere, usableLock } from '../sync/local/own-lock.js';
import { findSets, languageRoots, sourceCode, type LocalSet } from '../sync/local/local-sets.js';

type PseudoOptions = OptionsOf<'pseudo'> & { readonly paths: readonly string[] };

/** One file of the pseudo-locale as it is to be. */
interface PseudoFile {
  readonly path: string;
  readonly text: string;
  readonly count: number;
}

/**
 * Writes a pseudo-locale from the source texts, in the source files' format. Needs no service; its
 * code says that it is never synced.
 */
export async function pseudo(host: Host, options: PseudoOptions): Promise<Report> {
  const code = options.as ?? (options.bidi ? 'ar-XB' : 'en-XA');
  if (!isPseudoLocale(code)) throw LocsyncError.of('PSEUDO_CODE', { code });
  const world = options.dryRun ? readOnly(host) : host;
  const { found, files } = await openFolder(world, options);
  if (found.config.files.length === 0) throw LocsyncError.of('FILES_MISSING', {}, placeIn(found, host.cwd));
  const release = await files.lock();
  try {
    const all = await findSets(files, found.config.files);
    const sets = await touchedSets(all, (set) => set.files.map(({ path }) => path), {
      ...options,
      found,
      files,
    });
    refuseRealLanguage(sets, code, await usableLock(files, found.config.lock));
    const run = runContext('pseudo', options, found);
    const rows: FileReport[] = [];
    const errors: LocsyncError[] = [];
    let written = 0;
    for (const set of sets) {
      host.signal.throwIfAborted();
      try {
        const made = await makeFile(files, set, code, options.bidi);
        if (!made) continue;
        const there = await files.read(made.path);
        const isNew = there?.text !== made.text;
        if (isNew && !options.dryRun) await files.write(made.path, made.text, there?.contentHash);
        if (isNew) written++;
        rows.push(rowOf(made.path, code, isNew ? 'pulled' : 'in-sync', made.count));
      } catch (error) {
        if (!(error instanceof LocsyncError)) throw error;
        errors.push(error);
        rows.push({
          ...rowOf(error.place?.path ?? set.name, code, 'failed', 0),
          error: problemOf(error, run),
        });
      }
    }
    return reportOf(options.dryRun, rows, written, problemsOf(errors, run), exitOf(errors, false));
  } finally {
    await release();
  }
}

/**
 * Throws PSEUDO_TAKEN if the configuration uses this code for a language of the project, or if its
 * texts were synced.
 */
function refuseRealLanguage(sets: readonly LocalSet[], code: string, lock: Lock | undefined): void {
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
      (path) => lock && (lock.sections.get(sectionHere(lock, { path, code }, several)) ?? '') !== '',
    );
    if (isSynced || named.some((one) => foldCode(one) === folded))
      throw LocsyncError.of('PSEUDO_TAKEN', { code, set: name });
  }
}

/** The pseudo-locale's file of a set; undefined if the set has no source texts here. */
async function makeFile(
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
    document && languageRoots(document, source.code).find((one) => foldCode(one.code) === wanted);
  if (!document || !language) return undefined;
  const leaves = leavesUnder(document, language.root);
  await readyForMessages(leaves.values());
  const texts = textsOf(leaves, code, bidi);
  if (texts.size === 0) return undefined;
  const match = compilePattern(set.pattern.path).match(source.path);
  const path = source.code === undefined || !match ? source.path : expand(match.template, code);
  const model = { document, format, root: language.root };
  const text = source.code === undefined ? withRoot(model, code, texts) : asFile(model, code, texts);
  if (typeof text !== 'string')
    throw LocsyncError.of('PSEUDO_NOT_WRITTEN', text, { place: { path: source.path } });
  return { path, text, count: texts.size };
}

/** The texts of the pseudo-locale, with the plural forms that its language needs. */
function textsOf(leaves: ReadonlyMap<KeyId, LocalLeaf>, code: string, bidi: boolean): Map<KeyId, string> {
  const texts = new Map<KeyId, string>();
  for (const [key, { kind, text }] of leaves) if (kind === 'string') texts.set(key, pseudoText(text, bidi));
  for (const [group, forms] of pluralGroups([...texts])) {
    const other = forms.get('other');
    if (other === undefined) continue;
    for (const form of missingForms(code, typeOf(group), new Set(forms.keys())))
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
  texts: ReadonlyMap<KeyId, string>,
): string | { readonly reason: string } {
  const inFile = (key: KeyId): string[] => [...(root === undefined ? [] : [code]), ...keyPath(key)];
  const start = root === undefined ? document : document.renamed(new Map([[root, code]]));
  const edits = [...texts].map(([key, text]) => ({ path: inFile(key), text }));
  const edited = start?.edit(edits);
  if (edited?.ok === true) return edited.text;
  try {
    // Texts behind aliases have no place of their own: written out, they have.
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
  texts: ReadonlyMap<KeyId, string>,
): string | { readonly reason: string } {
  const own = document.topKeys.find(({ name }) => foldCode(name) === foldCode(code))?.name ?? code;
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

const rowOf = (path: string, locale: string, state: FileReport['state'], count: number): FileReport => ({
  ...{ path, locale, sourceFile: null, state },
  keys: { ...NO_KEYS, total: count, translated: count },
});

function reportOf(
  dryRun: boolean,
  files: readonly FileReport[],
  written: number,
  errors: Report['errors'],
  exitCode: Report['exitCode'],
): Report {
  const made = files.filter(({ state }) => state === 'pulled');
  const lines = made.map(
    ({ path, keys }) => `${printable(path)}: ${keys.total} ${keys.total === 1 ? 'text' : 'texts'}`,
  );
  const closing =
    written === 0
      ? 'Nothing to write: the pseudo-locale is as the source texts are.'
      : `${dryRun ? 'Would write' : 'Wrote'} ${written === 1 ? '1 file' : `${written} files`}. They are never pushed.`;
  return {
    ...{ command: 'pseudo', ...(dryRun ? { dryRun } : {}), project: {}, summary: { written }, files },
    ...{
      errors,
      warnings: [],
      notes: exitCode === EXIT.ok || written > 0 ? [...lines, closing] : lines,
      exitCode,
    },
  };
}
