import { LocsyncError } from '../core/errors/index.js';
import { isMultilingual } from '../core/files/file-set.js';
import { keyName, type KeyId } from '../core/keys/key.js';
import { hashText, type Hash } from '../core/merge/hash.js';
import type { FileReport } from '../core/report/file-report.js';
import { FormatError, type Document } from '../formats/format.js';
import { formatOf } from '../formats/index.js';
import { languageRoot, leavesUnder, localeRoot } from '../plan/locale-root.js';
import type { GitResult } from '../ports/git.js';
import type { Host } from '../ports/host.js';
import type { ComparedLocale } from './compared-file.js';
import type { LocaleFile } from './locale-file.js';
import { isSource } from './locale-files.js';
import type { Project } from './project.js';

/** Revisions of a file that are looked at. */
const MOST_REVISIONS = 100;

/** A source text of which the hash is known, and the text once it is found. */
interface WantedText {
  readonly key: KeyId;
  readonly hash: Hash;
  text?: string;
}

/** The source texts that stale translations of one set were made from, as far as they are known. */
interface WantedTexts {
  readonly file: LocaleFile;
  /** By key and hash. */
  readonly texts: Map<string, WantedText>;
}

/** Finds in git the source texts that stale translations were made from. */
export class EarlierSources {
  readonly #sets = new Map<LocaleFile['bound'], WantedTexts>();
  /** By path and locale the keys of a row, each with the id of its earlier text. */
  readonly #rows = new Map<string, ReadonlyMap<string, { readonly text?: string }>>();

  constructor(
    private readonly host: Host,
    private readonly project: Project,
  ) {}

  want(file: LocaleFile, { stale, locale }: ComparedLocale): void {
    const set: WantedTexts = this.#sets.get(file.bound) ?? { file, texts: new Map() };
    this.#sets.set(file.bound, set);
    const row = new Map<string, { readonly text?: string }>();
    for (const { key, madeFrom } of stale) {
      const id = `${madeFrom} ${key}`;
      const wanted: WantedText = set.texts.get(id) ?? { key, hash: madeFrom };
      set.texts.set(id, wanted);
      row.set(keyName(key), wanted);
    }
    this.#rows.set(`${file.path} ${locale.code}`, row);
  }

  /** These rows with the texts that git has. */
  async fill(rows: readonly FileReport[]): Promise<readonly FileReport[]> {
    for (const set of this.#sets.values()) await this.#search(set);
    return rows.map((row) => {
      const known = this.#rows.get(`${row.path} ${row.locale}`);
      if (!known || !row.stale) return row;
      const stale = row.stale.map((one) => {
        const { text } = known.get(one.key) ?? {};
        return text === undefined ? one : { ...one, sourceBefore: text };
      });
      return { ...row, stale };
    });
  }

  async #search({ file: { bound }, texts }: WantedTexts): Promise<void> {
    const { set } = bound;
    const locale = set.entry.table.locales.find((one) => isSource(bound, one));
    const path = locale && (isMultilingual(set) ? set.template : set.files.get(locale.id));
    if (locale === undefined || path === undefined) return;
    const log = await this.#git('log', '-n', String(MOST_REVISIONS), '--format=%H', '--', path);
    for (const revision of log?.split('\n') ?? []) {
      const left = [...texts.values()].filter(({ text }) => text === undefined);
      if (left.length === 0 || revision === '') return;
      this.host.signal.throwIfAborted();
      const content = await this.#git('show', `${revision}:./${path}`);
      const document = content === undefined ? undefined : parsed(path, content);
      if (!document) continue;
      const root = isMultilingual(set)
        ? languageRoot(document, locale, set.entry.table)
        : attempt(() => localeRoot(document, locale, set.entry.table, path));
      const leaves = leavesUnder(document, root);
      for (const one of left) {
        const text = leaves.get(one.key)?.text;
        if (text !== undefined && hashText(text) === one.hash) one.text = text;
      }
    }
  }

  /** What git prints; undefined if it cannot. */
  async #git(...args: readonly string[]): Promise<string | undefined> {
    try {
      const { exit, out }: GitResult = await this.host.git(this.project.found.root, args);
      return exit === 0 ? out : undefined;
    } catch (error) {
      // There is no git.
      if (error instanceof LocsyncError) return undefined;
      throw error;
    }
  }
}

function parsed(path: string, text: string): Document | undefined {
  try {
    return formatOf(path)?.parse(text);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function attempt(find: () => string | undefined): string | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof LocsyncError) return undefined;
    throw error;
  }
}
