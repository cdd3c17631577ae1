import { keyName, type KeyId } from '../keys/key.js';
import type { LeafValue } from '../keys/leaf.js';
import type { LocatedFinding, SourceTexts } from './check-catalog.js';
import { pluralKey } from './plural-keys.js';

/** The keys of a translation that the source locale lacks; further plural forms are none. */
export function orphans(
  sourceKeys: { has(key: KeyId): boolean },
  { groups, keyNamed }: SourceTexts,
  translations: ReadonlyMap<KeyId, LeafValue>,
): readonly LocatedFinding[] {
  return [...translations]
    .filter(([key, { text }]) => text !== '' && !sourceKeys.has(key) && !isForm(key, groups))
    .filter(([key]) => keyNamed(keyName(key)) === undefined)
    .map(([at]) => ({ key: keyName(at), at, finding: { kind: 'orphans' } }));
}

function isForm(key: KeyId, groups: SourceTexts['groups']): boolean {
  const plural = pluralKey(key);
  return plural !== undefined && groups.has(plural.group);
}
