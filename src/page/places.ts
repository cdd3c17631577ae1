import { computed } from '@preact/signals';
import { entries } from './keys.js';

/** The place of each line among those of its file or group, of how many: `aria-posinset`. */
export const places = computed((): readonly { readonly at: number; readonly of: number }[] => {
  const allEntries = entries.value;
  const found = allEntries.map(() => ({ at: 0, of: 0 }));
  const open: { of: number }[][] = [];
  for (const [at, { depth }] of allEntries.entries()) {
    for (const group of open.splice(depth + 1)) closeGroup(group);
    const place = found[at];
    if (place === undefined) continue;
    const siblings = (open[depth] ??= []);
    siblings.push(place);
    place.at = siblings.length;
  }
  for (const group of open) closeGroup(group);
  return found;
});

function closeGroup(group: { of: number }[] | undefined): void {
  for (const place of group ?? []) place.of = group?.length ?? 0;
}
