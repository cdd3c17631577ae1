import { foldCode } from '../../core/locales/locale.js';
import {
  hasName,
  isSubtag,
  nameMatches,
  codeSpans,
  uncoveredSpans,
  variantAt,
  type NameMatch,
} from '../../core/files/language-in-name.js';

/**
 * The language that a name clearly spells although the project does not have it: `pt-BR` in
 * `app.pt-BR.yml` of a project with only `pt`. Its texts are not those of `pt`, nor of the source
 * locale.
 */
export function unknownLanguage(name: string, codes: readonly string[]): string | undefined {
  for (const spot of uncoveredSpans(codeSpans(name, codes))) {
    const variant = variantAt(name, spot);
    if (variant !== undefined) return name.slice(spot.start, spot.end) + variant;
  }
  const folded = new Set(codes.map(foldCode));
  for (const [tag, language = '', subtag = ''] of name.matchAll(TAG)) {
    if (!folded.has(foldCode(tag)) && hasName('language', language) && isSubtag(subtag)) return tag;
  }
  return undefined;
}

const TAG = /(?<![A-Za-z0-9])([a-z]{2,3})[-_]([A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3})(?![A-Za-z0-9])/g;

/**
 * The language that a part of a name spells with only its code, and that the project does not have:
 * `fr` in `fr/app.json`, `fr.json` and `messages_fr.json`. Only a whole folder or the last word
 * before the extension counts. Codes of three letters are often English words (`new`, `pro`), so
 * only languages that software is translated into count.
 */
export function bareLanguage(name: string, codes: readonly string[]): string | undefined {
  const folded = new Set(codes.map(foldCode));
  const folders = name.split('/');
  const file = folders.pop() ?? '';
  const stem = file.includes('.') ? file.slice(0, file.lastIndexOf('.')) : file;
  const [, joint = '', last = ''] = /(^|[._-])([^._-]*)$/.exec(stem) ?? [];
  const isWord = (joint === '-' || joint === '_') && WORDS.has(last);
  return [...folders, ...(isWord ? [] : [last])].find((token) => {
    if (!/^[a-z]{2,3}$/.test(token) || folded.has(token) || !hasName('language', token)) return false;
    const [code = token] = Intl.getCanonicalLocales(token);
    // `iw` is the project's `he`. `eng` is it in another standard, which also has `src` and `may`.
    if (token.length === 2) return !folded.has(code);
    return code === token && Intl.DateTimeFormat.supportedLocalesOf(token).length > 0;
  });
}

/** Words that end names such as `sign-in.json` and `how_to.json`, seldom as a language. */
const WORDS = new Set(['am', 'an', 'as', 'in', 'or', 'so', 'to']);

export interface NamedFile {
  readonly id: number;
  readonly name: string;
}

/** The source files of one project by their names (endpoint 6, rules 1 to 3). */
export class FileNames {
  readonly #exact = new Map<string, NamedFile>();
  readonly #frames = new Map<string, NamedFile>();

  /** `readingsOf`: the ways to see a language in a name, the most likely first. */
  constructor(
    readonly codes: readonly string[],
    readonly readingsOf: (name: string, codes: readonly string[]) => readonly NameMatch[] = nameMatches,
  ) {}

  /** If two files have the same frame, the first one keeps it. */
  add(name: string, id: number): void {
    const file = { id, name };
    this.#exact.set(name, file);
    for (const { frame } of this.readingsOf(name, this.codes))
      if (!this.#frames.has(frame)) this.#frames.set(frame, file);
  }

  /**
   * The stored file of an upload with this name, and the language that the name says. The file is
   * that of the same name, otherwise that of the most likely matching reading, otherwise none.
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

// NUL, "con.txt" and a final dot mean something else on some system that the file may be written
// to; `:` names a stream or a drive on Windows.
const CONTROL =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const LONGEST = 1024;

/** Why a file must not have this name; undefined for a relative path that is safe everywhere. */
export function unsafeFilename(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if (CONTROL.test(name)) return 'it holds a control character or half a character';
  if (name.includes('\\')) return 'it holds a backslash; folders are separated by /';
  if (name.includes(':')) return 'it holds a colon';
  if (name.startsWith('/')) return 'it is an absolute path';
  for (const part of name.split('/')) {
    if (part === '') return 'a part of it is empty';
    if (part === '.' || part === '..') return `it holds the part ${part}`;
    if (/[. ]$/.test(part)) return 'a part of it ends in a dot or a space';
    if (DEVICE.test(part)) return `${part} is the name of a device on Windows`;
  }
  return undefined;
}
