import type { FileSetTexts } from './read/file-set-texts.js';
import { keyName } from '../../core/keys/key.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import { isCarried, isTaken, isWorthEvidence } from '../../plan/distrust.js';
import type { Comparison, Versions } from '../../plan/comparison.js';
import { missingThere } from '../../plan/missing-texts.js';
import { oddSpellings } from '../../plan/odd-spellings.js';
import type { ComparedLocale, KeyShortage } from '../files/compared-file.js';
import type { LanguageQuery } from './read/aligned-texts.js';
import type { OtherLanguages } from './other-languages/other-language-evidence.js';

/** What decides how one language of a file is compared. */
export interface CompareLocaleOptions {
  /** The bases of the file's languages if they are newer than the lock. */
  readonly bases?: readonly BaseHashes[];
  /** Tells deleted keys from untranslated ones, and this language's texts from another's. */
  readonly others?: OtherLanguages;
  /** Tells keys that the service answers with the source text; `others` if not given. */
  readonly sourceTextsOf?: OtherLanguages;
  /** The file's texts have just been uploaded. */
  readonly wasSent?: boolean;
  /** The service's texts, if they may come with those of other languages. */
  readonly texts?: FileSetTexts | undefined;
  /** Keys without a base may be removed too. */
  readonly prune?: boolean | undefined;
  /** Only texts of the service that an upload would carry are of interest, not all that differ. */
  readonly forUpload?: boolean | undefined;
  /** Texts of another language in place of translations are looked for: once in a run. */
  readonly findsCopies?: boolean | undefined;
}

interface ComparedVersions {
  readonly versions: Versions;
  readonly comparison: Comparison;
}

/** How a comparison is to be made again, as other languages show; undefined if it is right. */
type Correction = (
  compared: ComparedVersions,
  others: OtherLanguages | undefined,
  query: LanguageQuery,
) => Promise<Versions | undefined>;

const NO_KEYS: Pick<BaseHashes, 'keys' | 'has'> = new Map();

/** The comparison, with what the other languages say of it if it would remove or replace much. */
export async function correctedComparison(
  versions: Versions,
  options: CompareLocaleOptions,
  query: LanguageQuery,
  first: Comparison,
  compareAs: (versions: Versions) => Comparison,
): Promise<Pick<ComparedLocale, 'comparison' | 'shortage' | 'evidence' | 'keysWithSourceText'>> {
  const { others, sourceTextsOf = others, wasSent = false, prune = false, forUpload = false } = options;
  const corrections = [
    [trustKnownSpelling, others],
    // Reading back has only these: it must not count a key that other readings leave out.
    [keepKeysApart, sourceTextsOf],
    [leaveOutOddSpellings, sourceTextsOf],
  ] as const;
  let given: ComparedVersions = { versions, comparison: first };
  for (const [correction, languages] of corrections) {
    const again = await correction(given, languages, query);
    if (again) given = { versions: again, comparison: compareAs(again) };
  }
  let { comparison } = given;
  const answeredWithSource = await sourceTextsOf?.keysAnsweredWithSource(comparison.states, query, wasSent);
  const withAnswered = {
    ...given.versions,
    ...(answeredWithSource && answeredWithSource.size > 0 ? { answeredWithSource } : {}),
  };
  if (withAnswered.answeredWithSource) comparison = compareAs(withAnswered);
  let shortage: KeyShortage | undefined;
  const missing = others ? missingThere(comparison, prune) : [];
  if (others && missing.length > 0) {
    const elsewhere = await others.findKeys(missing, query);
    shortage = elsewhere.shortage;
    if (elsewhere.held.size > 0) comparison = compareAs({ ...withAnswered, untranslated: elsewhere.held });
  }
  const copied = options.findsCopies === true && (await others?.copiedHere(comparison.states, query));
  if (copied) comparison = { ...comparison, copied };
  const movedAway = options.findsCopies === true && (await others?.movedAway(comparison, query.locale));
  if (movedAway) comparison = { ...comparison, movedAway };
  const taken = comparison.states.filter(forUpload ? isCarried : isTaken);
  // A file that is new replaces no text by the source text.
  const replaces = taken.some(({ here = '' }) => here !== '');
  const evidence =
    others && isWorthEvidence(comparison.states, taken) ? await others.evidence(query, replaces) : undefined;
  const keysWithSourceText = (await others?.keysGivenSourceText(taken, query, evidence)) ?? [];
  return { comparison, shortage, evidence, keysWithSourceText };
}

/**
 * Trusts an answer with no known key if other languages show that the service spells this file's
 * keys as ever: a language may hold nothing but a key that is new.
 */
const trustKnownSpelling: Correction = async ({ versions, comparison }, others, query) => {
  if (!comparison.unfamiliar || versions.isSynced !== true) return undefined;
  const { here, sourceTexts, base, like } = versions;
  const keys = [here, sourceTexts, base, like ?? NO_KEYS].flatMap((known) => [...known.keys()]);
  if (others && (await others.findKeys(keys, query)).held.size === 0) return undefined;
  return { ...versions, isSynced: false };
};

/**
 * Does not read a key as another spelling of a known key if the source locale's answer has both
 * (`Title` and `title`).
 */
const keepKeysApart: Correction = async ({ versions, comparison }, others, query) => {
  if (!others || !comparison.respelt) return undefined;
  const there = new Set([...(await others.sourceTextsThere(query)).keys()].map(keyName));
  const both = [...comparison.respelt].filter(([key, spelt]) => there.has(keyName(key)) && there.has(spelt));
  if (both.length === 0) return undefined;
  return { ...versions, ownKeys: new Set(both.map(([, spelt]) => spelt)) };
};

/**
 * Leaves out new keys that may be known ones in a spelling that only this answer has: the source
 * locale's answer has the known key and lacks the new one.
 */
const leaveOutOddSpellings: Correction = async ({ versions, comparison }, others, query) => {
  const { here, sourceTexts, like = NO_KEYS, former = NO_KEYS, base, isList } = versions;
  if (!others || isList || comparison.inOrder !== undefined || comparison.unfamiliar) return undefined;
  const known = [here, sourceTexts, like, base];
  const found = oddSpellings(comparison.states, known, former, others.codesOf(query.locale));
  if (found.size === 0) return undefined;
  const there = await others.sourceTextsThere(query);
  const odd = new Map([...found].filter(([key, like]) => there.has(like) && !there.has(key)));
  return odd.size === 0 ? undefined : { ...versions, odd };
};
