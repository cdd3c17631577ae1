import { keyId, type KeyPath, isPluralForm } from '../../core/keys/key.js';
import type { Edit, Leaf, OutlineNode, Refusal } from '../format.js';
import type { ListItem } from './items.js';

interface RefusingList {
  readonly items: readonly ListItem[];
  readonly leaves: ReadonlyMap<string, Leaf>;
}

const NO_PLACE =
  'an item of a list holds one text or plural forms (zero, one, two, few, many, other), and no other keys';
const PLAIN = 'it is one text here, and cannot have plural forms as well';
const PLURAL = 'it has plural forms here, and cannot be one text as well';
const NOT_A_LIST = 'the list here is empty, and the source file is not a list of items with ids';

/** The texts that no item of a list can hold. */
export function unfitFor(
  { items, leaves }: RefusingList,
  edits: readonly Edit[],
  order: readonly OutlineNode[] | undefined,
): readonly Refusal[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const isForeign =
    items.length === 0 && order?.some(({ path, item }) => path.length === 1 && item === undefined) === true;
  const refused: Refusal[] = [];
  for (const { path, text } of edits) {
    if (text === undefined) continue;
    const [id = '', form] = path;
    const reason = isForeign ? NOT_A_LIST : reasonFor(path, byId.get(id), leaves);
    if (reason === undefined) continue;
    const position = leaves.get(keyId(form === undefined ? path : [id]))?.position;
    refused.push({ path, reason, position });
  }
  return refused;
}

function reasonFor(
  path: KeyPath,
  item: ListItem | undefined,
  leaves: RefusingList['leaves'],
): string | undefined {
  const [id = '', form] = path;
  if (leaves.has(keyId(path))) return undefined;
  if (form === undefined) return item?.shape === 'forms' ? PLURAL : undefined;
  if (leaves.get(keyId([id]))?.kind === 'string') return PLAIN;
  return path.length > 2 || !isPluralForm(form) ? NO_PLACE : undefined;
}
