import { groupOf, SEPARATOR, shownKey, type KeyId, isPluralForm, type PluralForm } from '../keys/key.js';
import { unusedForms } from './plural-forms.js';

/** A key of a plural form: Rails `items.few`, i18next `items_few` and `place_ordinal_two`. */
export interface PluralKey {
  /** What the forms of one key have in common, the character in front of the form included. */
  readonly group: string;
  readonly form: PluralForm;
}

const FORM = new RegExp(`(?<=^|[${SEPARATOR}_.])(?:zero|one|two|few|many|other)$`);
const GROUP_END = new RegExp(`(?:_ordinal)?[${SEPARATOR}_.]$`);

// The last letters of the forms: most keys are told apart from them at once.
const LAST = new Set(['o', 'e', 'w', 'y', 'r']);

/** The plural form that a key names, or undefined. */
export function pluralKey(id: KeyId): PluralKey | undefined {
  if (!LAST.has(id.charAt(id.length - 1))) return undefined;
  const form = FORM.exec(id)?.[0];
  return form !== undefined && isPluralForm(form)
    ? { group: id.slice(0, id.length - form.length), form }
    : undefined;
}

/** The group as a key for people: `items`. */
export const groupName = (group: string): string => shownKey(group.replace(GROUP_END, ''));

/** Which plural rules of `Intl.PluralRules` a group follows. */
export const pluralTypeOf = (group: string): 'cardinal' | 'ordinal' =>
  group.endsWith('_ordinal_') ? 'ordinal' : 'cardinal';

/** What all keys of a key's group begin with. */
function groupPrefix(id: KeyId): string {
  const group = groupOf(id);
  return group === undefined ? '' : group + SEPARATOR;
}

/**
 * The keys of the source locale that come in plural forms: those with `other` and at least one more
 * form. A group of keys that holds anything else does not count: `other` may be any word.
 */
export function pluralGroups(
  source: Iterable<readonly [KeyId, string]>,
): ReadonlyMap<string, ReadonlyMap<PluralForm, string>> {
  const groups = new Map<string, Map<PluralForm, string>>();
  const parents = new Set<string>();
  for (const [id, text] of source) {
    const key = pluralKey(id);
    const group = key && groups.get(key.group);
    if (!key) parents.add(groupPrefix(id));
    else if (group) group.set(key.form, text);
    else groups.set(key.group, new Map([[key.form, text]]));
  }
  for (const [group, forms] of groups) {
    const nested = group === '' || group.endsWith(SEPARATOR);
    if (!forms.has('other') || forms.size < 2 || (nested && parents.has(group))) groups.delete(group);
  }
  return groups;
}

/** Those keys that are plural forms the locale does not use: Japanese has no `items_one`. */
export function unusedKeys(keys: readonly KeyId[], locale: string): readonly KeyId[] {
  const named = keys.filter((key) => pluralKey(key) !== undefined);
  if (named.length === 0) return named;
  const groups = pluralGroups(keys.map((key) => [key, '']));
  return named.filter((key) => {
    const { group, form } = pluralKey(key) ?? {};
    if (group === undefined || form === undefined || !groups.has(group)) return false;
    return unusedForms(locale, pluralTypeOf(group)).has(form);
  });
}

/**
 * Those of the lacking keys that the locale holds in another form: `million` if it has
 * `million.other` and nothing but plural forms, `million.one` if it has `million`.
 */
export function heldInOtherForm(lacking: readonly KeyId[], held: ReadonlySet<KeyId>): readonly KeyId[] {
  if (lacking.length === 0) return lacking;
  const wanted = new Set(lacking);
  const groups = new Map<KeyId, boolean>();
  for (const key of held) {
    const group = groupOf(key);
    for (let parent = group; parent !== undefined; parent = groupOf(parent))
      if (wanted.has(parent))
        groups.set(parent, groups.get(parent) !== false && parent === group && pluralKey(key) !== undefined);
  }
  const forms = pluralGroups(lacking.map((key) => [key, '']));
  return lacking.filter((key) => {
    const parent = groupOf(key);
    if (groups.get(key) === true) return true;
    return parent !== undefined && held.has(parent) && forms.has(parent + SEPARATOR);
  });
}
