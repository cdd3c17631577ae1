import { foldCode } from '../core/locale.js';

/**
 * One way to see a language in a file name: `config/devise.pt-BR.yml` with the code at one or more places. Two names differ only in
 * their language if they have readings of the same frame.
 */
export interface Reading {
  /** The language's code as the project spells it. */
  readonly code: string;
  /** The name with a character that no name may hold (U+0000) in place of the code. */
  readonly frame: string;
}

interface Spot {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

const HOLE = '\u0000';

/**
 * The ways to see one of these languages in a name, the likeliest first. A code stands as a whole folder (`de/common.json`) or, in the
 * last part without its extension, between dots, underscores and hyphens (`messages_pt_BR.json`), in any case and with `_` for `-`.
 * A longer code hides a shorter one inside it. Order: the longer code first; then a code at all its places before it at one
 * (`de/messages.de.yml`); then the one that stands further to the right.
 */
export function readings(name: string, codes: readonly string[]): readonly Reading[] {
  const spots = uncovered(spotsOf(name, codes)).filter((spot) => variantAt(name, spot) === undefined);
  const found = codes.flatMap((code) => {
    const places = spots.filter((spot) => spot.code === code);
    const groups =
      places.length > 1 ? [places, ...places.map((place) => [place])] : places.map((place) => [place]);
    return groups.map((group) => ({
      code,
      frame: frameOf(name, group),
      count: group.length,
      right: group.at(-1)?.start ?? 0,
    }));
  });
  found.sort((a, b) => b.code.length - a.code.length || b.count - a.count || b.right - a.right);
  return found.map(({ code, frame }) => ({ code, frame }));
}

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

/** What follows a code if it makes another language of it: a region or script that exists and is spelt as one. `de_JS.json` is `de`. */
function variantAt(name: string, spot: Spot): string | undefined {
  const match = /^[-_]([A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3})(?![A-Za-z0-9])/.exec(name.slice(spot.end));
  return match?.[1] !== undefined && isSubtag(match[1]) ? match[0] : undefined;
}

function isSubtag(text: string): boolean {
  return text.length === 4 ? hasName('script', text) : hasName('region', text);
}

function hasName(type: 'language' | 'region' | 'script', code: string): boolean {
  return new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined;
}

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

/** Where one of the codes stands: for each folder as a whole, for the last part at each run of tokens. */
function spotsOf(name: string, codes: readonly string[]): Spot[] {
  const known = new Map(codes.map((code) => [foldCode(code), code]));
  const spots: Spot[] = [];
  const look = (start: number, end: number): void => {
    const code = known.get(foldCode(name.slice(start, end)));
    if (code !== undefined) spots.push({ code, start, end });
  };
  let start = 0;
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', start)) {
    look(start, slash);
    start = slash + 1;
  }
  const stop = name.lastIndexOf('.') > start ? name.lastIndexOf('.') : name.length;
  const tokens = [...name.slice(start, stop).matchAll(/[^._-]+/g)].map(({ index, 0: token }) => ({
    start: start + index,
    end: start + index + token.length,
  }));
  // A code is made of few tokens (`zh-Hant-TW`), so that the runs to look at grow with the name, not with its square.
  for (const [first, { start: from }] of tokens.entries()) {
    for (const { end } of tokens.slice(first, first + MOST_TOKENS)) look(from, end);
  }
  return spots;
}

const MOST_TOKENS = 4;

function uncovered(spots: readonly Spot[]): Spot[] {
  return spots.filter((spot) => !spots.some((other) => covers(other, spot)));
}

function covers(outer: Spot, inner: Spot): boolean {
  return (
    outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start
  );
}

function frameOf(name: string, places: readonly Spot[]): string {
  let frame = '';
  let from = 0;
  for (const { start, end } of places) {
    frame += name.slice(from, start) + HOLE;
    from = end;
  }
  return frame + name.slice(from);
}
