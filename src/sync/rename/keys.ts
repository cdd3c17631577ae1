import { afterRemoval, removedHere, specialEntry } from '../../core/merge/base-entry.js';
import { LocsyncError } from '../../core/errors/index.js';
import { serviceCode } from '../../core/files/locale-table.js';
import { keyId, keyName, keyPath, type KeyId } from '../../core/keys/key.js';
import { hashText, UNKNOWN_HASH, type Hash } from '../../core/merge/hash.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { Lock } from '../../core/merge/lock.js';
import { madeFromIn } from '../../core/merge/made-from.js';
import type { UndoneFile } from '../../core/merge/undo-record.js';
import type { Document, Move, OutlineNode } from '../../formats/format.js';
import { formatOf } from '../../formats/index.js';
import { keysNamed, movedKey, movesOf, takenBy } from '../../plan/rename.js';
import { nodesBelow, type RenameFile, type RenameLanguage, type RenameSet } from './read.js';
import type { FileChange, SectionChange } from './write.js';

/** What is to be done with a key, its plural forms included: another name for it, or none. */
export interface KeyTask {
  readonly from: string;
  readonly to: string | undefined;
  readonly forms: ReadonlySet<string>;
}

/** What a task does in one set. */
export interface KeyChanges {
  readonly changes: readonly FileChange[];
  readonly sections: readonly SectionChange[];
  readonly rows: readonly KeyRow[];
  /** Files that an earlier run has done, as undo knows them. */
  readonly finished: readonly UndoneFile[];
  /** Keys in files of which the lock has nothing: it cannot say that they were removed. */
  readonly unremembered: readonly string[];
  /** The old names that the service still has, as far as the lock knows. */
  readonly left: readonly string[];
}

/** The keys of one language of a file with their new names; undefined for those that go. */
export interface KeyRow {
  readonly path: string;
  readonly locale: string;
  readonly keys: readonly (readonly [from: string, to: string | undefined])[];
}

/** The keys of one language that a task is about. */
interface TaskKeys {
  readonly language: RenameLanguage;
  readonly keys: readonly KeyId[];
  readonly moves: readonly Move[];
}

/**
 * Plans a task in every language of a set. Throws KEY_TAKEN if the new name is in use, and
 * KEY_NOT_EDITED if a file cannot be edited so.
 */
export function planKeys(
  set: RenameSet,
  task: KeyTask,
  lock: Lock,
  last: ReadonlyMap<string, UndoneFile>,
): KeyChanges {
  const changes: FileChange[] = [];
  const rows: KeyRow[] = [];
  const finished: UndoneFile[] = [];
  const all = set.files.map((file) => file.languages.map((language) => find(language, task)));
  const sections = sectionChanges(set, task, lock, all.flat());
  const isHere = all.some((found) => found.some(({ keys }) => keys.length > 0));
  let order: readonly OutlineNode[] | undefined;
  for (const [i, file] of set.files.entries()) {
    const found = all[i] ?? [];
    const worked = found.filter(({ keys }) => keys.length > 0);
    const done = last.get(file.path);
    const isDone = done?.after === file.stamp;
    if (isHere) for (const one of found) refuseTaken(file, one, task, isDone);
    if (done && isDone && worked.length === 0) finished.push(done);
    const document = worked.length === 0 ? file.document : edited(file, worked, task, order);
    order ??= nodesBelow(document, file.languages.find(({ source }) => source)?.root[0]);
    for (const { language, keys, moves } of found) {
      const section = sections.get(language.section);
      const made = madeFromIn(lock, language.section);
      if (section)
        sections.set(language.section, {
          ...section,
          path: file.path,
          madeFrom: new Map(
            [...made].flatMap(([key, one]) =>
              !keys.includes(key)
                ? [[key, one]]
                : task.to === undefined
                  ? []
                  : [[movedKey(key, moves, language.root), one]],
            ),
          ),
        });
      const locale = serviceCode(set.set.pattern.localeMap, language.code);
      if (keys.length > 0) rows.push({ path: file.path, locale, keys: namesOf(language, keys, moves, task) });
    }
    if (worked.length === 0) continue;
    changes.push({
      ...{ path: file.path, before: file.document.text, stamp: file.stamp, text: document.text },
      locales: rows
        .filter(({ path }) => path === file.path)
        .map(({ locale, keys }) => ({ locale, keys: keys.length })),
    });
  }
  const first = changes[0]?.path;
  const attached = [...sections.values()].map((one) =>
    first === undefined || changes.some(({ path }) => path === one.path) ? one : { ...one, path: first },
  );
  const unremembered = all
    .flat()
    .filter(({ language }) => language.base.size === 0)
    .flatMap(({ keys }) => keys.map(keyName));
  return {
    ...{ changes, sections: attached, rows, finished, left: leftThere(set, task) },
    unremembered: [...new Set(unremembered)].sort(),
  };
}

