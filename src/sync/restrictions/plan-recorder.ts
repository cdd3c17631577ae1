import { uploadedStates, type PushActions } from '../../plan/push.js';
import { LocsyncError } from '../../core/errors/index.js';
import type { KeyId, TextsByKey } from '../../core/keys/key.js';
import type { FileReport } from '../../core/report/file-report.js';
import { unmerged } from '../../plan/compared-keys.js';
import { movedSince, type SavedPlan } from '../../plan/saved-plan.js';
import type { ComparedFile, ComparedLocale } from '../files/compared-file.js';
import type { Project } from '../context/project.js';

/**
 * Records what a run has found and decided, for a plan file. Throws if the plan that it applies
 * holds no longer.
 */
export class PlanRecorder {
  readonly #compared = new Map<string, ComparedSides>();
  /** By path, for each language the texts of the service that the plan was compared with. */
  readonly #planned = new Map<string, readonly TextsByKey[]>();
  /** What the run would do, once that is known. */
  found: Pick<SavedPlan, 'origin' | 'project' | 'lock' | 'files'> | undefined;

  /** `expected`: the plan that is to be applied. */
  constructor(private readonly expected?: SavedPlan) {}

  /** Notes what both sides hold of a file. */
  noteFile({ file, contentHash, locales }: ComparedFile): void {
    this.#compared.set(file.path, { here: contentHash, texts: locales.map(textsOf) });
    if (this.expected) this.#planned.set(file.path, locales.map(heldTexts));
  }

  /**
   * The keys whose text on the service an upload would replace, although it is another one than the
   * plan says. None for a run that applies no plan.
   */
  movedKeys({ file }: ComparedFile, actions: readonly PushActions[]): readonly KeyId[] {
    const held = this.#planned.get(file.path);
    if (held === undefined) return [];
    return actions.flatMap((localeActions, i) =>
      uploadedStates(localeActions).flatMap(({ key, there = '' }) => {
        const planned = held[i]?.get(key);
        return planned === undefined || there === '' || there === planned ? [] : [key];
      }),
    );
  }

  /** Called before the run does anything, once that is known. Throws PLAN_OTHER, PLAN_MOVED. */
  decided(project: Project, rows: ReadonlyMap<string, readonly FileReport[]>): void {
    const { owner, stored, files, found } = project;
    this.found = {
      ...owner,
      lock: stored.contentHash,
      files: [...this.#compared]
        .map(([path, { here, texts }]) => ({
          path,
          here,
          locales: texts.map(({ locale, text }) => ({
            locale,
            there: files.contentHash(text),
            changes: rows.get(path)?.find((row) => row.locale === locale)?.planned ?? [],
          })),
        }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    };
    const { expected } = this;
    if (!expected) return;
    if (expected.origin !== owner.origin || expected.project !== owner.project)
      throw LocsyncError.of('PLAN_OTHER', { origin: expected.origin, project: expected.project });
    const moved = movedSince(expected, this.found, found.config.lock);
    if (moved.length > 0) throw LocsyncError.of('PLAN_MOVED', { moved, command: expected.command });
  }
}

interface ComparedSides {
  readonly here: string | undefined;
  readonly texts: readonly { readonly locale: string; readonly text: string }[];
}

const heldTexts = ({ comparison }: ComparedLocale): TextsByKey =>
  new Map(comparison.states.flatMap(({ key, there = '' }) => (there === '' ? [] : [[key, there] as const])));

/** All that the service holds of a language, as one text. */
function textsOf({ locale, comparison }: ComparedLocale): { locale: string; text: string } {
  const held = [
    ...comparison.states.map(({ key, there }) => [key, there] as const),
    ...[...unmerged(comparison)].map(([key, { there }]) => [key, there] as const),
  ].filter(([, there]) => there !== undefined);
  const lines = held.map((pair) => JSON.stringify(pair)).sort();
  return { locale: locale.code, text: lines.join('\n') };
}
