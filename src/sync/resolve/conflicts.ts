import { sourceLeaves } from '../files/source-leaves.js';
import type { Locale } from '../../core/locales/locale.js';
import type { KeyId } from '../../core/keys/key.js';
import type { KeyState } from '../../core/merge/key-state.js';
import { type LocaleContext, pushAction, waiting } from '../../core/merge/policy.js';
import type { SetModel } from '../../plan/set-model.js';
import type { ConflictChoice } from '../../plan/resolve.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import { heldHere } from '../../core/merge/base-entry.js';
import { hashText } from '../../core/merge/hash.js';
import type { FileHistory, WantedText } from '../git-history/file-history.js';

/** One key that both sides have changed, with what a person needs to decide. */
export interface Conflict {
  readonly path: string;
  readonly root: string | undefined;
  readonly section: string;
  readonly locale: Locale;
  readonly state: KeyState;
  /** Whether its file is here. Only "leave it deleted here" can be decided without it. */
  readonly isHere: boolean;
  /** The source text, of a translation. */
  readonly source: string | undefined;
}

/** Leaves a conflict as it is. */
export const SKIP: ConflictChoice = { take: 'skip' };

/**
 * The conflicts of one language of a file that somebody can decide. If a language was never synced,
 * pull takes the service's texts, but push calls them a conflict: they count.
 */
export const conflictStates = (
  { comparison, access, isSourceFileGone }: ComparedLocale,
  asked: (key: KeyId) => boolean,
): readonly KeyState[] =>
  access !== 'write' || isSourceFileGone
    ? []
    : comparison.states.filter(
        (state) => state.verdict !== 'clash' && asked(state.key) && isConflict(state, comparison.where),
      );

const isConflict = (state: KeyState, where: LocaleContext): boolean =>
  waiting(state, where) === 'conflict' || pushAction(state, { ...where, force: false }) === 'conflict';

/** The conflicts of a file. `model` is the source locale's file. */
export function conflictsOf(
  compared: ComparedFile,
  model: SetModel | undefined,
  asked: (key: KeyId) => boolean,
): Conflict[] {
  const { file, document } = compared;
  const sources = sourceLeaves(document, model, file);
  return compared.locales.flatMap((language) =>
    conflictStates(language, asked).map((state) => ({
      path: file.path,
      root: language.root,
      section: language.section,
      locale: language.locale,
      state,
      isHere: document !== undefined,
      source: language.comparison.where.isSource ? undefined : sources.get(state.key)?.text,
    })),
  );
}

/**
 * The text that both sides last held: null if it is not known, undefined if both have never agreed.
 * The base has only its hash: a side may hold it still, or git an earlier version of the file.
 */
export async function lastAgreedText(
  history: FileHistory,
  { path, root, state: { base, here, there, key } }: Conflict,
): Promise<string | null | undefined> {
  if (base === undefined) return undefined;
  const hash = heldHere(base);
  if (hash === undefined) return null;
  const held = [here, there].find((text) => text !== undefined && hashText(text) === hash);
  if (held !== undefined) return held;
  const wanted: WantedText = { key, hash };
  await history.find(path, [wanted], () => root);
  return wanted.text ?? null;
}
