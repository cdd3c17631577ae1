import { SCALAR_STYLE } from 'js-yaml';
import { keyId, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { Collection, MapNode, ScalarNode } from '../parse/nodes.js';
import type { ParsedYaml } from '../parse/parsed.js';
import type { Source } from '../parse/source.js';
import { childOf, type Child } from '../parse/walk.js';

/*
 * Most readers take the key `404` for a number, which is another key than `"404"`: an application
 * that looks a text up by one does not find it by the other. All readers agree on these digits.
 */
const DIGITS = /^(?:0|[1-9][0-9]*)$/;

const isPlain = ({ event, tag }: ScalarNode): boolean =>
  event.style === SCALAR_STYLE.PLAIN && tag === undefined;

/** Whether a document has the key of this path as a number. */
export function hasNumberKey({ source }: Pick<ParsedYaml, 'source'>, path: KeyPath): boolean {
  if (!DIGITS.test(path.at(-1) ?? '')) return false;
  let node: Collection | undefined = source.tree.root;
  for (const [depth, name] of path.entries()) {
    const child: Child | undefined = node && childOf(source, node, name);
    if (!child) return false;
    const key = child.owner.is === 'map' ? child.owner.keys[child.index] : undefined;
    if (depth === path.length - 1) return key !== undefined && isPlain(key);
    node = child.node.is === 'scalar' ? undefined : child.node;
  }
  return false;
}

/** The new keys of a map that are numbers, as all its keys of digits are. */
export function numberKeysOf(
  source: Source,
  { path, node, names }: { readonly path: KeyPath; readonly node: MapNode; readonly names: Iterable<string> },
): readonly KeyId[] {
  const digits = [...names].filter((name) => DIGITS.test(name));
  if (digits.length === 0) return [];
  const others = node.keys.filter((key) => DIGITS.test(source.textOf(key)));
  return others.length > 0 && others.every(isPlain) ? digits.map((name) => keyId([...path, name])) : [];
}
