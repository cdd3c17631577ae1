import { groupedBy } from '../../core/util/collections.js';
import { LocsyncError, type Place } from '../../core/errors/index.js';
import type { Scope } from '../../core/errors/suggest.js';
import { shownKey, type KeyId, keyBelow } from '../../core/keys/key.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { isSameCode } from '../../core/locales/locale.js';
import { inLocale } from '../../core/text/wording.js';
import { printableJson } from '../../core/text/printable.js';
import type { Position } from '../../core/text/lines.js';
import type { Receipt } from '../../plan/receipt.js';
import type { TextPairs } from '../../core/records/upload-losses.js';
import { ambiguousAlone } from '../../plan/compared-keys.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import type { LocaleFile } from '../files/locale-file.js';
import { nameKeys, nameOf, nameOfSpelt } from './name-keys.js';

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
      const source = isSameCode(code, sourceLocale);
      return LocsyncError.of('LOCALE_STRANGER', { code, source, part: true }, { place: place(position) });
    }),
  ];
}

/** Keys that the service cannot tell apart, and its keys without a certain place here. */
export function keyWarnings(compared: ComparedFile): LocsyncError[] {
  return compared.locales.flatMap((language) => {
    const merged = language.comparison.doubtful.flatMap(({ spelt, mergeText }) =>
      mergeText === undefined ? [] : mergeKeyWarning(compared, language, spelt, mergeText),
    );
    return [...merged, ...ambiguousWarnings(compared, language), ...doubtfulWarnings(compared, language)];
  });
}

/** How many keys are in one warning; of many warnings alike, the first ones are shown to people. */
const KEYS_A_WARNING = 10;

/** All keys that the service cannot tell apart, each named. */
function ambiguousWarnings(compared: ComparedFile, language: ComparedLocale): LocsyncError[] {
  const byName = groupedBy(ambiguousAlone(language.comparison), nameOf);
  return inWarnings([...byName]).map((some) => {
    const keys = new Map(some.map(([name, alike]) => [name, alike.length]));
    return LocsyncError.of(
      'KEY_AMBIGUOUS',
      { keys },
      { place: placeOf(compared, language, some[0]?.[1][0]) },
    );
  });
}

/** What is named in one warning after another. */
function inWarnings<T>(named: readonly T[]): readonly T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < named.length; i += KEYS_A_WARNING) parts.push(named.slice(i, i + KEYS_A_WARNING));
  return parts;
}

/** All keys of the service that have no certain place here, each named. */
function doubtfulWarnings(compared: ComparedFile, language: ComparedLocale): LocsyncError[] {
  const warning = (keys: readonly string[], like?: KeyId): LocsyncError =>
    LocsyncError.of(
      'KEY_DOUBTFUL',
      { keys, like: like === undefined ? undefined : nameOf(like) },
      { place: placeOf(compared, language, like) },
    );
  const doubtful = language.comparison.doubtful.filter(({ mergeText }) => mergeText === undefined);
  const unlike = doubtful.filter(({ like }) => like === undefined).map(({ spelt }) => nameOfSpelt(spelt));
  const warnings = doubtful.flatMap(({ spelt, like }) =>
    like === undefined ? [] : warning([nameOfSpelt(spelt)], like),
  );
  return [...warnings, ...inWarnings(unlike).map((some) => warning(some))];
}

/** A text of the service under a name that merges maps in YAML. The other texts go on. */
function mergeKeyWarning(
  compared: ComparedFile,
  language: ComparedLocale,
  spelt: string,
  text: string,
): LocsyncError {
  const { locale } = localeArgs(compared, language);
  const reason = `the service has a text under the name ${shownKey(spelt)}${inLocale(locale)}, and a YAML file cannot hold one there, since << merges maps: ${printableJson(JSON.stringify(text))}; it is not compared and not written`;
  return LocsyncError.of('FILE_WARNING', { reason }, { place: placeOf(compared, language, undefined) });
}

/** An error for each key that is a text and a group of keys, on two sides or on one. */
export function clashErrors(compared: ComparedFile): LocsyncError[] {
  return compared.locales.flatMap((language) => {
    const { comparison, access } = language;
    if (access !== 'write') return [];
    const groups = new Map<KeyId, KeyId>();
    for (const [key, clash] of comparison.clashes) {
      const [text, inGroup] = clash.startsWith(key) ? [key, clash] : [clash, key];
      if (!groups.has(text)) groups.set(text, inGroup);
    }
    return [...groups].map(([text, inGroup]) => {
      const isHere = comparison.states.some((state) => state.key === text && state.here !== undefined);
      const args = { key: nameOf(text), other: nameOf(inGroup), side: isHere ? 'here' : 'there' } as const;
      return LocsyncError.of('KEY_CLASH', args, {
        place: placeOf(compared, language, isHere ? text : inGroup),
      });
    });
  });
}

