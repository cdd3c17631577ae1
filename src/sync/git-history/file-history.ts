import { ifReadable } from '../files/unless-failed.js';
import { hashText, type Hash } from '../../core/merge/hash.js';
import type { KeyId } from '../../core/keys/key.js';
import { getOrMake } from '../../core/util/collections.js';
import type { Document } from '../../formats/format.js';
import { leavesUnder } from '../../plan/locale-root.js';
import type { Host } from '../../ports/host.js';
import { parsedText } from '../files/read-file.js';

/** Versions of a file that are looked at. */
const MOST_VERSIONS = 100;

/** Versions that one run reads of all files: each is a process of git, 5 ms. */
const MOST_READS = 1_000;

/** What is sought in the versions of a file: a text of which only the hash is known. */
export interface WantedText {
  readonly key: KeyId;
  readonly hash: Hash;
  text?: string;
}

/** Finds the top-level key of a language in a version; undefined if its texts are at the top. */
type FindRoot = (document: Document) => string | undefined;

/** The earlier versions of files that git has, each asked for and parsed once. */
export class FileHistory {
  readonly #commits = new Map<string, Promise<readonly string[]>>();
  #reads = 0;
  #isShallow: Promise<string | undefined> | undefined;
  readonly #documents = new Map<string, Promise<Document | undefined>>();

  constructor(
    private readonly host: Pick<Host, 'git'>,
    /** The folder that the paths are relative to. */
    private readonly root: string,
  ) {}

  /**
   * Sets the texts of those that a version of the file holds, from the newest to the oldest.
   * Without git, or without a repository, no version is found.
   */
  async find(path: string, wanted: readonly WantedText[], rootIn: FindRoot): Promise<void> {
    if (wanted.every(({ text }) => text !== undefined)) return;
    for await (const document of this.documents(path)) {
      const left = wanted.filter(({ text }) => text === undefined);
      const leaves = leavesUnder(document, rootIn(document));
      for (const wantedText of left) {
        const text = leaves.get(wantedText.key)?.text;
        if (text !== undefined && hashText(text) === wantedText.hash) wantedText.text = text;
      }
      if (left.every(({ text }) => text !== undefined)) return;
    }
  }

  /** The versions of a file, from the newest to the oldest, as far as they can be read. */
  async *documents(path: string): AsyncGenerator<Document> {
    for (const commit of await getOrMake(this.#commits, path, () => this.#commitsOf(path))) {
      const name = `${commit}:./${path}`;
      const document = await getOrMake(this.#documents, name, () => this.#read(name, path));
      if (document) yield document;
    }
  }

  /** Whether the clone lacks earlier commits, as in most CI jobs. */
  async isShallow(): Promise<boolean> {
    return (await (this.#isShallow ??= this.#git('rev-parse', '--is-shallow-repository')))?.trim() === 'true';
  }

  async #commitsOf(path: string): Promise<readonly string[]> {
    const out = await this.#git('rev-list', `--max-count=${MOST_VERSIONS}`, 'HEAD', '--', path);
    return out?.split('\n').filter((line) => line !== '') ?? [];
  }

  /** Undefined for a version that is not there, or that has a fault: it tells nothing. */
  async #read(name: string, path: string): Promise<Document | undefined> {
    if (++this.#reads > MOST_READS) return undefined;
    const text = await this.#git('cat-file', 'blob', name);
    return text === undefined ? undefined : parsedText(path, text);
  }

  /** What git prints; undefined without git, outside of a repository, and if it is not in it. */
  async #git(...args: readonly string[]): Promise<string | undefined> {
    const run = await ifReadable(() => this.host.git(this.root, args));
    return run?.exit === 0 ? run.out : undefined;
  }
}
