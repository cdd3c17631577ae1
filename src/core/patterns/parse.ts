import { lex, PatternFault, type Sign } from './lex.js';

/**
 * One step of a pattern without alternatives. `folders` is `**` with its slash: no folder, one or
 * several. A placeholder that is `open` to a side is next to a `*` there, so it begins or ends at
 * the edge of a word: `*{locale}.json` finds no `en` in `golden.json`.
 */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly raw: string; readonly test: RegExp }
  | { readonly kind: 'any' | 'star' | 'folders' }
  | { readonly kind: 'locale'; readonly openBefore: boolean; readonly openAfter: boolean };

export interface ParsedPattern {
  /** The pattern for fast-glob. It may find more than the pattern says, never less. */
  readonly glob: string;
  readonly hasLocale: boolean;
  /** `{a,b}` written out: the pattern matches what any of these matches. */
  readonly alternatives: readonly (readonly Token[])[];
}

// Measured: sixteen {a,b} keep fast-glob busy for 7.6 s, and each further * in a name is another
// factor in its regular expressions.
const ALTERNATIVES = 64;
const STARS_IN_A_NAME = 4;
const GLOBSTARS = 4;

/** Reads a pattern (docs/configuration.md, "Patterns"). Throws {@link PatternFault}. */
export function parse(pattern: string): ParsedPattern {
  const signs = lex(pattern);
  const lists = spread(signs);
  const alternatives = lists.map((list) => tokens(list));
  const withLocale = alternatives.filter((list) => list.some((token) => token.kind === 'locale')).length;
  if (withLocale > 0 && withLocale < alternatives.length)
    throw new PatternFault('has {locale} in one of its alternatives but not in all');
  return { glob: globOf(signs), hasLocale: withLocale > 0, alternatives };
}

/** Every way to choose one item of each `{a,b}`. */
function spread(signs: readonly Sign[]): readonly (readonly Sign[])[] {
  const open = signs.findIndex((sign) => sign.kind === 'open');
  if (open < 0) return [signs];
  const items: Sign[][] = [[]];
  let depth = 0;
  let at = open + 1;
  for (; at < signs.length; at += 1) {
    const sign = signs[at];
    if (sign === undefined || (sign.kind === 'close' && depth === 0)) break;
    if (sign.kind === 'open') depth += 1;
    if (sign.kind === 'close') depth -= 1;
    if (sign.kind === 'comma' && depth === 0) items.push([]);
    else items.at(-1)?.push(sign);
  }
  const before = signs.slice(0, open);
  const rests = spread(signs.slice(at + 1));
  const chosen = items.flatMap((item) => spread(item));
  if (chosen.length * rests.length > ALTERNATIVES)
    throw new PatternFault(`is too complex: it has more than ${ALTERNATIVES} alternatives`);
  return chosen.flatMap((item) => rests.map((rest) => [...before, ...item, ...rest]));
}

function tokens(signs: readonly Sign[]): readonly Token[] {
  const names = splitNames(signs);
  if (names.some((name) => name.length === 0))
    throw new PatternFault('has an alternative with an empty part between its slashes');
  // Written out only here: `{a,..}`, `{.,x}{.,y}` and the like.
  if (names.some((name) => /^\.\.?$/.test(name.map(spelling).join(''))))
    throw new PatternFault(
      'leaves the project\'s folder, or has a "." between its slashes, in one of its alternatives',
    );
  const result: Token[] = [];
  let globstars = 0;
  names.forEach((name, index) => {
    const last = index === names.length - 1;
    if (name.length > 1 && name.every((sign) => sign.kind === 'star')) {
      if (result.at(-1)?.kind !== 'folders') {
        globstars += 1;
        result.push({ kind: 'folders' });
      }
      if (last) result.push({ kind: 'star' });
      return;
    }
    const wild = name.filter((sign) => sign.kind === 'star' || sign.kind === 'locale').length;
    if (wild > STARS_IN_A_NAME)
      throw new PatternFault(`is too complex: more than ${STARS_IN_A_NAME} "*" or {locale} in one name`);
    for (const token of nameTokens(name)) push(result, token);
    if (!last) push(result, { kind: 'text', text: '/' });
  });
  if (globstars > GLOBSTARS) throw new PatternFault(`is too complex: more than ${GLOBSTARS} "**"`);
  return result;
}

/** The character of a sign; for a sign that stands for several, one that is not a dot. */
const spelling = (sign: Sign): string => (sign.kind === 'text' ? sign.text : '*');

function splitNames(signs: readonly Sign[]): readonly (readonly Sign[])[] {
  const names: Sign[][] = [[]];
  for (const sign of signs) {
    if (sign.kind === 'slash') names.push([]);
    else names.at(-1)?.push(sign);
  }
  return names;
}

function nameTokens(name: readonly Sign[]): readonly Token[] {
  return name.flatMap((sign, index): readonly Token[] => {
    const isStar = (neighbour: Sign | undefined): boolean => neighbour?.kind === 'star';
    switch (sign.kind) {
      case 'locale':
        return [{ kind: 'locale', openBefore: isStar(name[index - 1]), openAfter: isStar(name[index + 1]) }];
      case 'star':
        return isStar(name[index - 1]) ? [] : [{ kind: 'star' }];
      case 'any':
        return [{ kind: 'any' }];
      case 'text':
      case 'class':
        return [sign];
      case 'slash':
      case 'open':
      case 'comma':
      case 'close':
        return []; // names hold none of these
    }
  });
}

function push(list: Token[], token: Token): void {
  const previous = list.at(-1);
  if (token.kind === 'text' && previous?.kind === 'text')
    list.splice(-1, 1, { kind: 'text', text: previous.text + token.text });
  else list.push(token);
}

// Only these escapes are undone when fast-glob treats the fixed beginning of a pattern as a folder
// (glob-parent 5).
const ESCAPED = /[!*?|[\](){}]/;

/**
 * The pattern in fast-glob's terms. Whatever its two readers of patterns (glob-parent for the
 * folder to begin in, picomatch for the rest) do not read alike becomes `*`: `?`, character classes
 * (`[locale]` is a folder of Next.js), and a few characters with a meaning at some places.
 */
function globOf(signs: readonly Sign[]): string {
  let glob = '';
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at];
    if (sign === undefined) break;
    if (isWild(sign)) {
      // A run of wildcards is one `*`, lest `{locale}*` become `**`; only a run of nothing but
      // stars may be a globstar.
      const start = at;
      while (isWild(signs[at + 1])) at += 1;
      const run = signs.slice(start, at + 1);
      glob += run.length > 1 && run.every(({ kind }) => kind === 'star') ? '**' : '*';
    } else if (sign.kind === 'text') glob += ESCAPED.test(sign.text) ? `\\${sign.text}` : sign.text;
    else glob += SIGNS[sign.kind];
  }
  return glob;
}

const SIGNS = {
  slash: '/',
  any: '*',
  star: '*',
  locale: '*',
  class: '*',
  open: '{',
  comma: ',',
  close: '}',
} as const;

function isWild(sign: Sign | undefined): boolean {
  if (sign === undefined) return false;
  return sign.kind === 'text' ? /[\\+,"]/.test(sign.text) : SIGNS[sign.kind] === '*';
}
