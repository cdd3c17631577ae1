import { keyId, type KeyPath, ITEM_ID } from '../../core/keys/key.js';
import type { Edit, Leaf, Move, Refusal } from '../format.js';
import { fieldPath, type ListItem } from './items.js';

/** Moves of a list as other ids, and as moves of plural forms inside an item. */
export type MapMoves =
  | { readonly renames: readonly Edit[]; readonly moves: readonly Move[] }
  | { readonly refused: readonly [Refusal] };

interface MovingList {
  readonly items: readonly ListItem[];
  readonly leaves: ReadonlyMap<string, Leaf>;
}

const ONLY_IDS =
  'an item of a list can get another id, and its plural forms other names; its texts stay in it';

/** What moves of keys come to in the map of a list. */
export function moveInMap({ items, leaves }: MovingList, moves: readonly Move[]): MapMoves {
  const byId = new Map(items.map((item) => [item.id, item]));
  const left = new Set(moves.flatMap(({ from }) => (from.length === 1 ? from : [])));
  const renames: Edit[] = [];
  const inside: Move[] = [];
  for (const { from, to } of moves) {
    const refuse = (reason: string): MapMoves => ({
      refused: [{ path: from, reason, position: leaves.get(keyId(from))?.position }],
    });
    const [id = '', ...form] = from;
    const [nextId = '', ...nextForm] = to;
    const item = byId.get(id);
    if (item === undefined) return refuse('the file does not hold it');
    if (from.length !== to.length || (form.length > 0 && id !== nextId)) return refuse(ONLY_IDS);
    if (form.length > 0) {
      const path = (rest: KeyPath): KeyPath => fieldPath(item.name, item.shape ?? 'forms', rest);
      inside.push({ from: path(form), to: path(nextForm) });
    } else if (byId.has(nextId) && !left.has(nextId)) return refuse(`the list has an item ${nextId} already`);
    else renames.push({ path: [item.name, ITEM_ID], text: nextId });
  }
  return { renames, moves: inside };
}
