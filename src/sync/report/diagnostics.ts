import { append } from '../../core/text/lists.js';
import { LocsyncError, type Place } from '../../core/errors/index.js';
import { keyId, keyName, keyPath, shownKey, type KeyId } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { foldCode } from '../../core/locales/locale.js';
import { printableJson } from '../../core/text/printable.js';
import { shellWord } from '../../core/text/shell-word.js';
import type { Position } from '../../core/text/lines.js';
import type { Refusal } from '../../formats/format.js';
import type { PullPlan } from '../../plan/pull.js';
import type { PushPlan } from '../../plan/push.js';
import type { Receipt } from '../../plan/receipt.js';
import type { TextsByKey } from '../../plan/altered.js';
import { underRoot } from '../../plan/locale-root.js';
import type { ComparedFile } from '../compared-file.js';
import type { LocaleFile } from '../locale-file.js';
import { nameKeys } from './rows.js';

/** What a person should know of a file that can be used: duplicate keys and the like. */
export function documentWarnings(compared: ComparedFile): LocsyncError[] {
  const { document, file, unknownRoots } = compared;
  const place = (position: Position | undefined): Place => ({ path: file.path, ...position });
  return [
    ...(document?.warnings ?? []).map(({ reason, position }) =>
      LocsyncError.of('FILE_WARNING', { reason }, { place: place(position) }),
    ),
    ...unknownRoots.filter(file.bound.set.entry.reach.syncsCode).map((code) => {
      const position = document?.topKeys.find(({ name }) => name === code)?.position;
      const { sourceLocale } = file.bound.set.entry.settings;
      const source = foldCode(code) === foldCode(sourceLocale);
      return LocsyncError.of('LOCALE_STRANGER', { code, source, part: true }, { place: place(position) });
    }),
  ];
}

/**
 * Keys that cannot be told apart on the service, and keys of the service that have no certain place
 * here.
 */
export function keyWarnings(compared: ComparedFile): LocsyncError[] {
  return compared.locales.flatMap(({ comparison }) => {
    const [key] = comparison.ambiguous.keys();
    const [doubt] = comparison.doubtful;
    const warnings: LocsyncError[] = [];
    if (key !== undefined) {
      const args = { key: keyName(key), count: comparison.ambiguous.size };
      warnings.push(LocsyncError.of('KEY_AMBIGUOUS', args, { place: placeOf(compared, key) }));
    }
    if (doubt) {
      const like = doubt.like === undefined ? undefined : keyName(doubt.like);
      const args = { spelt: shownKey(doubt.spelt), like, count: comparison.doubtful.length };
      warnings.push(LocsyncError.of('KEY_DOUBTFUL', args, { place: placeOf(compared, doubt.like) }));
    }
    return warnings;
  });
}

/**
 * One error for each key that is a text on one side and a group of keys on the other, or both on
 * one side.
 */
export function clashErrors(compared: ComparedFile): LocsyncError[] {
  return compared.locales.flatMap(({ comparison, leftOut }) => {
    if (leftOut) return [];
    const groups = new Map<KeyId, KeyId>();
    for (const [one, other] of comparison.clashes) {
      const [text, inGroup] = other.startsWith(one) ? [one, other] : [other, one];
      if (!groups.has(text)) groups.set(text, inGroup);
    }
    return [...groups].map(([text, inGroup]) => {
      const isHere = comparison.states.some((state) => state.key === text && state.here !== undefined);
      const args = { key: keyName(text), other: keyName(inGroup), side: isHere ? 'here' : 'there' } as const;
      return LocsyncError.of('KEY_CLASH', args, { place: placeOf(compared, isHere ? text : inGroup) });
    });
  });
}

/** The error if the source file that this file was synced with is no longer on the service. */
export function goneErrors(compared: ComparedFile): LocsyncError[] {
  if (!compared.locales.some((one) => one.gone)) return [];
  const { path } = compared.file;
  if (compared.unlisted !== undefined)
    return [
      LocsyncError.of('SOURCE_FILE_UNLISTED', { name: path, id: compared.unlisted }, { place: { path } }),
    ];
  return [LocsyncError.of('SOURCE_FILE_GONE', { name: path, scope: shellWord(path) }, { place: { path } })];
}

