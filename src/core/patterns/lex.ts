/** Why a text is not a pattern: a phrase that follows the pattern's name ("is too complex"). */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}

/** One token of a pattern. `text` is one literal character. */
export type Sign =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly raw: string; readonly test: RegExp }
  | { readonly kind: 'slash' | 'any' | 'star' | 'locale' | 'open' | 'comma' | 'close' };

/** The placeholder for a locale's code, in patterns and templates. */
export const LOCALE_PLACEHOLDER = '{locale}';

/**
 * The signs of a pattern: fast-glob's `*`, `**`, `?`, `[…]`, `{a,b}`, backslash escapes, and
 * `{locale}`. Parentheses, quotes and the like stand for themselves, since folders are called
 * `(marketing)`. Throws {@link PatternFault}.
 */
export function lex(pattern: string): readonly Sign[] {
  const text = pattern.replace(/^(?:\.\/)+/, '');
  checkShape(text);
  const signs: Sign[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const c = text.charAt(at);
    if (/[!?*+@]/.test(c) && text[at + 1] === '(') {
      throw new PatternFault(
        `uses "${c}(…)", which is not supported: use {a,b} and \`ignore\`, or write "\\(" for the character`,
      );
    }
    let length = 1;
    if (c === '\\') {
      const escaped = text.charAt(at + 1);
      // A backslash before a letter is a Windows path, which fast-glob would take for an escape in
      // silence.
      if (!/[^A-Za-z0-9/\s]/.test(escaped) || text.startsWith(LOCALE_PLACEHOLDER, at + 1))
        throw new PatternFault('has a backslash: folders are separated by "/" on every platform');
      signs.push({ kind: 'text', text: escaped });
      length = 2;
    } else if (c === '/') signs.push({ kind: 'slash' });
    else if (c === '*') signs.push({ kind: 'star' });
    else if (c === '?') signs.push({ kind: 'any' });
    else if (c === '[') {
      const raw = /^\[[!^]?\]?(?:\\.|[^\]\\/])*\]/.exec(text.slice(at))?.[0];
      if (raw === undefined)
        throw new PatternFault('has a "[" that is never closed: write "\\[" for the character');
      signs.push({ kind: 'class', raw, test: classTest(raw) });
      length = raw.length;
    } else if (text.startsWith(LOCALE_PLACEHOLDER, at)) {
      signs.push({ kind: 'locale' });
      length = LOCALE_PLACEHOLDER.length;
    } else if (c === '{') {
      const single = /^\{([^{},\\]*)\}/.exec(text.slice(at));
      if (single)
        throw new PatternFault(
          `has "${single[0]}": only {locale} and lists such as {a,b} are known; write "\\{" for the character`,
        );
      signs.push({ kind: 'open' });
      depth += 1;
    } else if (c === '}') {
      if (depth === 0)
        throw new PatternFault('has a "}" that was never opened: write "\\}" for the character');
      signs.push({ kind: 'close' });
      depth -= 1;
    } else if (c === ',' && depth > 0) signs.push({ kind: 'comma' });
    else signs.push({ kind: 'text', text: c });
    at += length;
  }
  if (depth > 0) throw new PatternFault('has a "{" that is never closed: write "\\{" for the character');
  return signs;
}

function checkShape(text: string): void {
  if (text === '') throw new PatternFault('is empty');
  if (text.startsWith('!'))
    throw new PatternFault('begins with "!": what is to be left out belongs under `ignore`');
  if (text.startsWith('/') || /^[A-Za-z]:/.test(text))
    throw new PatternFault('is absolute: patterns are relative to the configuration file');
  const parts = text.split('/');
  if (parts.includes('..')) throw new PatternFault('leaves the project\'s folder with ".."');
  if (parts.includes('.') || parts.includes(''))
    throw new PatternFault('has an empty part or a "." between its slashes');

  if (/[\0-\x1f\x7f]/.test(text)) throw new PatternFault('has a control character');
}

/** A test for one character, with only what both readers of patterns read alike. */
function classTest(raw: string): RegExp {
  const body = raw.slice(1, -1);
  if (/\[[:.=]/.test(body)) throw new PatternFault(`has "${raw}": named character classes are not supported`);
  const negated = /^[!^]/.test(body);
  const items = body
    .slice(negated ? 1 : 0)
    .replace(/\\(.)|[\][^&~|]/g, (match, escaped: string | undefined) => `\\${escaped ?? match}`);
  try {
    return new RegExp(`^[${negated ? '^/' : ''}${items.replace(/\\([A-Za-z0-9])/g, '$1')}]$`);
  } catch {
    throw new PatternFault(`has "${raw}", which is not a valid character class`);
  }
}