/** The error if the source file that this file was synced with is no longer on the service. */
export function goneErrors(compared: ComparedFile): LocsyncError[] {
  if (!compared.locales.some((language) => language.isSourceFileGone)) return [];
  const { path } = compared.file;
  if (compared.unlisted !== undefined)
    return [
      LocsyncError.of('SOURCE_FILE_UNLISTED', { name: path, id: compared.unlisted }, { place: { path } }),
    ];
  return [LocsyncError.of('SOURCE_FILE_GONE', { name: path, scope: { paths: [path] } }, { place: { path } })];
}

/** These languages of one file, as a suggested command takes them. */
export const scopeOf = (path: string, locales: readonly string[]): Scope => ({ paths: [path], locales });

/** The error of an upload that was accepted, and of which nothing is there. */
export const notStoredError = (path: string, receipts: readonly Receipt[]): LocsyncError =>
  LocsyncError.of('UPLOAD_NOT_STORED', countAndKeys(receipts.flatMap(({ notStored }) => notStored)), {
    place: { path },
  });

/** A locale file with its languages. */
type FileOfTexts = Pick<LocaleFile, 'path' | 'locales'>;

/**
 * The error of texts that only the service had, and that it lost with an upload, each whole;
 * `earlier`: with one of an earlier run.
 */
export function droppedErrors(
  { path, locales }: FileOfTexts,
  dropped: readonly TextPairs[],
  earlier = false,
): LocsyncError[] {
  const count = dropped.flat().length;
  if (count === 0) return [];
  const parts = dropped.flatMap((texts, i) =>
    texts.length === 0 ? [] : [`in ${locales[i]?.code ?? '?'} ${quotedTexts(texts)}`],
  );
  return [
    LocsyncError.of('UPLOAD_DROPPED', { count, texts: parts.join('; '), earlier }, { place: { path } }),
  ];
}

/** Texts that may have no other copy, each whole. */
export const quotedTexts = (texts: TextPairs): string =>
  texts.map(([key, text]) => `${nameOf(key)} = ${printableJson(JSON.stringify(text))}`).join(', ');

/** The error of newer texts of the service that an upload has altered, each whole. */
export function alteredErrors(
  { path, locales }: FileOfTexts,
  altered: readonly TextPairs[],
  earlier = false,
): LocsyncError[] {
  const changedTexts = altered.flat();
  if (changedTexts.length === 0) return [];
  const tags = locales.filter((_, i) => (altered[i]?.length ?? 0) > 0).map(({ tag }) => tag);
  const keys = nameKeys([...new Set(changedTexts.map(([key]) => key))], Infinity);
  const args = {
    count: changedTexts.length,
    keys,
    texts: quotedTexts(changedTexts),
    scope: scopeOf(path, tags),
    earlier,
  };
  return [LocsyncError.of('UPLOAD_ALTERED', args, { place: { path } })];
}

/** Warnings about sent texts that the service has altered or not stored, after the last attempt. */
export function receiptWarnings({ path, locales }: LocaleFile, receipts: readonly Receipt[]): LocsyncError[] {
  const place = { path };
  const tags = locales.filter((_, i) => (receipts[i]?.changed.length ?? 0) > 0).map(({ tag }) => tag);
  const scope = scopeOf(path, tags);
  const changed = receipts.flatMap((receipt) => receipt.changed);
  const notStored = receipts.flatMap((receipt) => receipt.notStored);
  return [
    ...(changed.length > 0
      ? [LocsyncError.of('SERVICE_CHANGED_TEXT', { ...countAndKeys(changed), scope }, { place })]
      : []),
    ...(notStored.length > 0
      ? [LocsyncError.of('SERVICE_KEPT_NOT', countAndKeys(notStored), { place })]
      : []),
  ];
}

/**
 * Where a key of this language is in the file: annotations of a CI service and editors lead there.
 * The file alone if it does not hold the key.
 */
export function placeOf(
  { file: { path }, document }: ComparedFile,
  { root }: Pick<ComparedLocale, 'root'>,
  key: KeyId | undefined,
): Place {
  if (key === undefined) return { path };
  return { path, ...document?.leaves.get(keyBelow(root, key))?.position };
}

/** The language of a message, if the file has several. */
export const localeArgs = ({ file }: ComparedFile, { locale }: ComparedLocale): { locale?: string } =>
  isMultilingual(file.bound.set) ? { locale: locale.code } : {};

export const countAndKeys = (keys: readonly KeyId[]): { count: number; keys: string } => ({
  count: keys.length,
  keys: nameKeys(keys),
});
