import { agreedBase } from '../../core/lock/base.js';
import { madeHere, type MadeFromByKey } from '../../core/lock/made-from.js';
import type { BaseHashes } from '../../core/merge/key-state.js';
import type { ComparedLocale } from './compared-file.js';

/**
 * The base of one language of a locale file as it was found: all that is needed of a comparison to
 * settle its section later.
 */
export interface CurrentBase {
  /** The name of its section in the lock. */
  readonly section: string;
  readonly base: BaseHashes;
  /** Its section stays as it is, see {@link ComparedLocale}. */
  readonly isSourceFileGone: boolean;
  /** The file is not on disk: its section stays as it is until the run has written the file. */
  readonly isMissingOnDisk: boolean;
  /** The service has no source file: nothing is agreed on until the run has made it. */
  readonly isMissingThere: boolean;
  /** Translations changed here while the source text here is not the base's. */
  readonly made: MadeFromByKey;
}

/** What a comparison says of the base, nothing settled yet. */
export const currentBase = ({
  section,
  base,
  comparison: { states, ambiguous, where },
  isSourceFileGone,
  isMissingOnDisk,
  isMissingThere,
  ignoredBase,
  edited,
}: ComparedLocale): CurrentBase => ({
  section,
  base: withIgnored(
    withAmbiguous(
      // Without a file and a base both sides agree on nothing.
      isMissingOnDisk && base.size === 0 ? base : agreedBase(states, where.isLockUnusable),
      ambiguous,
    ),
    ignoredBase,
  ),
  isSourceFileGone,
  isMissingOnDisk,
  isMissingThere,
  made: where.isSource ? NONE_MADE : madeHere(states, edited),
});

const NONE_MADE: MadeFromByKey = new Map();

/** Keys that are ignored keep their base, whatever either side holds. */
const withIgnored = (base: BaseHashes, ignored: BaseHashes): BaseHashes =>
  ignored.size === 0 ? base : new Map([...base, ...ignored]);

/** Keys that cannot be told apart keep their base: later it still says who changed what. */
function withAmbiguous(base: BaseHashes, ambiguous: ComparedLocale['comparison']['ambiguous']): BaseHashes {
  if (ambiguous.size === 0) return base;
  const kept = [...ambiguous].flatMap(([key, { base: hash }]) =>
    hash === undefined ? [] : [[key, hash] as const],
  );
  return new Map([...base, ...kept]);
}
