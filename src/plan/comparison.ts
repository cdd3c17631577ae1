import { pluralKey } from '../core/check/plural-keys.js';
import { align } from '../core/align/align.js';
import type { Aligned, RemoteText } from '../core/align/aligned.js';
import { OrderedLookup } from '../core/keys/ordered-lookup.js';
import type { KeyId, KeyPath } from '../core/keys/key.js';
import type { KeyFormatHint } from '../core/align/learn-format.js';
import { isRemoved } from '../core/merge/base-entry.js';
import { merge } from '../core/merge/merge.js';
import type { BaseHashes, KeyState } from '../core/merge/key-state.js';
import type { LocaleContext } from '../core/merge/policy.js';
import type { LocaleLeaves } from './locale-root.js';
import { withoutOddSpellings, type OddSpellings } from './odd-spellings.js';
import { uncountedOf } from './uncounted-keys.js';

/** The three versions of one language of one locale file. */
export interface Versions {
  /** The leaves on disk; none if there is no file. */
  readonly here: LocaleLeaves;
  /** The paths of the source locale's file. */
  readonly sourceTexts: ReadonlyMap<KeyId, { readonly path: KeyPath; readonly text?: string }>;
  /** Another locale's paths if the source locale's file is missing: they show how keys nest. */
  readonly like?: Versions['sourceTexts'] | undefined;
  /** Keys of a file that is gone, as its base tells them: they only show how keys nest. */
  readonly former?: Versions['sourceTexts'] | undefined;
  /** The keys of all locales if the source locale has no file: these count instead of its own. */
  readonly union?: ReadonlySet<KeyId> | undefined;
  readonly there: readonly RemoteText[];
  readonly base: BaseHashes;
  /** Some language of the source file has a base, if not this one. */
  readonly isSynced?: boolean;
  /** The keys are ids of a list's items. */
  readonly isList: boolean;
  /** A key `<<` of the answer may be YAML's merge key, since the file is YAML. */
  readonly mayMerge: boolean;
  /** Whether the disk holds the file, and in it this language. */
  readonly exists: boolean;
  /** Keys that this answer lacks and another language's has: untranslated, the same as ''. */
  readonly untranslated?: ReadonlySet<KeyId>;
  /** Keys that this answer holds with the source text since they are not translated. */
  readonly answeredWithSource?: ReadonlySet<KeyId>;
  /** Keys that only this answer has, which may be known keys that it spells otherwise. */
  readonly odd?: OddSpellings;
  /** Keys of this answer that the service has beside the known ones that they look like. */
  readonly ownKeys?: ReadonlySet<string>;
  /** Whether the configuration ignores a key. */
  readonly ignores?: ((key: KeyId) => boolean) | undefined;
}

/** Translations that have given way to texts of another language here. */
export interface CopiedTexts {
  readonly keys: ReadonlySet<KeyId>;
  /** What the texts are of; undefined if they are source texts. */
  readonly from: { readonly locale: string } | 'other keys' | 'another file' | undefined;
  /** They are all that the file holds of what was synced, however little that is. */
  readonly isWhole: boolean;
}

