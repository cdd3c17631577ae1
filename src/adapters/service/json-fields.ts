import { LocsyncError } from '../../core/errors/index.js';
import { JsonNumber, isObject, type Json, type JsonObject } from './json.js';
import type { MessageContext } from './response.js';

// API IDs become part of paths: `..` and `a/b` would reach other resources, encoded or not.
const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** Whether a text may be an API ID. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** The error of a value that is not what the interface promises. */
export function shapeError(
  context: MessageContext,
  field: string,
  expected: string,
  got: Json | undefined,
): LocsyncError {
  return LocsyncError.of('ANSWER_SHAPE', {
    what: context.what,
    field: context.redact(field),
    expected,
    got: context.redact(describe(got)),
  });
}

/** The value as an object. `field` is its place in the response, '' for the whole. */
export function objectOf(value: Json | undefined, context: MessageContext, field: string): JsonObject {
  if (isObject(value)) return value;
  throw shapeError(context, field, 'an object', value);
}

/** The validated fields of one object of a response. Other fields are ignored. */
export class Fields {
  readonly #object: JsonObject;

  constructor(
    value: Json | undefined,
    readonly context: MessageContext,
    readonly place = '',
  ) {
    this.#object = objectOf(value, context, place);
  }

  get(name: string): Json | undefined {
    return this.#object.get(name);
  }

  /** Its `api_id`. */
  id(): string {
    const value = this.get('api_id');
    if (typeof value === 'string' && isId(value)) return value;
    throw this.#wrong('api_id', 'an API ID (letters, digits, "_", "-")');
  }

  /** A text that is not empty. */
  text(name: string): string {
    const value = this.get(name);
    if (typeof value === 'string' && value !== '') return value;
    throw this.#wrong(name, 'a text');
  }

  /** A text; '' if the field is absent or null. */
  textOrNothing(name: string): string {
    const value = this.get(name) ?? '';
    if (typeof value === 'string') return value;
    throw this.#wrong(name, 'a text or null');
  }

  /** An integer from 0. */
  count(name: string): number {
    const value = countOf(this.get(name));
    if (value !== undefined) return value;
    throw this.#wrong(name, 'a whole number');
  }

  #wrong(name: string, expected: string): LocsyncError {
    return shapeError(
      this.context,
      this.place === '' ? name : `${this.place}.${name}`,
      expected,
      this.get(name),
    );
  }
}

/** A safe integer from 0; undefined for anything else. */
export function countOf(value: Json | undefined): number | undefined {
  if (!(value instanceof JsonNumber) || !/^\d+$/.test(value.source)) return undefined;
  const count = Number(value.source);
  return Number.isSafeInteger(count) ? count : undefined;
}

/** What a value is, for a message. */
function describe(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `the text "${value}"`;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return `the number ${value.source}`;
  return isObject(value) ? 'an object' : 'a list';
}
