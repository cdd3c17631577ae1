import { LocsyncError } from '../../core/errors/index.js';
import { saysSynced } from '../../core/merge/base-entry.js';
import { pathOfSection } from '../../core/lock/base.js';
import { serviceCode } from '../../core/files/locale-table.js';
import { keyMatcher } from '../../core/keys/key-glob.js';
import { keyId, keyName, keyPath } from '../../core/keys/key.js';
import { UNKNOWN_HASH } from '../../core/merge/hash.js';
import type { Lock } from '../../core/lock/lock.js';
import type { RecordedFile } from '../../core/records/undo-record.js';
import { append } from '../../core/util/collections.js';
import { emptyGroupsAt } from '../../formats/empty-groups.js';
import type { Document, OutlineNode } from '../../formats/format.js';
import { formatOf } from '../../formats/index.js';
import { keysNamed, movedKey, movesOf, conflictingKey, renamedName } from '../../plan/rename.js';
import { isSyncedHere } from '../offline/local-sets.js';
import { nodesBelow, type RenameFile, type RenameLanguage, type RenameSet } from './read.js';
import {
  leftThere,
  hasBase,
  madeFromMoved,
  sectionChanges,
  unrememberedKeys,
  type KeyTask,
  type TaskKeys,
} from './key-sections.js';
import type { FileChange, SectionChange } from './write.js';

/** What a task does in one set. */
export interface KeyChanges {
  readonly changes: readonly FileChange[];
  readonly sections: readonly SectionChange[];
  readonly rows: readonly KeyRow[];
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
  /** How many of the new names the next push uploads: those that `ignoreKeys` does not name. */
  readonly toPush: number;
}

/**
 * Plans a task in every language of a set. Throws KEY_TAKEN if the new name is in use,
 * KEY_NOT_EDITED if a file cannot be edited so, and MOVE_MISSING.
 */
export function planKeys(
  set: RenameSet,
  task: KeyTask,
  lock: Lock,
  unfinished: ReadonlyMap<string, RecordedFile>,
): KeyChanges {
  const changes: FileChange[] = [];
  const rows: KeyRow[] = [];
  const byFile = set.files.map((file) => file.languages.map((language) => find(language, task)));
  const sections = sectionChanges(set, task, lock, byFile.flat());
  const isHere = byFile.some((found) => found.some(({ keys }) => keys.length > 0));
  if (isHere && task.to !== undefined) refuseMissing(set, task, byFile.flat());
  let order: readonly OutlineNode[] | undefined;
  for (const [i, file] of set.files.entries()) {
    const found = byFile[i] ?? [];
    const worked = found.filter(({ keys, empty }) => keys.length + empty.length > 0);
    const isDone = unfinished.get(file.path)?.after === file.contentHash;
    if (isHere) for (const taskKeys of found) refuseTaken(file, taskKeys, task, isDone);
    const document = worked.length === 0 ? file.document : editedText(file, worked, task, order);
    order ??= nodesBelow(document, file.languages.find(({ source }) => source)?.root[0]);
    for (const taskKeys of found) {
      const name = taskKeys.language.section;
      const section = sections.get(name);
      if (section)
        sections.set(name, { ...section, path: file.path, madeFrom: madeFromMoved(taskKeys, task, lock) });
    }
    const ownRows = worked.map((taskKeys) => rowOf(set, file, taskKeys, task));
    append(
      rows,
      ownRows.filter(({ keys }) => keys.length > 0),
    );
    if (worked.length === 0) continue;
    changes.push({
      path: file.path,
      before: file.document.text,
      contentHash: file.contentHash,
      text: document.text,
      locales: ownRows.map(({ locale, keys }) => ({ locale, keys: keys.length })),
    });
  }
  const first = changes[0]?.path;
  const attached = [...sections.values()].map((change) =>
    first === undefined || changes.some(({ path }) => path === change.path)
      ? change
      : { ...change, path: first },
  );
  return {
    changes,
    sections: attached,
    rows,
    left: leftThere(set, task),
    unremembered: unrememberedKeys(byFile.flat(), (code) => isSyncedHere(set.set, code)),
  };
}

function find(language: RenameLanguage, { from, to, forms }: KeyTask): TaskKeys {
  const { leaves, nodes, root } = language;
  const keys = keysNamed(leaves.keys(), from, forms);
  const moves = to === undefined ? [] : movesOf(language, root, { from, to }, forms);
  const empty = emptyGroupsAt(nodes, []).filter(
    (path) => renamedName(path.join('.'), { from, to: from }, forms) !== undefined,
  );
  return { language, keys, moves, empty };
}

/**
 * Throws MOVE_MISSING if a language that was synced with the key lacks it here: its text would stay
 * under the old name, which a person is to delete on the service. A file with the new name was
 * edited by a run that was killed.
 */
function refuseMissing(
  { sections }: RenameSet,
  { from, to = from, forms }: KeyTask,
  found: readonly TaskKeys[],
): void {
  for (const [name, base] of sections) {
    const { leaves } = found.find(({ language }) => language.section === name)?.language ?? {};
    const isEmpty = leaves === undefined || leaves.size === 0;
    if (!isEmpty && keysNamed(leaves.keys(), to, forms).length > 0) continue;
    const path = pathOfSection(name);
    const held = new Set(Array.from(leaves?.keys() ?? [], keyName));
    const [lost] = keysNamed(base.keys(), from, forms).filter(
      (key) => saysSynced(base.get(key) ?? UNKNOWN_HASH) && !held.has(keyName(key)),
    );
    if (lost === undefined) continue;
    const args = isEmpty ? { path, key: from } : { path, key: keyName(lost), isLost: true };
    throw LocsyncError.of('MOVE_MISSING', args, { place: { path } });
  }
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
  let taken = keys.length > 0 ? conflictingKey(language, { from, to }, forms)?.key : undefined;
  if (keys.length === 0 && !isDone) {
    const [id] = keysNamed(language.leaves.keys(), to, forms);
    const had = keysNamed(language.base.keys(), from, forms).some((key) => hasBase(language.base, key));
    if (id !== undefined && !(had && !hasBase(language.base, id))) taken = id;
  }
  if (taken === undefined) return;
  const { position } = file.document.leaves.get(keyId([...language.root, ...keyPath(taken)])) ?? {};
  throw LocsyncError.of(
    'KEY_TAKEN',
    { key: to, by: keyName(taken) },
    { place: { path: file.path, ...position } },
  );
}

function editedText(
  file: RenameFile,
  worked: readonly TaskKeys[],
  { from, to }: KeyTask,
  order: readonly OutlineNode[] | undefined,
): Document {
  const moves = worked.flatMap((taskKeys) => taskKeys.moves);
  const paths = worked.flatMap(({ language, keys, empty }) =>
    [...keys.map(keyPath), ...empty].map((path) => [...language.root, ...path]),
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

function rowOf(
  { set }: RenameSet,
  { path }: RenameFile,
  { language: { code, root }, keys, moves }: TaskKeys,
  { to }: KeyTask,
): KeyRow {
  const ignores = keyMatcher(set.pattern.ignoreKeys);
  const names = keys.map((key) => (to === undefined ? undefined : movedKey(key, moves, root)));
  return {
    path,
    locale: serviceCode(set.pattern.localeMap, code),
    keys: keys.map((key, i) => {
      const next = names[i];
      return [keyName(key), next === undefined ? undefined : keyName(next)] as const;
    }),
    toPush: names.filter((name) => name !== undefined && ignores?.(name) !== true).length,
  };
}
