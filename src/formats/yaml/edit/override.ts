import { SCALAR_STYLE } from 'js-yaml';
import { keyId, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { ScalarNode } from '../parse/nodes.js';
import { readsAsString, scalarTypeOf } from '../parse/scalar-type.js';
import type { Source } from '../parse/source.js';
import { modelStyleOfDocument, type ModelStyle } from '../style/model-style.js';
import { canBePlain } from '../style/scalars.js';
import type { EditContext } from './context.js';
import type { InsertionParent } from './insert-parent.js';

/** The merged keys that new keys override, by the path of the new key. */
type Overridden = ReadonlyMap<KeyId, ScalarNode>;

/** The merged keys that the new keys of these parents override. */
export const overriddenIn = (parents: readonly InsertionParent[]): Overridden =>
  new Map(
    parents.flatMap(({ path, overrides }) =>
      Array.from(overrides, ([name, key]): [KeyId, ScalarNode] => [keyId([...path, name]), key]),
    ),
  );

/** The model of new keys, but a text that overrides a merged one is written like that one. */
export function likeOverridden(model: ModelStyle, overridden: Overridden, file: EditContext): ModelStyle {
  if (overridden.size === 0) return model;
  const own = modelStyleOfDocument(file, (path) => path);
  const of = (path: KeyPath): ModelStyle => (overridden.has(keyId(path)) ? own : model);
  return {
    style: (path) => of(path).style(path),
    // A null has no text: the word "null" is a string.
    typed: (path, text) =>
      of(path).typed(path, text) && (of(path) === model || scalarTypeOf(text) !== 'null'),
    flow: (path) => of(path).flow(path),
    step: (path, kind) => of(path).step(path, kind),
    spaced: (path) => of(path).spaced(path),
  };
}

/** The new keys that must not get quotes, as the merged keys that they override have none. */
export const typedKeys = (overridden: Overridden, { source }: EditContext): ReadonlySet<KeyId> =>
  new Set([...overridden].flatMap(([id, key]) => (isTyped(source, key) ? [id] : [])));

/** Whether another map can get the key that a merged map has, so that all readers see one key. */
export function canOverride(source: Source, key: ScalarNode | undefined, inFlow: boolean): boolean {
  if (key === undefined) return false;
  const name = source.textOf(key);
  return !isTyped(source, key) || (key.tag === undefined && name !== '' && canBePlain(name, inFlow));
}

/** Whether some reader takes a key for a number or a boolean: `1` is another key than `"1"`. */
function isTyped(source: Source, key: ScalarNode): boolean {
  const { event, tag } = key;
  if (tag === 'str' || (event.style !== SCALAR_STYLE.PLAIN && (tag === undefined || tag === '!')))
    return false;
  return !readsAsString(source.textOf(key));
}
