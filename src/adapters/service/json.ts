/** A number as it was spelt: JSON.parse would round 9007199254740993. */
export class JsonNumber {
  constructor(readonly source: string) {}
}

export type JsonObject = ReadonlyMap<string, Json>;
export type Json = string | boolean | null | JsonNumber | readonly Json[] | JsonObject;

export function isObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A text that is no JSON, or that cannot be trusted as such. `truncated`: it ends before its value does. */
export class JsonError extends Error {
  override readonly name = 'JsonError';

  constructor(
    readonly reason: string,
    readonly offset: number,
    readonly truncated = false,
  ) {
    super(`${reason} at offset ${offset}`);
  }
}

/** Levels of nesting that are read. Locale data has ten; a hundred thousand would overflow the stack. */
export const DEPTH_LIMIT = 100;

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// A stretch of a string; control characters must be escaped (RFC 8259, section 7). Bounded, since a starred choice overflows the stack of
// the pattern matcher on a string of 20 MB.
const STRETCH = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,10000}/y;
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/y;
// What is left of a text that ends in a number that is not complete.
const CUT_NUMBER = /^(?:-|\.|[eE][+-]?)?$/;
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/**
 * The value of a JSON text (RFC 8259), read strictly: what JSON.parse takes in silence (two equal keys, of which the last wins; numbers that
 * are rounded) would end up in somebody's file. Objects become maps, so that `__proto__` is a key like any other. Throws {@link JsonError}.
 */
export function readJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  #at = 0;

  constructor(readonly text: string) {}

  value(depth: number): Json {
    this.#blanks();
    const first = this.text[this.#at];
    if (first === '{' || first === '[') {
      if (depth >= DEPTH_LIMIT) throw new JsonError(`nested deeper than ${DEPTH_LIMIT} levels`, this.#at);
      return first === '{' ? this.#object(depth) : this.#array(depth);
    }
    if (first === '"') return this.#string();
    for (const [word, value] of LITERALS) {
      if (this.text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    const source = this.#match(NUMBER);
    if (source === undefined) throw this.#unexpected('a value');
    return new JsonNumber(source);
  }

  end(): void {
    this.#blanks();
    if (this.#at < this.text.length) throw this.#unexpected('the end');
  }

  #object(depth: number): JsonObject {
    const entries = new Map<string, Json>();
    const places = new Map<string, number>();
    this.#at += 1;
    this.#blanks();
    if (this.#take('}')) return entries;
    for (;;) {
      this.#blanks();
      const place = this.#at;
      if (this.text[place] !== '"') throw this.#unexpected('a key');
      const key = this.#string();
      const before = places.get(key);
      if (before !== undefined)
        throw new JsonError(`the key "${key}" stands twice, at offset ${before} and again`, place);
      places.set(key, place);
      this.#blanks();
      if (!this.#take(':')) throw this.#unexpected('":"');
      entries.set(key, this.value(depth + 1));
      this.#blanks();
      if (this.#take('}')) return entries;
      if (!this.#take(',')) throw this.#unexpected('"," or "}"');
    }
  }

  #array(depth: number): readonly Json[] {
    const items: Json[] = [];
    this.#at += 1;
    this.#blanks();
    if (this.#take(']')) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      this.#blanks();
      if (this.#take(']')) return items;
      if (!this.#take(',')) throw this.#unexpected('"," or "]"');
    }
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    while (!this.#take('"')) {
      if (this.#match(STRETCH) !== undefined) continue;
      const cut = this.#at === this.text.length || this.#match(CUT_ESCAPE) !== undefined;
      throw cut
        ? this.#unexpected('"')
        : new JsonError('a string holds an illegal character or escape', this.#at);
    }
    const quoted = this.text.slice(start, this.#at);
    if (!quoted.includes('\\')) return quoted.slice(1, -1);
    const parsed: unknown = JSON.parse(quoted);
    return String(parsed);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #blanks(): void {
    BLANKS.lastIndex = this.#at;
    BLANKS.exec(this.text);
    this.#at = BLANKS.lastIndex;
  }

  #take(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #unexpected(wanted: string): JsonError {
    const rest = this.text.slice(this.#at, this.#at + 5);
    const truncated =
      CUT_NUMBER.test(rest) || (rest.length < 5 && LITERALS.some(([word]) => word.startsWith(rest)));
    return new JsonError(truncated ? 'it ends in the middle' : `${wanted} was expected`, this.#at, truncated);
  }
}
