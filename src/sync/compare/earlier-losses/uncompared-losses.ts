import { pathOf, sectionOf } from '../../../core/files/file-set.js';
import type { KeyId, TextsByKey } from '../../../core/keys/key.js';
import type { Locale } from '../../../core/locales/locale.js';
import type { KeyState } from '../../../core/merge/key-state.js';
import { baseOf } from '../../../core/lock/lock-file.js';
import { verdictOf } from '../../../core/merge/merge.js';
import { earlierSources } from '../../files/earlier-sources.js';
import { sourceTextsHere } from '../../files/source-leaves.js';
import type { Project } from '../../context/project.js';
import type { EarlierUploads } from '../../local-state/uploads.js';
import type { UncomparedSet } from '../other-languages/uncompared-texts.js';

/** What uploads of earlier runs mean for a language that the run reads and does not compare. */
export interface EarlierOfUncompared extends EarlierUploads {
  /** By section, keys of which the disk holds another text than what is left on the service. */
  readonly unknownBases: ReadonlyMap<string, readonly KeyId[]>;
}

/**
 * What uploads of earlier runs have lost of a language that the run does not compare; undefined if
 * none is remembered. `here`: the texts on disk, `there`: those of the service.
 */
export function earlierLosses(
  project: Project,
  { bound, known }: UncomparedSet,
  locale: Locale,
  { here, there }: { readonly here: TextsByKey; readonly there: TextsByKey },
): EarlierOfUncompared | undefined {
  const path = pathOf(bound.set, locale);
  const section = sectionOf(bound.set, locale);
  const { uploads, stored } = project;
  if (!uploads.record.has(section)) return undefined;
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
  return { ...earlier, unknownBases: altered.length === 0 ? new Map() : new Map([[section, altered]]) };
}
