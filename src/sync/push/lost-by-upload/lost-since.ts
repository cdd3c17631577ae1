import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import { isAlteration } from '../../../core/merge/service-form.js';
import { isFormOf } from '../../../plan/receipt.js';
import { lostTexts, withUnmerged, type SourceTextsOfKey } from '../../../plan/alterations.js';
import type { Project } from '../../context/project.js';
import type { ComparedLocale } from '../../files/compared-file.js';
import type { ServiceBefore } from '../service-before/compared.js';
import { becameSource } from './became-source.js';
import type { ReplacedTexts } from '../../local-state/replaced-texts.js';

/*
 * A service may alter the texts of all languages when one of them is uploaded: cut or escape them,
 * or put earlier texts back. The disk still has the texts of other languages then, and the next
 * pull would treat the altered ones as a translator's. A translator rarely edits in those seconds,
 * so such a change becomes a conflict.
 */

/** Whether a service may have made `now` of a text that it held some seconds ago. */
export const isAlteredForm = (before: string, now: string): boolean =>
  isFormOf(before, now) || isAlteration(before, now);

/**
 * Texts that both sides held before an upload, and of which the service now holds an altered form,
 * or a text that a pull from here has replaced.
 */
function alteredSince(
  differed: { has(key: KeyId): boolean },
  section: string,
  states: readonly KeyState[],
  replaced: ReplacedTexts,
): TextsByKey {
  return new Map(
    states.flatMap(({ key, here = '', there = '', verdict }) => {
      if (here === '' || there === '' || here === there) return [];
      if (differed.has(key) || verdict === 'push' || verdict === 'clash') return [];
      const isAltered = isAlteredForm(here, there) || replaced.has('disk', { section, key }, there);
      return isAltered ? [[key, here] as const] : [];
    }),
  );
}

/** The texts of the disk for the lost keys of which both sides now hold different texts. */
const differingTexts = (lost: TextsByKey, states: readonly KeyState[]): TextsByKey =>
  new Map(
    states.flatMap(({ key, here = '', there = '' }) =>
      lost.has(key) && here !== '' && there !== '' && here !== there ? [[key, here] as const] : [],
    ),
  );

/**
 * Texts of a language that the service has lost, also those in whose place a source text is, the
 * one before this run's upload included.
 */
function lostSince(
  project: Project,
  { file, onlyThere }: ServiceBefore,
  states: readonly KeyState[],
  sourceTexts: SourceTextsOfKey,
): TextsByKey {
  const [locale] = file.locales;
  if (onlyThere.size === 0 || !locale) return onlyThere;
  const lost = lostTexts(onlyThere, new Map(), states);
  const now = new Map(states.map(({ key, there }) => [key, there]));
  const isSourceNow = becameSource(project, file.bound, locale, sourceTexts);
  return new Map(
    [...onlyThere].filter(([key, text]) => lost.has(key) || isSourceNow(key, text, now.get(key) ?? '')),
  );
}

/** What uploads of others have lost of a language. */
export interface LanguageChange {
  readonly lost: TextsByKey;
  /** The texts of the disk for the lost keys of which both sides now hold different texts. */
  readonly differing: TextsByKey;
  /** The texts of the disk that the service now holds in an altered form. */
  readonly altered: TextsByKey;
  /** The language has no text any more. */
  readonly isEmptied: boolean;
}

/**
 * What a language has lost since it was compared. `now`: the language as it is; undefined if the
 * service no longer has the source file.
 */
export function changeSince(
  project: Project,
  before: ServiceBefore,
  now: ComparedLocale | undefined,
  sourceTexts: SourceTextsOfKey,
): LanguageChange {
  const states = now ? withUnmerged(now.comparison) : [];
  const lost = lostSince(project, before, states, sourceTexts);
  const isEmptied = states.every(({ there = '' }) => there === '');
  if (!now) return { lost, differing: new Map(), altered: new Map(), isEmptied };
  const { section, comparison } = now;
  const altered = alteredSince(before.differs, section, comparison.states, project.replaced);
  return { lost, differing: differingTexts(lost, comparison.states), altered, isEmptied };
}
