import { getOrMake } from '../../core/util/collections.js';
import type { BoundSet } from '../../core/files/bound-set.js';
import { isMultilingual } from '../../core/files/file-set.js';
import { hashText, type Hash } from '../../core/merge/hash.js';
import type { KeyId } from '../../core/keys/key.js';
import { textOf } from '../../core/keys/leaf.js';
import { isSameCode } from '../../core/locales/locale.js';
import { pathOfSection } from '../../core/lock/base.js';
import { baseOf } from '../../core/lock/lock-file.js';
import type { Lock } from '../../core/lock/lock.js';
import {
  ALIKE,
  fileNameOf,
  likeness,
  MOST_PAIRS,
  moveSections,
  type Moves,
} from '../../core/lock/move-sections.js';
import {
  codeReader,
  codesOfPlace,
  isSameLanguage,
  sectionsWithoutFile,
  sectionFilesOf,
  respelledSections,
  sourceBefore,
  type SectionFile,
} from '../../core/files/moved-sections.js';
import { nfc } from '../../core/text/normal-form.js';
import type { Document } from '../../formats/format.js';
import type { Files } from '../../ports/files.js';
import type { SourceFile } from '../../ports/service.js';
import { leavesUnder, hasRoot, rootIn } from '../../plan/locale-root.js';
import { readDocument } from '../files/read-file.js';
import { ifValid } from '../files/unless-failed.js';

/** A section that may be that of a file under its old name. */
interface FormerFile {
  readonly place: SectionFile;
  readonly old: string;
  /** The name alone says that it is the same file. */
  readonly sure: boolean;
  readonly like: number;
}

/** A language of a file that has another name now, and the name that its section had. */
export interface MovedFile {
  readonly place: SectionFile;
  readonly from: string;
}

/** The lock with the sections of renamed files under the names that the files have now. */
export async function followRenames(
  lock: Lock,
  files: Files,
  sets: readonly BoundSet<SourceFile>[],
  sources: readonly SourceFile[],
): Promise<{ readonly lock: Lock; readonly moved: readonly MovedFile[] }> {
  const places = sectionFilesOf(sets);
  const before = sectionsWithoutFile(lock, places);
  if (before.length === 0) return { lock, moved: [] };
  const spelt = respelledSections(places, before);
  const respelled = moveSections(lock, spelt);
  const left = sectionsWithoutFile(respelled, places);
  const homeless = places.filter(
    ({ bound, locale, section }) => bound.set.files.has(locale.id) && !respelled.sections.has(section),
  );
  const moves =
    left.length === 0 || homeless.length === 0
      ? new Map<string, readonly string[]>()
      : choose(await findCandidates(respelled, files, homeless, left, sources));
  const all = new Map([...spelt, ...moves]);
  return {
    lock: moveSections(respelled, moves),
    moved: places.flatMap((place) => (all.get(place.section) ?? []).map((from) => ({ place, from }))),
  };
}

/** The best pairs first, each section and each file once. */
function choose(candidates: readonly FormerFile[]): Moves {
  const moves = new Map<string, readonly string[]>();
  const taken = new Set<string>();
  const best = candidates.filter(({ sure, like }) => sure || like >= ALIKE);
  best.sort((a, b) => Number(b.sure) - Number(a.sure) || b.like - a.like);
  for (const { place, old } of best) {
    if (taken.has(old) || moves.has(place.section)) continue;
    taken.add(old);
    moves.set(place.section, [old]);
  }
  return moves;
}

async function findCandidates(
  lock: Lock,
  files: Files,
  places: readonly SectionFile[],
  left: readonly string[],
  sources: readonly SourceFile[],
): Promise<readonly FormerFile[]> {
  const there = await files.statFingerprints([...new Set(left.map(pathOfSection))]);
  const names = new Set(sources.map(({ name }) => nfc(name)));
  const bases = new Map<string, ReadonlyMap<KeyId, Hash>>();
  const found: FormerFile[] = [];
  const few = places.length * left.length <= MOST_PAIRS;
  for (const place of places) {
    const near = few ? left : left.filter((old) => fileNameOf(old) === fileNameOf(place.section));
    const olds = near.flatMap((old) => {
      const sure = match(place, old, names);
      return sure === undefined || (pathOfSection(old) !== place.path && there.has(pathOfSection(old)))
        ? []
        : [{ old, sure }];
    });
    const document = olds.length > 0 ? await readDocument(files, place.path) : undefined;
    const hashes = document && textHashesOf(document, place);
    if (!document || !hashes) continue;
    for (const { old, sure } of olds) {
      // In a file of several languages the old one may still be there.
      if (pathOfSection(old) === place.path && document.top.some(({ path }) => path[0] === codeIn(old)))
        continue;
      const base = getOrMake(bases, old, () => baseOf(lock, old));
      found.push({ place, old, sure, like: likeness(base, hashes) });
    }
  }
  return found;
}

/** Whether a section is the place's by its name; false: by its texts; undefined: it is not. */
function match(place: SectionFile, old: string, sources: ReadonlySet<string>): boolean | undefined {
  const code = codeReader(place)(old);
  const { table } = place.bound.set.entry;
  if (code !== undefined) {
    const isAnother = table.locales.some((locale) =>
      [...table.spellingsOf(locale), locale.code].some((spelling) => isSameCode(spelling, code)),
    );
    return isAnother ? undefined : codesOfPlace(place).some((placeCode) => isSameLanguage(placeCode, code));
  }
  if (!place.bound.sourceFile) return undefined;
  const isMulti = isMultilingual(place.bound.set);
  if (isMulti && !codesOfPlace(place).some((placeCode) => isSameCode(placeCode, codeIn(old))))
    return undefined;
  const source = sourceBefore(place, isMulti ? pathOfSection(old) : old, sources);
  return source === undefined || source === 'other' ? undefined : source === 'own';
}

/** The code in the name of a section of a file of several languages. */
const codeIn = (section: string): string => section.slice(pathOfSection(section).length + 1);

/** The hashes of the texts of a place's language; undefined if the file does not hold it. */
export function textHashesOf(
  document: Document,
  { bound, locale, path }: SectionFile,
): ReadonlyMap<KeyId, Hash> | undefined {
  const root = ifValid(() => rootIn(document, bound.set, locale, path));
  if (isMultilingual(bound.set) && !hasRoot(document, root)) return undefined;
  const hashes = new Map<KeyId, Hash>();
  for (const [key, leaf] of leavesUnder(document, root)) {
    const text = textOf(leaf);
    if (text !== undefined) hashes.set(key, hashText(text));
  }
  return hashes;
}
