import { LocsyncError, errorText } from '../../core/errors/index.js';
import { interruptionError } from '../../core/errors/interruption.js';
import { keyName, type KeyId } from '../../core/keys/key.js';
import type { ConflictCard } from '../../core/report/conflict-card.js';
import { Interrupted, type Host } from '../../ports/host.js';
import type { ConflictChoice } from '../../plan/resolve.js';
import { compareProject } from '../../sync/compare/compare-project.js';
import { openFolder, withConnection } from '../../sync/load/connect.js';
import { loadProject } from '../../sync/load/load-project.js';
import type { ProjectOptions } from '../../sync/context/project-options.js';
import { readOnly } from '../../sync/load/read-only.js';
import { SKIP, conflictsOf, type Conflict, lastAgreedText } from '../../sync/resolve/conflicts.js';
import { FileHistory } from '../../sync/git-history/file-history.js';

export type ShowCard = (card: ConflictCard) => void;

/** A person stopped in the middle; nothing is written. */
export class QuestionsStopped extends Error {
  override readonly name = 'QuestionsStopped';

  constructor(
    /** What ended the questions: a key or a signal. */
    readonly error: LocsyncError,
    readonly decided: number,
  ) {
    super(error.message);
  }
}

/** What a person has decided, by section and key, with the conflict as they saw it. */
export type Answers = ReadonlyMap<string, { readonly conflict: Conflict; readonly choice: ConflictChoice }>;

export const answerKey = (section: string, key: KeyId): string => JSON.stringify([section, key]);

/**
 * Shows each conflict and asks what to do about it. No run lock is held meanwhile, and nothing is
 * written: what has changed until the end is noticed then. Throws
 * {@link QuestionsStopped} on Ctrl+C.
 */
export async function askAll(
  host: Host,
  options: ProjectOptions,
  asked: (key: KeyId) => boolean,
  show: ShowCard,
): Promise<Answers> {
  const answers = new Map<string, { conflict: Conflict; choice: ConflictChoice }>();
  const { conflicts, root } = await findConflicts(host, options, asked);
  const history = new FileHistory(host, root);
  try {
    for (const [i, conflict] of conflicts.entries()) {
      const { path, locale, state, source, section } = conflict;
      const { here, there, key } = state;
      const before = await lastAgreedText(history, conflict);
      const number = { number: i + 1, of: conflicts.length };
      show({ path, locale: locale.code, key: keyName(key), ...number, here, there, before, source });
      const choice = await askOne(host, conflict);
      if (choice === 'stop') break;
      answers.set(answerKey(section, key), { conflict, choice });
    }
  } catch (error) {
    const decided = [...answers.values()].filter(({ choice }) => choice.take !== 'skip').length;
    if (error instanceof LocsyncError && error.code === 'INTERRUPTED')
      throw new QuestionsStopped(error, decided);
    if (!(error instanceof Interrupted)) throw error;
    throw new QuestionsStopped(interruptionError(error), decided);
  }
  return answers;
}

async function findConflicts(
  host: Host,
  options: ProjectOptions,
  asked: (key: KeyId) => boolean,
): Promise<{ readonly conflicts: readonly Conflict[]; readonly root: string }> {
  // A line of progress would be drawn over the questions.
  const runHost = { ...readOnly(host), onProgress: undefined };
  const opened = await openFolder(runHost, options);
  return withConnection(runHost, opened.found, options, async (connected) => {
    const project = await loadProject(opened, connected, runHost, options, 'resolve');
    const results = await compareProject(project, {
      toResult: (compared, model) => conflictsOf(compared, model, asked),
    });
    const conflicts = results.flatMap((result) => ('value' in result ? result.value : []));
    return { conflicts, root: opened.found.root };
  });
}

async function askOne(host: Host, conflict: Conflict): Promise<ConflictChoice | 'stop'> {
  const { here, there } = conflict.state;
  const written = [
    { value: 'service', label: there === undefined ? 'Remove it here, too' : "The service's" },
    { value: 'edit', label: 'Another one: write it now' },
  ] as const;
  for (;;) {
    const take = await host.terminal.choose(
      'Which text is right?',
      [
        { value: 'skip', label: 'Decide later' },
        { value: 'local', label: here === undefined ? 'Leave it deleted here' : 'Ours (here)' },
        ...(conflict.isHere ? written : []),
        { value: 'stop', label: 'Stop here, and write what is decided' },
      ],
      host.signal,
    );
    if (take === 'stop') return take;
    if (take !== 'edit') return take === 'skip' ? SKIP : { take };
    const text = await editedText(host, here ?? there ?? '');
    if (text !== undefined) return { take, text };
  }
}

/** What cannot be typed in one line is edited in the user's editor. */
const NEEDS_EDITOR = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The text that a person writes; undefined if there is no editor for it. */
async function editedText(host: Host, text: string): Promise<string | undefined> {
  if (!NEEDS_EDITOR.test(text))
    return host.terminal.ask('The text', {
      signal: host.signal,
      initial: text,
      exact: true,
      validate: (input) => (input === '' ? 'type a text, or Ctrl+C' : undefined),
    });
  try {
    return await host.terminal.edit(text, 'text.txt');
  } catch (error) {
    if (!(error instanceof LocsyncError)) throw error;
    host.terminal.err.write(`error: ${errorText(error)}`);
    return undefined;
  }
}
