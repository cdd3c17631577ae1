import { isMultilingual } from '../../core/files/file-set.js';
import { getOrMake } from '../../core/util/collections.js';
import { keyName, keyPath, type KeyId } from '../../core/keys/key.js';
import type { Document } from '../../formats/format.js';
import { languageRoot, leavesUnder, type LocaleLeaves, type LocalLeaf } from '../../plan/locale-root.js';
import type { SourceTextsOfKey } from '../../plan/alterations.js';
import type { SetModel } from '../../plan/set-model.js';
import { type LocaleFile, sourceLocaleOf } from './locale-file.js';

const NO_LEAVES: LocaleLeaves = new Map();

/** The texts of the source locale on disk, of the file itself if it has all languages. */
export function sourceLeaves(
  own: Document | undefined,
  model: SetModel | undefined,
  { bound }: Pick<LocaleFile, 'bound'>,
): LocaleLeaves {
  if (model && !model.isSubstitute) return leavesUnder(model.document, model.root);
  if (!own || !isMultilingual(bound.set)) return NO_LEAVES;
  const locale = sourceLocaleOf(bound);
  return locale ? leavesUnder(own, languageRoot(own, locale, bound.set.entry.table)) : NO_LEAVES;
}

/**
 * Source texts under the keys of a language that writes some in one piece (`a.b`) which the source
 * locale nests, or the reverse. `keysBySource` has these, by the source's keys; undefined if the
 * source texts are the same object.
 */
export function inOwnShape(
  here: LocaleLeaves,
  source: LocaleLeaves,
): { readonly sourceTexts: LocaleLeaves; readonly keysBySource?: ReadonlyMap<KeyId, KeyId> } {
  if (here.size === 0 || here === source || !(hasDots(here) || hasDots(source)))
    return { sourceTexts: source };
  const extra = new Map(
    [...here.keys()].flatMap((key) => (source.has(key) ? [] : [[keyName(key), key] as const])),
  );
  const keysBySource = new Map<KeyId, KeyId>();
  for (const key of extra.size === 0 ? [] : source.keys()) {
    const own = here.has(key) ? undefined : extra.get(keyName(key));
    if (own !== undefined) keysBySource.set(key, own);
  }
  if (keysBySource.size === 0) return { sourceTexts: source };
  const texts = Array.from(source, ([key, leaf]): [KeyId, LocalLeaf] => {
    const own = keysBySource.get(key);
    return own === undefined ? [key, leaf] : [own, { ...leaf, path: keyPath(own) }];
  });
  return { sourceTexts: new Map(texts), keysBySource };
}

const dotted = new WeakMap<LocaleLeaves, boolean>();

/** Whether a key has a dot in one of its parts. All languages of a set ask for the source's. */
const hasDots = (leaves: LocaleLeaves): boolean =>
  getOrMake(dotted, leaves, () => {
    for (const key of leaves.keys()) if (key.includes('.')) return true;
    return false;
  });

/** Finds the source text of a key, if it is not empty. */
export const sourceTextsHere =
  (leaves: LocaleLeaves): SourceTextsOfKey =>
  (key) => {
    const text = leaves.get(key)?.text ?? '';
    return text === '' ? [] : [text];
  };

/**
 * The model of the languages of a file that holds several: the source locale's part of it, else the
 * first one with texts. Undefined for any other file.
 */
export function modelWithin(own: Document | undefined, { bound }: LocaleFile): SetModel | undefined {
  if (!own || !isMultilingual(bound.set)) return undefined;
  const { table } = bound.set.entry;
  const source = sourceLocaleOf(bound);
  const held = new Set(
    own.outline.flatMap(({ path: [root = '', ...rest] }) => (rest.length > 0 ? root : [])),
  );
  const locales = [...(source ? [source] : []), ...table.locales];
  const model = locales.find((locale) => held.has(languageRoot(own, locale, table)));
  if (!model) return undefined;
  const root = languageRoot(own, model, table);
  return { document: own, root, ...(model === source ? {} : { isSubstitute: true }) };
}

/** The keys of all locales of a set that has no source texts here; undefined if it has some. */
export function unionKeys(
  own: Document | undefined,
  model: SetModel | undefined,
  file: LocaleFile,
): ReadonlySet<KeyId> | undefined {
  if (model) return model.union;
  const { set } = file.bound;
  if (!own || !isMultilingual(set) || sourceLeaves(own, model, file).size > 0) return undefined;
  const { table } = set.entry;
  const roots = table.locales.map((locale) => languageRoot(own, locale, table));
  return new Set(roots.flatMap((root) => [...leavesUnder(own, root).keys()]));
}
