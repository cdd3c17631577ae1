import { getOrMake, groupedBy } from '../util/collections.js';
import { foldCode } from '../locales/locale.js';

/**
 * One way to see a language in a file name: `config/devise.pt-BR.yml` with the code at one or more
 * places. Two names differ only in their language if they have readings of the same frame.
 */
export interface NameMatch {
  /** The language's code as the project spells it. */
  readonly code: string;
  /** The name with a character that no name may hold (U+0000) in place of the code. */
  readonly frame: string;
}

/** One place of a name where a code is. */
export interface CodeSpan {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

const HOLE = '\u0000';

/** No disk has a longer path (PATH_MAX), and the ways to read one grow with its square. */
const LONGEST = 4_096;

/** If one code is in more places than this, the last ones count. */
const MOST_PLACES = 50;

/**
 * The ways to see one of these languages in a name, the likeliest first. A code is a whole folder
 * (`de/common.json`) or, in the last part without its extension, between dots, underscores and
 * hyphens (`messages_pt_BR.json`), in any case and with `_` for `-`. A longer code hides a shorter
 * one inside it. Order: the longer code first; then a code at all its places before it at one
 * (`de/messages.de.yml`); then the one that is further to the right.
 */
export function nameMatches(name: string, codes: readonly string[]): readonly NameMatch[] {
  if (name.length > LONGEST) return [];
  const spots = spansOfProject(name, uncoveredSpans(codeSpans(name, codes)));
  const byCode = groupedBy(spots, ({ code }) => code);
  const found = codes.flatMap((code) => {
    const places = byCode.get(code) ?? [];
    const singles = places.slice(-MOST_PLACES).map((place) => [place]);
    const groups = places.length > 1 ? [places, ...singles] : singles;
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

/** Those that no region or script makes another language, and that are not such a region. */
function spansOfProject(name: string, spans: readonly CodeSpan[]): CodeSpan[] {
  /** The end of the last language that the project lacks: the region of `de-DE` is not `de`. */
  let reached = 0;
  return spans.filter((span) => {
    const variant = variantAt(name, span);
    if (variant !== undefined) reached = Math.max(reached, span.end + variant.length);
    return variant === undefined && span.start >= reached;
  });
}

// A run reads thousands of names with one list of codes.
const foldedLists = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

const foldedCodes = (codes: readonly string[]): ReadonlyMap<string, string> =>
  getOrMake(foldedLists, codes, () => new Map(codes.map((code) => [foldCode(code), code])));

/** The places of codes in a name: whole folders, and runs of tokens of its last part. */
export function codeSpans(name: string, codes: readonly string[]): CodeSpan[] {
  const byFolded = foldedCodes(codes);
  const spots: CodeSpan[] = [];
  const look = (start: number, end: number): void => {
    const code = byFolded.get(foldCode(name.slice(start, end)));
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
  // A code is made of few tokens (`zh-Hant-TW`), so that the runs to look at grow with the name,
  // not with its square.
  for (const [first, { start: from }] of tokens.entries()) {
    for (const { end } of tokens.slice(first, first + MOST_TOKENS)) look(from, end);
  }
  return spots;
}

const MOST_TOKENS = 4;

/** The spans that are inside no longer one. Takes and returns them in the order of their starts. */
export function uncoveredSpans(spans: readonly CodeSpan[]): CodeSpan[] {
  const found: CodeSpan[] = [];
  /** The furthest end of the spans that start before this one. */
  let reached = -1;
  for (let at = 0; at < spans.length;) {
    const { start = 0 } = spans[at] ?? {};
    const same: CodeSpan[] = [];
    for (let next = spans[at]; next?.start === start; next = spans[++at]) same.push(next);
    const longest = same.reduce((end, span) => Math.max(end, span.end), -1);
    if (longest > reached) for (const span of same) if (span.end === longest) found.push(span);
    reached = Math.max(reached, longest);
  }
  return found;
}

export function frameOf(name: string, places: readonly CodeSpan[]): string {
  let frame = '';
  let from = 0;
  for (const { start, end } of places) {
    frame += name.slice(from, start) + HOLE;
    from = end;
  }
  return frame + name.slice(from);
}

/**
 * What follows a code if it makes another language of it: a region or script that exists and is
 * spelt as one. `de_JS.json` is `de`.
 */
export function variantAt(name: string, spot: CodeSpan): string | undefined {
  const match = /^[-_]([A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3})(?![A-Za-z0-9])/.exec(name.slice(spot.end));
  return match?.[1] !== undefined && isSubtag(match[1]) ? match[0] : undefined;
}

export function isSubtag(text: string): boolean {
  return text.length === 4 ? hasName('script', text) : hasName('region', text);
}

const displayNames: Partial<Record<'language' | 'region' | 'script', Intl.DisplayNames>> = {};

export function hasName(type: 'language' | 'region' | 'script', code: string): boolean {
  const names = (displayNames[type] ??= new Intl.DisplayNames(['en'], { type, fallback: 'none' }));
  return names.of(code) !== undefined;
}
