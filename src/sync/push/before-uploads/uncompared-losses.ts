import { pathOf } from '../../../core/files/file-set.js';
import type { Locale } from '../../../core/locales/locale.js';
import { sectionName } from '../../../core/merge/base.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import { baseOf } from '../../../core/merge/lock-file.js';
import { verdictOf } from '../../../core/merge/merge.js';
import type { TextsByKey } from '../../../plan/alterations.js';
import { earlierSources } from '../../files/earlier-sources.js';
import { sourceTextsHere } from '../../files/source-leaves.js';
import type { Project } from '../../context/project.js';
import type { EarlierOfUncompared, UncomparedLanguages } from './uncompared.js';

/**
 * What uploads of earlier runs have lost of a language that was read before the first upload;
 * undefined if none is remembered. `here`: the texts on disk.
 */
export function earlierLosses(
  project: Project,
  uncompared: UncomparedLanguages,
  locale: Locale,
  here: TextsByKey,
): EarlierOfUncompared | undefined {
  const { bound, known, before } = uncompared;
  const path = pathOf(bound.set, locale);
  const section = sectionName(path, undefined);
  const { uploads, stored } = project;
  const there = before.get(locale.id);
  if (!there || !uploads.remembers(section)) return undefined;
  const base = baseOf(stored.lock, section);
  const states = [...new Set([...there.keys(), ...here.keys()])].map((key): KeyState => {
    const [own, text, entry] = [here.get(key), there.get(key), base.get(key)];
    return { key, here: own, there: text, base: entry, verdict: verdictOf(entry, own, text) };
  });
  const sources = {
    sourceTexts: sourceTextsHere(known),
    earlierSources: earlierSources(project, bound),
  };
  const file = { path, locales: [locale] };
  const earlier = uploads.earlierIn(file, [{ section, states }], sources);
  const altered = uploads.alteredEarlier(section, states);
  return { ...earlier, doubted: altered.length === 0 ? new Map() : new Map([[section, altered]]) };
}