/**
 * What push did not do with some keys: conflicts as errors, what it cannot delete or leaves out as
 * warnings. `done` says what became of the file, unless it was just not uploaded.
 */
export function pushProblems(
  compared: ComparedFile,
  plan: PushPlan,
  as: 'error' | 'warning',
  done: 'push' | 'push --dry-run' | 'push again',
): LocsyncError[] {
  const place = { path: compared.file.path };
  const of = (action: 'accept-deletion' | 'cannot-delete' | 'leave-out'): KeyId[] =>
    plan.actions.flatMap((actions, i) =>
      compared.locales[i]?.leftOut === true && action !== 'leave-out'
        ? []
        : (actions.get(action) ?? []).filter((one) => one.verdict !== 'clash').map((one) => one.key),
    );
  if (as === 'error')
    return [...conflictErrors(compared, plan.actions, done), ...shrinkErrors(compared, plan)];
  const kept = [...of('cannot-delete'), ...of('accept-deletion')];
  // Where nothing is uploaded nothing is left out; `status` counts such keys as waiting for a pull.
  const left = plan.content === undefined ? [] : of('leave-out');
  const source = compared.locales.every(({ comparison }) => comparison.where.source);
  const tags = compared.locales
    .filter((one, i) => !one.leftOut && (plan.actions[i]?.get('leave-out') ?? []).length > 0)
    .map(({ locale }) => locale.tag);
  const scope = scopeOf(compared.file.path, tags);
  return [
    ...(kept.length > 0 ? [LocsyncError.of('CANNOT_DELETE', counted(kept), { place })] : []),
    ...(left.length > 0 ? [LocsyncError.of('LEFT_OUT', { ...counted(left), source, scope }, { place })] : []),
  ];
}

/** An error if an upload would leave out more of one language than the shrink guard allows. */
function shrinkErrors(compared: ComparedFile, { shrink }: PushPlan): LocsyncError[] {
  const locale = shrink && compared.locales[shrink.part]?.locale;
  if (!shrink || !locale) return [];
  const { path } = compared.file;
  const { leftOut, of } = shrink;
  const scope = `--locale ${locale.tag} ${shellWord(path)}`;
  return [LocsyncError.of('PUSH_SHRINK', { leftOut, of, locale: locale.code, scope }, { place: { path } })];
}

/** Keys of the source locale that the service lost in every language, and that a pull keeps. */
export function sourceKeysGone(compared: ComparedFile, prune: boolean): LocsyncError[] {
  if (prune) return [];
  return compared.locales.flatMap(({ comparison: { where, states }, gone, locale }) => {
    const keys = states.filter(({ verdict }) => verdict === 'gone-there').map(({ key }) => key);
    if (!where.source || gone || keys.length === 0) return [];
    const { path } = compared.file;
    const args = { ...counted(keys), scope: scopeOf(path, [locale.tag]) };
    return [LocsyncError.of('SOURCE_KEYS_GONE', args, { place: { path } })];
  });
}

/** What pull did not do with some keys. */
export const pullProblems = (compared: ComparedFile, plan: PullPlan): LocsyncError[] =>
  conflictErrors(compared, plan.actions, 'pull');

type Conflicts = readonly { get(action: 'conflict'): readonly KeyState[] | undefined }[];
type ConflictCommand = 'push' | 'push --dry-run' | 'push again' | 'pull';

/**
 * The conflicts of a file: one error for what changed on both sides, and one for what is back on
 * each side.
 */
const conflictErrors = (
  compared: ComparedFile,
  actions: Conflicts,
  command: ConflictCommand,
): LocsyncError[] =>
  ([undefined, 'service', 'disk'] as const).flatMap((back) =>
    conflictError(compared, actions, command, back),
  );

/**
 * One error for these conflicts, with the commands that settle those of this file and no others.
 */
