import { getOrMake } from '../../core/util/collections.js';
import { keyName, type KeyId, keyBelow } from '../../core/keys/key.js';
import type { StaleReport } from '../../core/report/file-report.js';
import { baseOf } from '../../core/lock/lock-file.js';
import { editedSource, madeFromIn, staleKeys, type EditedSource } from '../../core/lock/made-from.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { Document } from '../../formats/format.js';
import type { Comparison, Versions } from '../../plan/comparison.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { type LocaleFile, sourceSection } from '../files/locale-file.js';
import type { LocaleTexts } from './read/locale-texts.js';
import type { Project } from '../context/project.js';

type StaleParts = Pick<ComparedLocale, 'edited' | 'stale'>;

const NONE_EDITED: EditedSource = new Map();

/** Those of the source locale. */
export const NO_STALE: StaleParts = { edited: NONE_EDITED, stale: [] };

/** What the source locale's file of a set says, the same for all its languages. */
interface SourceState {
  readonly base: BaseHashes;
  readonly edited: EditedSource;
}

// By the document that holds the source texts: the languages of a set share it.
const cache = new WeakMap<Document, SourceState>();

/** The translations of one language of a file whose source text has changed since they last did. */
export function staleIn(
  project: Project,
  file: LocaleFile,
  { base, sourceTexts }: Versions,
  { states }: Comparison,
  holder: Document | undefined,
  { section, source, keysBySource }: Pick<LocaleTexts, 'section' | 'source' | 'keysBySource'>,
): StaleParts {
  if (!holder || sourceTexts.size === 0) return NO_STALE;
  const state = sourceState(project, file, source, holder);
  const [sourceBase, edited] = [underOwn(state.base, keysBySource), underOwn(state.edited, keysBySource)];
  const madeFrom = madeFromIn(project.stored.lock, section);
  if (edited.size + madeFrom.size === 0) return NO_STALE;
  const wanted = new Set([...edited.keys(), ...madeFrom.keys()]);
  const texts = new Map<KeyId, string | undefined>();
  for (const { key, here } of states) if (wanted.has(key)) texts.set(key, here);
  const stale = staleKeys({
    base,
    madeFrom,
    sourceBase,
    edited,
    here: (key) => texts.get(key),
    source: (key) => sourceTexts.get(key)?.text,
  });
  const withTexts = stale.map((key) => ({
    ...key,
    text: texts.get(key.key) ?? '',
    source: sourceTexts.get(key.key)?.text ?? '',
  }));
  return { edited, stale: withTexts };
}

/** The stale translations of one language of a file, in the order of the file. */
export function staleReports({ document }: ComparedFile, { stale, root }: ComparedLocale): StaleReport[] {
  const found = stale.map(({ key, text, source }) => {
    const leaf = document?.leaves.get(keyBelow(root, key));
    return { key: keyName(key), ...leaf?.position, text, source };
  });
  return found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** What is said of source keys, under the keys that the language has for them. */
const underOwn = <T>(
  byKey: ReadonlyMap<KeyId, T>,
  keysBySource: ReadonlyMap<KeyId, KeyId> | undefined,
): ReadonlyMap<KeyId, T> =>
  keysBySource ? new Map(Array.from(byKey, ([key, value]) => [keysBySource.get(key) ?? key, value])) : byKey;

function sourceState(
  project: Project,
  { bound }: LocaleFile,
  source: Versions['sourceTexts'],
  holder: Document,
): SourceState {
  return getOrMake(cache, holder, () => {
    const section = sourceSection(bound);
    const base: BaseHashes = section === undefined ? new Map() : baseOf(project.stored.lock, section);
    return { base, edited: editedSource(base, source) };
  });
}
