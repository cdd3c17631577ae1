import { JsonSyntaxError } from '../../core/json/fault.js';
import { scanJson } from '../../core/json/scan.js';
import { LIST, MAP, NULL, NUMBER, STRING, type Tape } from '../../core/json/tape.js';

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

const RULES = {
  extended: false,
  depth: DEPTH_LIMIT,
  values: VALUES_LIMIT,
  containers: COLLECTIONS_LIMIT,
};

// The rest of a text that ends inside a number, a word or an escape.
const CUT_NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)?)?$/y;
const CUT_WORD = /(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)?$/y;
const CUT_ESCAPE = /\\(?:u[0-9a-fA-F]{0,3})?$/y;

/** A shorter text cannot exceed these limits: `{},` is three characters, `1,` two. */
const ALWAYS_WITHIN_LIMITS = 3 * COLLECTIONS_LIMIT;

/**
 * The value of a JSON text (RFC 8259), read strictly. JSON.parse accepts duplicate keys and rounds
 * numbers, and both would end up in a user's file. Objects become maps, so `__proto__` is a key
 * like any other. Throws {@link JsonError}.
 */
export function readJson(text: string): Json {
  const plain = plainJson(text);
  if (plain !== undefined) return plain;
  try {
    return valueOf(scanJson(text, RULES), 0);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? jsonError(text, error) : error;
  }
}

/**
 * The value of a text that is exactly what JSON.stringify writes of it: then no key is a duplicate,
 * and no number was rounded. Undefined for any other text. The first ten answers of 165 KB take 45
 * instead of 120 ms on Node 20.
 */
function plainJson(text: string): Json | undefined {
  if (text.length > ALWAYS_WITHIN_LIMITS || !text.startsWith('{"')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return JSON.stringify(parsed) === text ? mapped(parsed, 0) : undefined;
  } catch {
    // The scanner says what is wrong.
    return undefined;
  }
}

function mapped(value: unknown, depth: number): Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return new JsonNumber(String(value));
  if (!isRecord(value) || depth === DEPTH_LIMIT) throw new RangeError('nested too deep');
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, depth + 1));
  const map = new Map<string, Json>();
  // Without an object for each entry, as Object.entries has.
  Object.keys(value).forEach((key) => map.set(key, mapped(value[key], depth + 1)));
  return map;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object';

function valueOf(tape: Tape, node: number): Json {
  switch (tape.kind(node)) {
    case STRING:
      return tape.leafText(node);
    case NUMBER:
      return new JsonNumber(tape.raw(node));
    case MAP:
      return objectOf(tape, node);
    case LIST:
      return listOf(tape, node);
    case NULL:
      return null;
    default:
      return tape.raw(node) === 'true';
  }
}

function listOf(tape: Tape, node: number): readonly Json[] {
  const items: Json[] = [];
  const end = tape.next(node);
  for (let child = node + 1; child < end; child = tape.next(child)) items.push(valueOf(tape, child));
  return items;
}

function objectOf(tape: Tape, node: number): JsonObject {
  const entries = new Map<string, Json>();
  const end = tape.next(node);
  for (let child = node + 1; child < end; child = tape.next(child)) {
    const key = tape.key(child);
    if (entries.has(key)) {
      const before = tape.children(node).find((sibling) => tape.key(sibling) === key) ?? child;
      const place = `at offset ${tape.keyStart(before)} and again`;
      throw new JsonError(`the key "${key}" occurs twice, ${place}`, tape.keyStart(child));
    }
    entries.set(key, valueOf(tape, child));
  }
  return entries;
}

function jsonError(text: string, { fault, at, container }: JsonSyntaxError): JsonError {
  const isCut = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  const isTruncated = fault === 'escape' ? isCut(CUT_ESCAPE) : isCut(CUT_NUMBER) || isCut(CUT_WORD);
  if (isTruncated) return new JsonError('it ends in the middle', fault === 'escape' ? text.length : at, true);
  const expectedError = (what: string): JsonError => new JsonError(`${what} was expected`, at);
  switch (fault) {
    case 'depth':
      return new JsonError(`nested deeper than ${DEPTH_LIMIT} levels`, at);
    case 'values':
      return new JsonError(`more than ${VALUES_LIMIT} values`, at);
    case 'containers':
      return new JsonError(`more than ${COLLECTIONS_LIMIT} lists and objects`, at);
    case 'control character':
    case 'escape':
      return new JsonError('a string holds an illegal character or escape', at);
    case 'key':
      return expectedError('a key');
    case 'trailing comma':
      return expectedError(container?.close === '}' ? 'a key' : 'a value');
    case 'colon':
      return expectedError('":"');
    case 'separator':
      return expectedError(`"," or "${container?.close ?? ''}"`);
    case 'end':
      return expectedError('the end');
    case 'empty':
    case 'value':
    case 'quote':
    case 'comment':
      return expectedError('a value');
  }
}