function conflictError(
  compared: ComparedFile,
  actions: Conflicts,
  command: ConflictCommand,
  back: KeyState['back'],
): LocsyncError[] {
  const conflicts: KeyState[] = [];
  const tags: string[] = [];
  for (const [i, { locale, leftOut }] of compared.locales.entries()) {
    if (leftOut) continue;
    const own = (actions[i]?.get('conflict') ?? []).filter(
      (state) => state.verdict !== 'clash' && state.back === back,
    );
    if (own.length > 0) tags.push(locale.tag);
    append(conflicts, own);
  }
  const [first] = conflicts;
  if (!first) return [];
  const based = conflicts.some(({ verdict }) => verdict !== 'unbased');
  const empty = conflicts.every(({ here, there }) => here !== undefined && there === '');
  const scope = scopeOf(compared.file.path, tags);
  const args = { ...counted(conflicts.map(({ key }) => key)), command, based, back, empty, scope };
  return [LocsyncError.of('CONFLICT', args, { place: placeOf(compared, first.key) })];
}

/** The arguments of a command that mean these languages of one file. */
export const scopeOf = (path: string, tags: readonly string[]): string =>
  `--locale ${tags.join(',')} ${shellWord(path)}`;

/** The error of a file that cannot be edited as it should be. */
export function refusedError(compared: ComparedFile, refused: readonly Refusal[]): LocsyncError | undefined {
  const [first] = refused;
  if (!first) return undefined;
  const [top = '', ...inner] = first.path;
  // Without the language root, as in every other message.
  const isRoot = inner.length > 0 && compared.locales.some(({ root }) => root === top);
  const key = (isRoot ? inner : first.path).join('.');
  const args = { key, reason: first.reason, more: refused.length - 1 };
  return LocsyncError.of('EDIT_REFUSED', args, { place: { path: compared.file.path, ...first.position } });
}

/** The error of an upload that was accepted, and of which nothing is there. */
export const notStoredError = (path: string, receipts: readonly Receipt[]): LocsyncError =>
  LocsyncError.of('UPLOAD_NOT_STORED', counted(receipts.flatMap(({ lost }) => lost)), { place: { path } });

/** The error of texts that only the service had, and that it lost with an upload. */
export const droppedError = (path: string, keys: readonly KeyId[]): LocsyncError =>
  LocsyncError.of('UPLOAD_DROPPED', counted(keys), { place: { path } });

/** TextsByKey that may have no other copy, each whole. */
export const quotedTexts = (texts: readonly (readonly [KeyId, string])[]): string =>
  texts.map(([key, text]) => `${keyName(key)} = ${printableJson(JSON.stringify(text))}`).join(', ');

/**
 * The error of newer texts of the service that an upload of the file has altered: it holds them
 * whole.
 */
export function alteredErrors({ path, locales }: LocaleFile, altered: readonly TextsByKey[]): LocsyncError[] {
  const all = altered.flatMap((texts) => [...texts]);
  if (all.length === 0) return [];
  const tags = locales.filter((_, i) => (altered[i]?.size ?? 0) > 0).map(({ tag }) => tag);
  const args = { ...counted(all.map(([key]) => key)), texts: quotedTexts(all), scope: scopeOf(path, tags) };
  return [LocsyncError.of('UPLOAD_ALTERED', args, { place: { path } })];
}

/**
 * Warnings about sent texts that the service altered. Lost texts are reported only if there is no
 * further attempt.
 */
export function receiptWarnings(path: string, receipts: readonly Receipt[], last: boolean): LocsyncError[] {
  const place = { path };
  const changed = receipts.flatMap((receipt) => receipt.changed);
  const lost = last ? receipts.flatMap((receipt) => receipt.lost) : [];
  return [
    ...(changed.length > 0 ? [LocsyncError.of('SERVICE_CHANGED_TEXT', counted(changed), { place })] : []),
    ...(lost.length > 0 ? [LocsyncError.of('SERVICE_KEPT_NOT', counted(lost), { place })] : []),
  ];
}

/**
 * Where a key is in the file: annotations of a CI service and editors lead there. The file alone if
 * it does not hold the key.
 */
function placeOf(compared: ComparedFile, key: KeyId | undefined): Place {
  const { path } = compared.file;
  if (key === undefined) return { path };
  const leaves = compared.locales.map(({ root }) =>
    compared.document?.leaves.get(keyId(underRoot(keyPath(key), root))),
  );
  return { path, ...leaves.find((leaf) => leaf !== undefined)?.position };
}

const counted = (keys: readonly KeyId[]): { count: number; keys: string } => ({
  count: keys.length,
  keys: nameKeys(keys),
});
