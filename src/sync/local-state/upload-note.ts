import { uploadedStates, type PushActions } from '../../plan/push.js';
import {
  serviceTextOf,
  withOlder,
  type ServiceText,
  type SourceHistory,
  type SourcesByKey,
  type UploadEnd,
  type UploadNote,
} from '../../core/records/upload-entry.js';
import type { TextsBeside } from '../../core/records/own-uploads.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import { unmergedAlong, wentAlong, withUnmerged, type SourceTextsOfKey } from '../../plan/alterations.js';
import type { Comparison } from '../../plan/comparison.js';

/** The outcome of an upload; `named` for each of its languages. */
export type UploadEnds = Omit<UploadEnd, 'named'> & { readonly named: readonly UploadEnd['named'][] };

/** What an upload of one language sends, and what only the service holds of it. */
export function noteOf(comparison: Comparison, actions: PushActions): UploadNote {
  const { states } = comparison;
  const along = new Map([...wentAlong(actions), ...unmergedAlong(comparison)]);
  const out = new Set([
    ...(actions.get('leave-out') ?? []),
    ...(actions.get('leave-empty') ?? []),
    ...(actions.get('conflict') ?? []),
  ]);
  const uploads = uploadedStates(actions);
  const edits = new Map<KeyId, string>();
  for (const { key, here = '' } of uploads) edits.set(key, here);
  const sent: { readonly key: KeyId; readonly text: string; readonly here: string }[] = [];
  for (const state of states) {
    const { key, here } = state;
    const text = along.get(key) ?? (out.has(state) ? undefined : here);
    if (here === undefined || text === undefined) continue;
    // All texts of a new file are such.
    const isNoted = text !== '' && text === here && edits.get(key) === text;
    if (!isNoted) sent.push({ key, text, here });
  }
  const onlyThere = new Map<KeyId, ServiceText>();
  const all = withUnmerged(comparison);
  if (along.size > 0) {
    const known = new Map(all.map((state) => [state.key, state]));
    for (const [key, text] of along) {
      const { here, base } = known.get(key) ?? {};
      onlyThere.set(key, serviceTextOf(text, here, base));
    }
  }
  for (const { key, here, there = '', verdict } of all)
    // What was deleted here has to be deleted on the service by hand: that is no loss.
    if (here === undefined && there !== '' && verdict !== 'removed' && verdict !== 'gone-here')
      onlyThere.set(key, serviceTextOf(there, undefined));
  for (const { key, there = '', verdict } of uploads)
    if (there !== '' && (verdict === 'conflict' || verdict === 'unbased'))
      onlyThere.set(key, { text: there, replaced: true });
  return { edits, sent, onlyThere };
}

/** What an upload may lose of a language that it does not hold, by the language's section. */
export interface TextsAtRisk extends TextsBeside {
  readonly section: string;
  /** What the disk holds instead, as far as that is known. */
  readonly here: TextsByKey;
  /** It is the source locale. */
  readonly isOfSource: boolean;
  readonly sourceTexts: SourceTextsOfKey;
}

/** The note of what an upload may lose of another language. */
export function noteBeside(
  { onlyThere, here, changed, isOfSource, sourceTexts }: TextsAtRisk,
  earlierSources: SourceHistory['earlierSources'],
): UploadNote {
  const texts = [...onlyThere].map(([key, text]) => [key, serviceTextOf(text, here.get(key))] as const);
  const sent = [...changed].map(([key, text]) => ({ key, text, here: text }));
  const note: UploadNote = { edits: new Map(), sent, onlyThere: new Map(texts) };
  return isOfSource ? note : withSources(note, changed.keys(), { sourceTexts, earlierSources });
}

/**
 * The note with the source texts that some services put in place of translations. `changed`:
 * the keys whose source text the run changes.
 */
export function withSources(note: UploadNote, changed: Iterable<KeyId>, sources: SourceHistory): UploadNote {
  const texts = [...note.onlyThere].map(([key, text]) => [key, withOlder(key, text, sources)] as const);
  const onlyThere = new Map(texts);
  return { ...note, onlyThere, sources: sourcesOf([...changed, ...onlyThere.keys()], sources.sourceTexts) };
}

/** The source texts of these keys. */
export const sourcesOf = (keys: Iterable<KeyId>, sourceTexts: SourceTextsOfKey): SourcesByKey =>
  Array.from(keys, (key) => [key, sourceTexts(key)]);
