/** A number as it was written: JSON.parse would round 9007199254740993. */
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

/** A text that is not JSON, or not unambiguous. `truncated`: it ends before its value does. */
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

/**
 * The most values, and the most lists and objects among them, which take ten times the memory: a
 * few compressed kilobytes may hold millions.
 */
const VALUES_LIMIT = 2_000_000;
const COLLECTIONS_LIMIT = 300_000;

/** The most levels of nesting. Locale data has ten; a hundred thousand would overflow the stack. */
const DEPTH_LIMIT = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// A part of a string; control characters must be escaped (RFC 8259, section 7). Bounded, since a
// starred choice overflows the stack of the regexp engine on a string of 20 MB.
const STRETCH = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,10000}/y;
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/y;
// The rest of a text that ends in an incomplete number.
const CUT_NUMBER = /^(?:-|\.|[eE][+-]?)?$/;
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/**
 * The value of a JSON text (RFC 8259), read strictly. JSON.parse accepts duplicate keys and rounds
 * numbers, and both would end up in a user's file. Objects become maps, so `__proto__` is a key
 * like any other. Throws {@link JsonError}.
 */
export function readJson(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  #at = 0;
  #values = 0;
  #collections = 0;

  constructor(readonly text: string) {}

  value(depth: number): Json {
    const first = this.#next();
    if (++this.#values > VALUES_LIMIT) throw this.#tooMany(VALUES_LIMIT, 'values');
    if (first === QUOTE) return this.#string();
    if (first === OPEN_OBJECT || first === OPEN_LIST) {
      if (depth >= DEPTH_LIMIT) throw new JsonError(`nested deeper than ${DEPTH_LIMIT} levels`, this.#at);
      if (++this.#collections > COLLECTIONS_LIMIT)
        throw this.#tooMany(COLLECTIONS_LIMIT, 'lists and objects');
      return first === OPEN_OBJECT ? this.#object(depth) : this.#list(depth);
    }
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
    this.#next();
    if (this.#at < this.text.length) throw this.#unexpected('the end');
  }

  #object(depth: number): JsonObject {
    const entries = new Map<string, Json>();
    const places: number[] = [];
    this.#at++;
    if (this.#next() === CLOSE_OBJECT) {
      this.#at++;
      return entries;
    }
    for (;;) {
      if (this.#next() !== QUOTE) throw this.#unexpected('a key');
      const place = this.#at;
      const key = this.#string();
      if (this.#next() !== COLON) throw this.#unexpected('":"');
      if (entries.has(key)) {
        const before = places[[...entries.keys()].indexOf(key)] ?? 0;
        throw new JsonError(`the key "${key}" occurs twice, at offset ${before} and again`, place);
      }
      this.#at++;
      places.push(place);
      entries.set(key, this.value(depth + 1));
      if (this.#endOfItem(CLOSE_OBJECT, '"," or "}"')) return entries;
    }
  }

  #list(depth: number): readonly Json[] {
    const items: Json[] = [];
    this.#at++;
    if (this.#next() === CLOSE_LIST) {
      this.#at++;
      return items;
    }
    for (;;) {
      items.push(this.value(depth + 1));
      if (this.#endOfItem(CLOSE_LIST, '"," or "]"')) return items;
    }
  }

  /** Skips the comma after an item, or the closing bracket; returns true for the bracket. */
  #endOfItem(close: number, wanted: string): boolean {
    const unit = this.#next();
    if (unit !== close && unit !== COMMA) throw this.#unexpected(wanted);
    this.#at++;
    return unit === close;
  }

  #string(): string {
    const { text } = this;
    const start = this.#at;
    let end = start + 1;
    let unit = text.charCodeAt(end);
    while (unit !== QUOTE && unit !== BACKSLASH && unit >= 0x20) unit = text.charCodeAt(++end);
    if (unit !== QUOTE) return this.#escapedString(start, end);
    this.#at = end + 1;
    return text.slice(start + 1, end);
  }

  /** A string that begins at `start` and has no escape before `plain`. */
  #escapedString(start: number, plain: number): string {
    this.#at = plain;
    while (this.text.charCodeAt(this.#at) !== QUOTE) {
      if (this.#match(STRETCH) !== undefined) continue;
      const cut = this.#at === this.text.length || this.#match(CUT_ESCAPE) !== undefined;
      throw cut
        ? this.#unexpected('"')
        : new JsonError('a string holds an illegal character or escape', this.#at);
    }
    this.#at++;
    const parsed: unknown = JSON.parse(this.text.slice(start, this.#at));
    return String(parsed);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Skips white space. Returns the code unit found there, NaN at the end of the text. */
  #next(): number {
    const { text } = this;
    let at = this.#at;
    let unit = text.charCodeAt(at);
    while (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) unit = text.charCodeAt(++at);
    this.#at = at;
    return unit;
  }

  #tooMany(limit: number, what: string): JsonError {
    return new JsonError(`more than ${limit} ${what}`, this.#at);
  }

  #unexpected(wanted: string): JsonError {
    const rest = this.text.slice(this.#at, this.#at + 5);
    const truncated =
      CUT_NUMBER.test(rest) || (rest.length < 5 && LITERALS.some(([word]) => word.startsWith(rest)));
    return new JsonError(truncated ? 'it ends in the middle' : `${wanted} was expected`, this.#at, truncated);
  }
}
