import { foldCode } from '../core/patterns/locale.js';
import {
  hasName,
  isSubtag,
  readings,
  spotsOf,
  uncovered,
  variantAt,
  type Reading,
} from '../core/files/language-in-name.js';

/**
 * The language that a name speaks of although the project does not have it, where its spelling leaves no doubt: `pt-BR` in
 * `app.pt-BR.yml` of a project with `pt` only. Its texts are not those of `pt`, nor of the source locale.
 */
export function unknownLanguage(name: string, codes: readonly string[]): string | undefined {
  for (const spot of uncovered(spotsOf(name, codes))) {
    const variant = variantAt(name, spot);
    if (variant !== undefined) return name.slice(spot.start, spot.end) + variant;
  }
  const known = new Set(codes.map(foldCode));
  for (const [tag, language = '', subtag = ''] of name.matchAll(TAG)) {
    if (!known.has(foldCode(tag)) && hasName('language', language) && isSubtag(subtag)) return tag;
  }
  return undefined;
}

const TAG = /(?<![A-Za-z0-9])([a-z]{2,3})[-_]([A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3})(?![A-Za-z0-9])/g;

/**
 * The language that a part of a name spells with nothing but its code, and that the project does not have: `fr` in `fr/app.json`, `fr.json` and
 * `messages_fr.json`. Only where a language's code is expected: a whole folder, or the last word before the extension. Codes of three letters are
 * often English words (`new`, `pro`), so that of those only languages count that software is translated into.
 */
export function bareLanguage(name: string, codes: readonly string[]): string | undefined {
  const known = new Set(codes.map(foldCode));
  const folders = name.split('/');
  const file = folders.pop() ?? '';
  const stem = file.includes('.') ? file.slice(0, file.lastIndexOf('.')) : file;
  const [, joint = '', last = ''] = /(^|[._-])([^._-]*)$/.exec(stem) ?? [];
  const isWord = (joint === '-' || joint === '_') && WORDS.has(last);
  return [...folders, ...(isWord ? [] : [last])].find((token) => {
    if (!/^[a-z]{2,3}$/.test(token) || known.has(token) || !hasName('language', token)) return false;
    const [code = token] = Intl.getCanonicalLocales(token);
    // `iw` is the project's `he`; `eng` is it by another standard, which has `src` and `may` as well.
    if (token.length === 2) return !known.has(code);
    return code === token && Intl.DateTimeFormat.supportedLocalesOf(token).length > 0;
  });
}

/** What ends `sign-in.json` and `how_to.json` more often than it is a language. */
const WORDS = new Set(['am', 'an', 'as', 'in', 'or', 'so', 'to']);

export interface NamedFile {
  readonly id: number;
  readonly name: string;
}

/** The source files of one project by their names (service-interface.md, endpoint 6, rules 1 to 3). */
export class FileNames {
  readonly #exact = new Map<string, NamedFile>();
  readonly #frames = new Map<string, NamedFile>();

  /** `readingsOf`: the ways to see a language in a name, the likeliest first. */
  constructor(
    readonly codes: readonly string[],
    readonly readingsOf: (name: string, codes: readonly string[]) => readonly Reading[] = readings,
  ) {}

  /** Of two files with a frame in common the one added first keeps it. */
  add(name: string, id: number): void {
    const file = { id, name };
    this.#exact.set(name, file);
    for (const { frame } of this.readingsOf(name, this.codes))
      if (!this.#frames.has(frame)) this.#frames.set(frame, file);
  }

  /**
   * The stored file that an upload of this name belongs to, and the language that the name then says: the file of the same name; else the
   * file that the likeliest reading agrees with; else none, and the likeliest reading's language.
   */
  find(name: string): { readonly file: NamedFile | undefined; readonly code: string | undefined } {
    const ways = this.readingsOf(name, this.codes);
    const exact = this.#exact.get(name);
    if (exact !== undefined) return { file: exact, code: ways[0]?.code };
    for (const { frame, code } of ways) {
      const file = this.#frames.get(frame);
      if (file !== undefined) return { file, code };
    }
    return { file: undefined, code: ways[0]?.code };
  }
}
