import { align, type RemoteText } from '../core/align.js';
import { Follower } from '../core/follower.js';
import type { KeyId, KeyPath } from '../core/key.js';
import { merge, type BaseTexts, type KeyState } from '../core/merge.js';
import type { Circumstances } from '../core/policy.js';

import type { LocalLeaf } from './root.js';

/** The three versions of one language of one locale file. */
export interface Versions {
  /** The leaves on disk; none where there is no file. */
  readonly here: ReadonlyMap<KeyId, LocalLeaf>;
  /** The paths of the source locale's file. */
  readonly source: ReadonlyMap<KeyId, { readonly path: KeyPath }>;
  readonly there: readonly RemoteText[];
  readonly base: BaseTexts;
}

/** What the three versions of one language of one locale file say, key by key. */
export interface Comparison {
  readonly states: readonly KeyState[];
  readonly ambiguous: ReadonlySet<KeyId>;
  readonly clashes: ReadonlyMap<KeyId, KeyId>;
  readonly where: Circumstances;
  /** Keys with a text on disk or, where the disk has no such file, on the service. */
  readonly translated: number;
  /** Keys of the source locale and of this one. */
  readonly total: number;
  /** Keys of the source locale. */
  readonly source: { keys(): Iterable<KeyId> };
}

/** The keys of the source locale, and of this one, that have no text here. */
export function untranslated(comparison: Comparison): KeyId[] {
  const here = new Map(comparison.states.map((state) => [state.key, state.here]));
  return [...new Set([...comparison.source.keys(), ...here.keys()])].filter(
    (key) => (here.get(key) ?? '') === '' && !comparison.ambiguous.has(key),
  );
}

/**
 * Compares the versions key by key (contract.md, section 5). `codes` are the spellings of the locale, one of which may stand in front of
 * the service's keys.
 */
export function compare(
  versions: Versions,
  codes: readonly string[],
  where: Omit<Circumstances, 'firstContact'>,
): Comparison {
  const { here, source } = versions;
  const aligned = align(versions.there, versions, codes);
  const { ambiguous, clashes } = aligned;
  const states = merge(aligned.base, aligned, clashes);
  const known = new Follower([...source.keys()], source);
  let total = source.size;
  let translated = 0;
  for (const state of states) {
    if (!known.has(state.key)) total++;
    if (((here.size > 0 ? state.here : state.there) ?? '') !== '') translated++;
  }
  return {
    states,
    ambiguous,
    clashes,
    where: { ...where, firstContact: versions.base.size === 0 },
    translated,
    total,
    source,
  };
}