/** What the three versions of one language of one locale file say, key by key. */
export interface Comparison {
  readonly states: readonly KeyState[];
  /** Keys that the service cannot tell apart: an upload carries its text for them, or none. */
  readonly ambiguous: Aligned['ambiguous'];
  /** Ignored keys: an upload carries the service's text for them, or none. */
  readonly ignored: Aligned['ambiguous'];
  /** Remote keys that have no certain place in the file: they are neither compared nor written. */
  readonly doubtful: Aligned['doubtful'];
  /** Known keys that the answer spells by a rule of its own, each as there. */
  readonly respelt?: Aligned['respelt'];
  /** Nothing of the service's answer may be used. */
  readonly unfamiliar: Aligned['unfamiliar'];
  /** Unknown keys were placed in a form that no known key of this file shows. */
  readonly guessed: Aligned['guessed'];
  /** What the answer shows to be lists, of keys that only the service has. */
  readonly lists: Aligned['lists'];
  /** Groups that are maps although their names are numbers, as other files show. */
  readonly maps?: ReadonlySet<KeyId>;
  /** The answer does not nest: of no group it tells whether that is a list. */
  readonly isFlatAnswer: boolean;
  /** What this file shows of the form of the service's keys. */
  readonly shown: Aligned['shown'];
  /** The answer has exactly these keys in this order, with this between their segments. */
  readonly inOrder: Aligned['inOrder'];
  readonly clashes: ReadonlyMap<KeyId, KeyId>;
  readonly copied?: CopiedTexts;
  /** Keys that the disk has lost, and whose texts another file of the language has. */
  readonly movedAway?: ReadonlySet<KeyId>;
  readonly where: LocaleContext;
  /** Keys with a text on disk or, if there is no such file on disk, on the service. */
  readonly translated: number;
  /** Keys of the source locale and of this one that count. */
  readonly total: number;
  /** Keys that count neither as translated nor as untranslated: see {@link uncountedOf}. */
  readonly uncounted: ReadonlySet<KeyId>;
  /** Some of its own keys are plural forms, or it does not use some that the source locale has. */
  readonly pluralExtras: boolean;
  /** The answer of the service holds at least one key of this language. */
  readonly hasAnswer: boolean;
  /** The keys of the source locale; of all locales if it has no file. */
  readonly sourceKeys: { keys(): Iterable<KeyId> };
  /** The keys of all locales were counted: another file may change the counts of this one. */
  readonly isUnion: boolean;
}

/**
 * Compares the versions key by key (docs/sync.md, "The table"). `codes` are the spellings of the
 * locale, one of which may be in front of the service's keys.
 */
export function compareLanguage(
  versions: Versions,
  codes: readonly string[],
  where: Omit<LocaleContext, 'firstContact' | 'longest'>,
  hint?: KeyFormatHint,
): Comparison {
  const { sourceTexts } = versions;
  const aligned = withoutOddSpellings(alignVersions(versions, codes, hint), versions.odd);
  const { doubtful, respelt, unfamiliar, guessed, lists, shown, inOrder } = aligned;
  const { clashes, ignores } = ignoredWithClashes(aligned.clashes, versions);
  const merged = merge(aligned.base, { ...aligned, there: withUntranslated(aligned, versions) }, clashes);
  const { states, ambiguous, ignored } = withoutIgnored(
    merged,
    aligned.ambiguous,
    { ignores, sourceTexts },
    where.isSource,
  );
  const expected =
    sourceTexts.size > 0 || !versions.union
      ? sourceTexts
      : new Map([...versions.union].map((key) => [key, true]));
  const keys = [...expected.keys()];
  const lookup = new OrderedLookup(keys, expected);
  const counted = versions.ignores ? keys.filter((key) => versions.ignores?.(key) !== true) : undefined;
  const { keys: uncounted, hasForms } = uncountedOf(states, versions, where.isSource ? undefined : codes[0]);
  const own = counted ?? keys;
  let total = uncounted.size === 0 ? own.length : own.filter((key) => !uncounted.has(key)).length;
  let translated = 0;
  let pluralExtras = hasForms;
  states.forEach((state) => {
    if (isRemoved(state) || uncounted.has(state.key)) return;
    if (!lookup.has(state.key)) {
      total++;
      pluralExtras ||= pluralKey(state.key) !== undefined;
    }
    if (((versions.exists ? state.here : state.there) ?? '') !== '') translated++;
  });
  for (const [key, { here, there }] of ambiguous)
    if (((versions.exists ? here : there) ?? '') !== '' && !uncounted.has(key)) translated++;
  const hasAnswer = versions.there.length > 0;
  return {
    states,
    ambiguous,
    ignored,
    doubtful,
    ...(respelt ? { respelt } : {}),
    unfamiliar,
    guessed,
    lists,
    isFlatAnswer: versions.there.every(({ key }) => key.length === 1),
    shown,
    inOrder,
    clashes,
    where: { ...where, ...contactOf(versions) },
    translated,
    total,
    uncounted,
    pluralExtras,
    hasAnswer,
    sourceKeys: counted ? { keys: () => counted } : expected,
    isUnion: expected !== sourceTexts,
  };
}

