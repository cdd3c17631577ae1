import { keyName, type KeyId, keyId, type PluralForm } from '../keys/key.js';
import type { LeafValue } from '../keys/leaf.js';
import type { Finding } from './finding.js';
import { missingForms } from './plural-forms.js';
import { groupName, pluralGroups, pluralKey, pluralTypeOf } from './plural-keys.js';
import { checkPluralForm, checkText, type PluralTexts } from './check-text.js';
import { getOrMake } from '../util/collections.js';

type LeafValues = ReadonlyMap<KeyId, LeafValue>;

/**
 * The texts of the source locale, made ready for all others. Empty ones and what is not a text are
 * left out: they say nothing.
 */
export interface SourceTexts {
  readonly texts: ReadonlyMap<KeyId, string>;
  /** The key of this name: a translation may write `a.b` in one piece that the source nests. */
  readonly keyNamed: (name: string) => KeyId | undefined;
  readonly groups: ReadonlyMap<string, PluralTexts>;
  /** Whether a line break at the very end is looked at. */
  readonly finalBreaks: boolean;
}

/** One finding, the key that it is about as people write it, and its leaf. */
export interface LocatedFinding {
  readonly key: string;
  readonly at: KeyId;
  readonly finding: Finding;
}

/**
 * The texts that translations are compared with. Without `finalBreaks` a line break at the very end
 * is not part of a text: YAML's block scalars (`|`, `>`) end with one, whether their writer meant
 * it or not.
 */
export function sourceTexts(leaves: LeafValues, finalBreaks: boolean): SourceTexts {
  const texts = new Map<KeyId, string>();
  for (const [id, leaf] of leaves) {
    if (leaf.kind !== 'string') continue;
    const text = finalBreaks ? leaf.text : withoutBreak(leaf.text);
    if (text !== '') texts.set(id, text);
  }
  let byName: ReadonlyMap<string, KeyId> | undefined;
  const keyNamed = (name: string): KeyId | undefined =>
    (byName ??= new Map(Array.from(leaves.keys(), (id) => [keyName(id), id]))).get(name);
  return { texts, keyNamed, groups: pluralGroups(texts), finalBreaks };
}

/** A key of the service: its dots separate the parts. */
export const dottedKey = (name: string): KeyId => keyId(name.split('.'));

/** {@link sourceTexts} of keys of the service. */
export function sourceTextsOf(
  keys: readonly { readonly name: string; readonly source: string | null }[],
  finalBreaks: boolean,
): SourceTexts {
  const leaves = new Map<KeyId, LeafValue>();
  for (const { name, source } of keys)
    if (source !== null) leaves.set(dottedKey(name), { kind: 'string', text: source });
  return sourceTexts(leaves, finalBreaks);
}

const withoutBreak = (text: string): string => (text.endsWith('\n') ? text.replace(/\r?\n$/, '') : text);

/**
 * What does not fit in one translation; undefined if there is nothing to compare: it is empty, or
 * the source locale has no text for this key. `locale` is a code as in file names.
 */
export function checkOne(
  source: SourceTexts,
  key: KeyId,
  spelt: string,
  locale: string,
): readonly Finding[] | undefined {
  const text = source.finalBreaks ? spelt : withoutBreak(spelt);
  if (text === '') return undefined;
  const plural = source.groups.size > 0 ? pluralKey(key) : undefined;
  const forms = plural && source.groups.get(plural.group);
  if (forms) return checkPluralForm(forms, plural.form, text, locale);
  const wanted = source.texts.get(key) ?? source.texts.get(source.keyNamed(keyName(key)) ?? key);
  return wanted === undefined ? undefined : checkText(wanted, text, locale);
}

/**
 * All that does not fit in the translations of one locale, plural forms that are missing included,
 * and how many texts were compared.
 */
export function checkAll(
  source: SourceTexts,
  translations: LeafValues,
  locale: string,
): { readonly texts: number; readonly found: readonly LocatedFinding[] } {
  const found: LocatedFinding[] = [];
  const present = new Map<string, { readonly at: KeyId; readonly forms: Set<PluralForm> }>();
  let texts = 0;
  for (const [at, leaf] of translations) {
    if (leaf.kind !== 'string') continue;
    const findings = checkOne(source, at, leaf.text, locale);
    if (findings === undefined) continue;
    texts++;
    for (const finding of findings) found.push({ key: keyName(at), at, finding });
    const plural = source.groups.size > 0 ? pluralKey(at) : undefined;
    if (!plural || !source.groups.has(plural.group)) continue;
    getOrMake(present, plural.group, () => ({ at, forms: new Set() })).forms.add(plural.form);
  }
  for (const [group, { at, forms }] of present) {
    const missing = missingForms(locale, pluralTypeOf(group), forms);
    if (missing.length > 0)
      found.push({ key: groupName(group), at, finding: { kind: 'plural', forms: missing } });
  }
  return { texts, found };
}
