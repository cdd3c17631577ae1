import { specialEntry } from '../../core/merge/base-entry.js';
import { hashText, UNKNOWN_HASH } from '../../core/merge/hash.js';
import type { Document } from '../../formats/format.js';
import { leavesUnder } from '../../plan/locale-root.js';
import type { Host } from '../../ports/host.js';
import type { Conflict } from './conflicts.js';

/** Commits of a file that are looked at. */
const COMMITS = 50;

/**
 * Finds the text that both sides last held. The base has only its hash: a side may hold it still,
 * or git an earlier version of the file.
 */
export class LastAgreed {
  readonly #versions = new Map<string, Promise<readonly string[]>>();
  readonly #documents = new Map<string, Promise<Document | undefined>>();

  constructor(
    private readonly host: Pick<Host, 'git'>,
    private readonly root: string,
  ) {}

  /** Null if it is not known; undefined if both have never agreed. */
  async textOf(conflict: Conflict): Promise<string | null | undefined> {
    const { base, here, there, key } = conflict.state;
    if (base === undefined) return undefined;
    const special = specialEntry(base);
    if (base === UNKNOWN_HASH || special?.kind === 'removed') return null;
    const hash = special?.here ?? base;
    const held = [here, there].find((text) => text !== undefined && hashText(text) === hash);
    if (held !== undefined) return held;
    for (const commit of await this.#versionsOf(conflict.path)) {
      const document = await this.#documentOf(commit, conflict);
      const text = document && leavesUnder(document, conflict.root).get(key)?.text;
      if (text !== undefined && hashText(text) === hash) return text;
    }
    return null;
  }

  #versionsOf(path: string): Promise<readonly string[]> {
    const known = this.#versions.get(path) ?? this.#findVersions(path);
    this.#versions.set(path, known);
    return known;
  }

  async #findVersions(path: string): Promise<readonly string[]> {
    const listed = await this.#git(['rev-list', `--max-count=${COMMITS}`, 'HEAD', '--', path]);
    return listed?.split('\n').filter((line) => line !== '') ?? [];
  }

  #documentOf(commit: string, { path, format }: Conflict): Promise<Document | undefined> {
    const name = `${commit}:./${path}`;
    const known =
      this.#documents.get(name) ??
      this.#git(['cat-file', 'blob', name]).then((text) => {
        try {
          return text === undefined ? undefined : format.parse(text);
        } catch {
          // A version with a fault tells nothing.
          return undefined;
        }
      });
    this.#documents.set(name, known);
    return known;
  }

  /** What git prints; undefined if there is no git, no repository, or no such thing in it. */
  async #git(args: readonly string[]): Promise<string | undefined> {
    try {
      const { exit, out } = await this.host.git(this.root, args);
      return exit === 0 ? out : undefined;
    } catch {
      return undefined;
    }
  }
}