/** The service's texts under the keys that they have here, or would have. */
function alignVersions(
  versions: Versions,
  codes: readonly string[],
  hint: KeyFormatHint | undefined,
): Aligned {
  const { there, sourceTexts, like = sourceTexts, former } = versions;
  if (former) {
    const aligned = align(there, { ...versions, sourceTexts: new Map([...like, ...former]) }, codes, hint);
    // A file that is gone is written anew, whatever the state of its keys.
    if (!aligned.unfamiliar) return aligned;
  }
  return align(there, { ...versions, sourceTexts: like }, codes, hint);
}

const NONE_IGNORED: Comparison['ignored'] = new Map();

/**
 * The clashes in which no key is ignored, and what is ignored: with a key of the disk also the key
 * of the service that no file can hold beside it.
 */
function ignoredWithClashes(
  clashes: Comparison['clashes'],
  { ignores, here }: Versions,
): Pick<Versions, 'ignores'> & Pick<Comparison, 'clashes'> {
  if (!ignores || clashes.size === 0) return { ignores, clashes };
  const settled = [...clashes].filter(([key, clash]) => ignores(key) || ignores(clash));
  if (settled.length === 0) return { ignores, clashes };
  const also = new Set(settled.flat().filter((key) => !here.has(key)));
  const left = new Map([...clashes].filter(([key, clash]) => !(ignores(key) || ignores(clash))));
  for (const key of left.keys()) also.delete(key);
  return { clashes: left, ignores: (key) => ignores(key) || also.has(key) };
}

/** The states of the keys that count, and apart from them those that the configuration ignores. */
function withoutIgnored(
  merged: readonly KeyState[],
  ambiguous: Comparison['ambiguous'],
  { ignores, sourceTexts }: Pick<Versions, 'ignores' | 'sourceTexts'>,
  isSource: boolean,
): Pick<Comparison, 'states' | 'ambiguous' | 'ignored'> {
  if (!ignores) return { states: merged, ambiguous, ignored: NONE_IGNORED };
  const states: KeyState[] = [];
  const ignored = new Map([...ambiguous].filter(([key]) => ignores(key)));
  for (const state of merged) {
    const { key, here, there, base } = state;
    if (!ignores(key)) states.push(state);
    // A service may return the source text for untranslated keys.
    else if (!isSource && here !== there && there !== undefined && there === sourceTexts.get(key)?.text)
      ignored.set(key, { here, there: undefined, base });
    else ignored.set(key, { here, there, base });
  }
  return { states, ambiguous: new Map([...ambiguous].filter(([key]) => !ignores(key))), ignored };
}

function contactOf({ base, there }: Versions): Pick<LocaleContext, 'firstContact' | 'longest'> {
  if (base.size > 0) return { firstContact: false };
  return {
    firstContact: true,
    longest: there.reduce((most, { text }) => Math.max(most, text?.length ?? 0), 0),
  };
}

const NO_KEYS: ReadonlySet<KeyId> = new Set();

/** The texts of the service, with '' for keys that are only untranslated. */
function withUntranslated(
  { keys, there }: Aligned,
  { untranslated = NO_KEYS, answeredWithSource = NO_KEYS }: Versions,
): readonly (string | undefined)[] {
  if (untranslated.size + answeredWithSource.size === 0) return there;
  return there.map((text, i) => {
    const key = keys[i];
    if (key === undefined) return text;
    return answeredWithSource.has(key) || (text === undefined && untranslated.has(key)) ? '' : text;
  });
}