function find(language: RenameLanguage, { from, to, forms }: KeyTask): TaskKeys {
  const keys = keysNamed(language.leaves.keys(), from, forms);
  const moves = to === undefined ? [] : movesOf(language, language.root, { from, to }, forms);
  return { language, keys, moves };
}

/**
 * The lock once the keys are gone on purpose, whether their files are here or not. The new names
 * get no base: the next push uploads them as new keys.
 */
function sectionChanges(
  { sections }: RenameSet,
  { from, forms }: KeyTask,
  lock: Lock,
  found: readonly TaskKeys[],
): Map<string, SectionChange> {
  const changes = new Map<string, SectionChange>();
  for (const [name, base] of sections) {
    const gone = keysNamed(base.keys(), from, forms);
    const unknown = base.size === 0 ? [] : found.flatMap((one) => unknownKeys(one, name));
    if (gone.length === 0 && unknown.length === 0) continue;
    const next = new Map([...base, ...unknown]);
    for (const key of gone) {
      const entry = base.get(key);
      const after = entry === undefined ? undefined : afterRemoval(entry);
      if (after === undefined) next.delete(key);
      else next.set(key, after);
    }
    const madeFrom = new Map([...madeFromIn(lock, name)].filter(([key]) => !gone.includes(key)));
    changes.set(name, { name, base: next, madeFrom, path: name });
  }
  return changes;
}

/** Keys that the lock lacks: another clone may have pushed the text that the file has. */
function unknownKeys({ language, keys }: TaskKeys, section: string): [KeyId, Hash][] {
  if (language.section !== section) return [];
  return keys.flatMap((key) => {
    const text = language.leaves.get(key)?.text;
    const there = text === undefined ? UNKNOWN_HASH : hashText(text);
    return language.base.has(key) ? [] : [[key, removedHere(there)]];
  });
}

/** The old names of which the lock says that the service has them. */
function leftThere({ sections }: RenameSet, { from, forms }: Pick<KeyTask, 'from' | 'forms'>): string[] {
  const left = new Set<string>();
  for (const base of sections.values())
    for (const key of keysNamed(base.keys(), from, forms)) if (isThere(base, key)) left.add(keyName(key));
  return [...left].sort();
}

function isThere(base: BaseHashes, key: KeyId): boolean {
  const entry = base.get(key);
  return entry !== undefined && afterRemoval(entry) !== undefined;
}

/** Whether both sides have held a key, and nobody has removed it on purpose. */
export function hasBase(base: BaseHashes, key: KeyId): boolean {
  const entry = base.get(key);
  return entry !== undefined && specialEntry(entry)?.kind !== 'removed';
}

/**
 * Throws KEY_TAKEN if the file has the new name already, unless an earlier run, which was killed,
 * has put it there: it has written the file last, or the lock knows the old name alone.
 */
function refuseTaken(
  file: RenameFile,
  { language, keys }: TaskKeys,
  { from, to, forms }: KeyTask,
  isDone: boolean,
): void {
  if (to === undefined) return;
  let taken = keys.length > 0 ? takenBy(language, { from, to }, forms)?.key : undefined;
  if (keys.length === 0 && !isDone) {
    const [one] = keysNamed(language.leaves.keys(), to, forms);
    const had = keysNamed(language.base.keys(), from, forms).some((key) => hasBase(language.base, key));
    if (one !== undefined && !(had && !hasBase(language.base, one))) taken = one;
  }
  if (taken === undefined) return;
  const { position } = file.document.leaves.get(keyId([...language.root, ...keyPath(taken)])) ?? {};
  throw LocsyncError.of(
    'KEY_TAKEN',
    { key: to, by: keyName(taken) },
    { place: { path: file.path, ...position } },
  );
}

function edited(
  file: RenameFile,
  worked: readonly TaskKeys[],
  { from, to }: KeyTask,
  order: readonly OutlineNode[] | undefined,
): Document {
  const moves = worked.flatMap((one) => one.moves);
  const paths = worked.flatMap(({ language, keys }) =>
    keys.map((key) => [...language.root, ...keyPath(key)]),
  );
  const inOrder =
    order &&
    file.languages.flatMap(({ root }) => order.map((node) => ({ ...node, path: [...root, ...node.path] })));
  const result =
    to === undefined
      ? file.document.edit(paths.map((path) => ({ path, text: undefined })))
      : file.document.moved(moves, inOrder);
  const format = formatOf(file.path);
  if (result.ok && format) return format.parse(result.text);
  const refusal = result.ok ? undefined : result.refused[0];
  const place = {
    path: file.path,
    ...(refusal?.position ?? file.document.leaves.get(keyId(paths[0] ?? []))?.position),
  };
  throw LocsyncError.of('KEY_NOT_EDITED', { key: from, reason: refusal?.reason ?? '' }, { place });
}

const namesOf = (
  { root }: RenameLanguage,
  keys: readonly KeyId[],
  moves: readonly Move[],
  { to }: KeyTask,
): KeyRow['keys'] =>
  keys.map(
    (key) => [keyName(key), to === undefined ? undefined : keyName(movedKey(key, moves, root))] as const,
  );
