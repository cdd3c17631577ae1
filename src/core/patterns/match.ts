import type { Token } from './parse.js';

const WORD = /[A-Za-z0-9]/;
/** RFC 5646, section 4.4.1: no buffer for tags need be longer than 35. */
const CODE_LENGTH = 35;

export interface MatchOptions {
  /** Whether a wildcard may match a name that begins with a dot; false if not given. */
  readonly dotNames?: boolean;
}

/**
 * Whether the tokens match the whole path with every placeholder read as `code`: the offsets of the
 * code, or undefined. Wildcards take as little as they can, so of several readings it is the one
 * whose code is leftmost. Each pair of token and offset is tried once: the time is at most their
 * product.
 */
export function matchTokens(
  tokens: readonly Token[],
  path: string,
  code: string,
  { dotNames = false }: MatchOptions = {},
): readonly number[] | undefined {
  const failed = new Uint8Array((tokens.length + 1) * (path.length + 1));
  const found: number[] = [];

  const mayBeWildcard = (at: number): boolean => {
    const c = path.charAt(at);
    return c !== '' && c !== '/' && (dotNames || c !== '.' || !startsName(path, at));
  };

  const step = (index: number, at: number): boolean => {
    const token = tokens[index];
    if (token === undefined) return at === path.length;
    switch (token.kind) {
      case 'text':
        return path.startsWith(token.text, at) && matchFrom(index + 1, at + token.text.length);
      case 'any':
        return mayBeWildcard(at) && matchFrom(index + 1, at + 1);
      case 'class':
        // `[locale]` is a folder of Next.js as well as a character class; fast-glob reads it both
        // ways too.
        return (
          (path.startsWith(token.raw, at) && matchFrom(index + 1, at + token.raw.length)) ||
          (mayBeWildcard(at) && token.test.test(path.charAt(at)) && matchFrom(index + 1, at + 1))
        );
      // One after another instead of one inside the other: a long name would overflow the stack.
      case 'star':
        for (let next = at; ; next++) {
          if (matchFrom(index + 1, next)) return true;
          failed[keyOf(index, next)] = 1;
          if (!mayBeWildcard(next)) return false;
        }
      case 'folders':
        for (let next = at; ;) {
          if (matchFrom(index + 1, next)) return true;
          failed[keyOf(index, next)] = 1;
          const slash = path.indexOf('/', next);
          if (slash <= next || !mayBeWildcard(next)) return false;
          next = slash + 1;
        }
      case 'locale': {
        const end = at + code.length;
        if (!path.startsWith(code, at) || !mayBeWildcard(at)) return false;
        if (
          (token.openBefore && WORD.test(path.charAt(at - 1))) ||
          (token.openAfter && WORD.test(path.charAt(end)))
        )
          return false;
        found.push(at);
        if (matchFrom(index + 1, end)) return true;
        found.pop();
        return false;
      }
    }
  };

  const keyOf = (index: number, at: number): number => index * (path.length + 1) + at;

  const matchFrom = (index: number, at: number): boolean => {
    if (failed[keyOf(index, at)] === 1) return false;
    if (step(index, at)) return true;
    failed[keyOf(index, at)] = 1;
    return false;
  };

  return matchFrom(0, 0) ? found : undefined;
}

const startsName = (path: string, at: number): boolean => at === 0 || path.charAt(at - 1) === '/';

/**
 * The texts of the path that the first placeholder could stand for: letters and digits joined by
 * `-`, `_` or `@`, at most {@link CODE_LENGTH} long, if the neighbours of the placeholder allow it.
 * Each once; not yet known to match.
 */
export function possibleCodes(tokens: readonly Token[], path: string): ReadonlySet<string> {
  const index = tokens.findIndex((token) => token.kind === 'locale');
  const token = tokens[index];
  const codes = new Set<string>();
  if (token?.kind !== 'locale') return codes;
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  const run = /[A-Za-z0-9]+(?:[-_@][A-Za-z0-9]+)*/y;
  for (let start = 0; start < path.length; start += 1) {
    if (token.openBefore && WORD.test(path.charAt(start - 1))) continue;
    if (before?.kind === 'text' && !path.endsWith(before.text, start)) continue;
    if ((before === undefined || before.kind === 'folders') && !startsName(path, start)) continue;
    run.lastIndex = start;
    const longest = run.exec(path)?.[0].slice(0, CODE_LENGTH) ?? '';
    for (let length = 1; length <= longest.length; length += 1) {
      const end = start + length;
      if (!WORD.test(path.charAt(end - 1))) continue;
      if (token.openAfter && WORD.test(path.charAt(end))) continue;
      if (
        after === undefined ? end !== path.length : after.kind === 'text' && !path.startsWith(after.text, end)
      )
        continue;
      codes.add(path.slice(start, end));
    }
  }
  return codes;
}
