import { SCALAR_STYLE } from 'js-yaml';
import { keyId, type KeyId, type KeyPath } from '../../../core/keys/key.js';
import type { MapNode, ScalarNode } from '../parse/nodes.js';
import type { ParsedYaml } from '../parse/parsed.js';
import type { Source } from '../parse/source.js';
import { childAt } from '../parse/walk.js';

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
  const { owner, index } = childAt(source, path) ?? {};
  const key = owner?.is === 'map' && index !== undefined ? owner.keys[index] : undefined;
  return key !== undefined && isPlain(key);
}

/**
 * Whether a key of this path stays a number under another name, or stays a text of digits.
 * Undefined if either name is not one of digits.
 */
export function staysNumberKey(
  document: Pick<ParsedYaml, 'source'>,
  path: KeyPath,
  name: string,
): boolean | undefined {
  if (!DIGITS.test(name) || !DIGITS.test(path.at(-1) ?? '')) return undefined;
  return hasNumberKey(document, path);
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
