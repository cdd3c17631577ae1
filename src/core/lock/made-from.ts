import { CompactSections } from './compact-sections.js';
import { isTooDeep, type KeyId } from '../keys/key.js';
import { heldHere } from '../merge/base-entry.js';
import { lockKey, parseLockKey, type BaseOwner } from './base.js';
import { HASH_LENGTH, hashText, type Hash } from '../merge/hash.js';
import type { BaseHashes, KeyState } from '../merge/key-state.js';
import { entriesOf, renderEntries, renderLock, replaceSections } from './lock-file.js';
import { type Lock, hasEntries } from './lock.js';

/*
 * A translation is stale if its source text has changed since the translation last did
 * (docs/stale.md).
 * What the lock does not say is: every translation in it was made from the source text in it. Only
 * of the others the lock has an entry, in a section of their own beside that of their file. So it
 * grows with what is stale alone, and a program that does not know these sections keeps them.
 */

/** The source text that a translation was made from, if it is not the one in the base. */
export interface MadeFrom {
  readonly source: Hash;
  /** The translation: of any other one nothing is known. */
  readonly text: Hash;
}

export type MadeFromByKey = ReadonlyMap<KeyId, MadeFrom>;

// No locale file ends so, and no language's code has the sign.
const MARK = '!source';
const NAME = /^(.*)!source(#[^#/.]*)?$/s;

/** The name of the lock's section with the earlier source texts of a section's translations. */
export const madeFromName = (section: string): string => section.replace(/(#[^#/.]*)?$/, `${MARK}$1`);

/** The section that {@link madeFromName} is about; undefined for the name of any other section. */
export function sectionOfMadeFrom(name: string): string | undefined {
  const [, path, locale = ''] = NAME.exec(name) ?? [];
  return path === undefined ? undefined : path + locale;
}

const NONE: MadeFromByKey = new Map();

/** What the lock says of the translations of a section. Entries that make no sense say nothing. */
export const madeFromIn = ({ madeFrom }: Pick<Lock, 'madeFrom'>, section: string): MadeFromByKey =>
  madeFromOfLines(madeFrom?.get(section) ?? '');

/** What the lines of such a section say. */
export function madeFromOfLines(lines: string): MadeFromByKey {
  if (lines === '') return NONE;
  const entries = new Map<KeyId, MadeFrom>();
  // A union merge of two branches may hold a key twice.
  const values = new Map<string, string | undefined>();
  for (const { key, value } of entriesOf(lines))
    values.set(key, (values.get(key) ?? value) === value && ENTRY.test(value) ? value : undefined);
  for (const [written, value] of values) {
    const key = parseLockKey(written);
    if (value === undefined || isTooDeep(key)) continue;
    const source = value.slice(0, HASH_LENGTH) as Hash;
    entries.set(key, { source, text: value.slice(HASH_LENGTH) as Hash });
  }
  return entries;
}

const ENTRY = /^[\w-]{22}$/;

/**
 * The sections of a lock as they were read, those of earlier source texts apart and without the
 * keys that git damaged.
 */
export function splitMadeFrom(
  sections: ReadonlyMap<string, string>,
  damaged: Lock['damaged'],
): Pick<Lock, 'sections' | 'madeFrom'> {
  const own = new Map<string, string>();
  const madeFrom = new Map<string, string>();
  for (const [name, lines] of sections) {
    const section = sectionOfMadeFrom(name);
    if (section === undefined) own.set(name, lines);
    else madeFrom.set(section, damaged.has(name) ? withoutKeys(lines, damaged.get(name)) : lines);
  }
  return { sections: own, ...(madeFrom.size > 0 ? { madeFrom } : {}) };
}

/** The entries of these lines without those of `keys`, which are as written. */
export function withoutKeys(lines: string, keys: ReadonlySet<string> | undefined): string {
  const kept = [...entriesOf(lines)].filter(({ key }) => keys?.has(key) !== true);
  return renderEntries(kept.map(({ key, value }) => [key, value]));
}

/** All sections of a lock by the names under which they are written. */
export function withMadeFrom(
  sections: ReadonlyMap<string, string>,
  madeFrom: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const joined = new CompactSections(sections);
  for (const [section, lines] of madeFrom)
    if (hasEntries({ sections }, section)) joined.set(madeFromName(section), lines);
  return joined;
}

/** A lock with these sections, and these lines about what translations were made from, instead. */
export function renderChanged(
  owner: BaseOwner,
  lock: Lock,
  sections: ReadonlyMap<string, string>,
  madeFrom: ReadonlyMap<string, string>,
): () => Iterable<string> {
  const all = withMadeFrom(replaceSections(lock, sections), madeFrom);
  return () => renderLock(owner, all);
}

/** The lines of such a section. */
export const renderMadeFrom = (entries: MadeFromByKey): string =>
  renderEntries(Array.from(entries, ([key, { source, text }]) => [lockKey(key), source + text]));

/** Keys whose source text here is not the one in the base, with its hash. */
export type EditedSource = ReadonlyMap<KeyId, Hash>;

/** The keys of which the source locale's file holds another text than the base. */
export function editedSource(
  base: BaseHashes,
  texts: ReadonlyMap<KeyId, { readonly text?: string }>,
): EditedSource {
  const edited = new Map<KeyId, Hash>();
  if (base.size === 0) return edited;
  for (const [key, { text = '' }] of texts) {
    const before = text === '' ? undefined : knownText(base, key);
    if (before === undefined) continue;
    const currentHash = hashText(text);
    if (currentHash !== before) edited.set(key, currentHash);
  }
  return edited;
}

/** The text that the disk held when the base was set; undefined if that is not known. */
const knownText = (base: BaseHashes, key: KeyId): Hash | undefined => heldHere(base.get(key));

/** Translations that are not those of the base, each with the source text that is here now. */
export function madeHere(states: Iterable<KeyState>, edited: EditedSource): MadeFromByKey {
  if (edited.size === 0) return NONE;
  const made = new Map<KeyId, MadeFrom>();
  for (const { key, here = '', base } of states) {
    const source = here === '' ? undefined : edited.get(key);
    if (source === undefined) continue;
    const text = hashText(here);
    if (heldHere(base) !== text) made.set(key, { source, text });
  }
  return made;
}

/** Lines of {@link madeHere}. The source text is in the key: all languages of a file share it. */
export const renderMade = (made: MadeFromByKey): string =>
  renderEntries(Array.from(made, ([key, { source, text }]) => [lockKey(key) + source, text]));

/** What the lines of {@link renderMade} say. */
export function madeOfLines(lines: string): MadeFromByKey {
  if (lines === '') return NONE;
  return new Map(
    Array.from(entriesOf(lines), ({ key, value }) => [
      parseLockKey(key.slice(0, -HASH_LENGTH)),
      { source: key.slice(-HASH_LENGTH) as Hash, text: value as Hash },
    ]),
  );
}

/** What it takes to tell which translations of one language of a locale file are stale. */
export interface StaleInputs {
  readonly base: BaseHashes;
  readonly madeFrom: MadeFromByKey;
  readonly sourceBase: BaseHashes;
  readonly edited: EditedSource;
  /** The texts here: of the translations, and of the source locale. */
  readonly here: (key: KeyId) => string | undefined;
  readonly source: (key: KeyId) => string | undefined;
}

/** A translation that is stale, and the hash of the source text that it was made from. */
export interface StaleKey {
  readonly key: KeyId;
  readonly madeFrom: Hash;
}

/** The stale translations, in no order. One that has changed since the last sync is not stale. */
export function staleKeys({ base, madeFrom, sourceBase, edited, here, source }: StaleInputs): StaleKey[] {
  const stale: StaleKey[] = [];
  for (const key of new Set([...madeFrom.keys(), ...edited.keys()])) {
    const text = here(key) ?? '';
    const wanted = source(key) ?? '';
    if (text === '' || wanted === '') continue;
    const hash = hashText(text);
    if (knownText(base, key) !== hash) continue;
    const entry = madeFrom.get(key);
    const from = entry?.text === hash ? entry.source : knownText(sourceBase, key);
    if (from !== undefined && from !== (edited.get(key) ?? hashText(wanted)))
      stale.push({ key, madeFrom: from });
  }
  return stale;
}

/** The base of a locale file and of its source locale's file, before and after a run. */
export interface BaseChange {
  readonly before: BaseHashes;
  readonly after: BaseHashes;
  readonly sourceBefore: BaseHashes;
  readonly sourceAfter: BaseHashes;
  readonly known: MadeFromByKey;
  /** Translations that were changed here, with the source text beside them. */
  readonly made: MadeFromByKey;
}

/**
 * What the lock says of the translations of a section after a run. A translation that has changed
 * was made from the source text beside it if it was changed here, else from the one in the base,
 * which the service has.
 */
export function nextMadeFrom(change: BaseChange): MadeFromByKey {
  const { before, after, sourceBefore, sourceAfter, known, made } = change;
  const changed =
    sourceBefore === sourceAfter
      ? []
      : [...sourceBefore.keys()].filter((key) => sourceBefore.get(key) !== sourceAfter.get(key));
  const next = new Map<KeyId, MadeFrom>();
  for (const key of new Set([...known.keys(), ...changed, ...made.keys()])) {
    const text = knownText(after, key);
    const entry = known.get(key);
    if (text === undefined) {
      // It has come along from the old name of a key, whose new one was not uploaded yet.
      if (entry !== undefined && !before.has(key) && !after.has(key)) next.set(key, entry);
      continue;
    }
    const source = sourceOf(key, text, knownText(before, key) !== text);
    if (source !== undefined && source !== knownText(sourceAfter, key)) next.set(key, { source, text });
  }
  return next;

  function sourceOf(key: KeyId, text: Hash, isNew: boolean): Hash | undefined {
    // What is known of a key without a base has come along from its old name.
    const own = isNew ? (made.get(key) ?? (before.has(key) ? undefined : known.get(key))) : known.get(key);
    if (own?.text === text) return own.source;
    return knownText(isNew ? sourceAfter : sourceBefore, key);
  }
}
