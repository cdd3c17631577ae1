import { ConfigSyntaxError, positions, type ConfigNode, type MapEntry } from './tree.js';

// As deep as js-yaml goes; our own configuration needs five levels, a package.json not many more.
const MAX_DEPTH = 100;
const BLANK = /[ \t\r\n]*/y;
// RFC 8259, sections 6 and 7.
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS = [
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'null'],
] as const;

/**
 * The tree of a JSON text (RFC 8259, a byte-order mark allowed), with positions and with duplicate
 * keys kept, which JSON.parse has not. Throws {@link ConfigSyntaxError}.
 */
export function readJson(text: string): ConfigNode {
  const at = positions(text);
  let offset = text.startsWith('\ufeff') ? 1 : 0;

  const fail = (reason: string, where = offset): never => {
    throw new ConfigSyntaxError(where >= text.length ? 'the file ends too early' : reason, at(where));
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text)?.[0];
    offset += found?.length ?? 0;
    return found;
  };
  /** Skips spaces, then takes this character if it is the next. */
  const take = (character: string): boolean => {
    match(BLANK);
    if (text[offset] !== character) return false;
    offset += 1;
    return true;
  };
  const string = (): string => {
    const start = offset;
    const literal =
      match(STRING) ??
      fail('this text in quotes does not end, or holds a character that JSON wants escaped', start);
    return String(JSON.parse(literal));
  };
  /** What is between two brackets, separated by commas. */
  const series = (close: string, one: () => void): void => {
    if (take(close)) return;
    do {
      match(BLANK);
      if (text[offset] === close) fail('JSON allows no comma before a closing bracket');
      one();
    } while (take(','));
    if (!take(close)) fail(`a comma or "${close}" is missing here`);
  };

  const value = (depth: number): ConfigNode => {
    match(BLANK);
    const start = at(offset);
    if (depth > MAX_DEPTH) fail('this is nested too deep');
    if (take('{')) {
      const entries: MapEntry[] = [];
      series('}', () => {
        const keyAt = at(offset);
        if (text[offset] !== '"') fail('a key in double quotes is expected here');
        const key = string();
        if (!take(':')) fail('a colon is missing after the key');
        entries.push({ key, at: keyAt, value: value(depth + 1) });
      });
      return { kind: 'mapping', at: start, entries };
    }
    if (take('[')) {
      const items: ConfigNode[] = [];
      series(']', () => items.push(value(depth + 1)));
      return { kind: 'list', at: start, items };
    }
    if (text[offset] === '"') return { kind: 'text', at: start, text: string() };
    for (const [word, kind] of WORDS) {
      if (!text.startsWith(word, offset)) continue;
      offset += word.length;
      return { kind, at: start, text: word };
    }
    return { kind: 'number', at: start, text: match(NUMBER) ?? fail('a value is expected here') };
  };

  const root = value(0);
  match(BLANK);
  if (offset < text.length) fail('something follows after the end of the value');
  return root;
}
