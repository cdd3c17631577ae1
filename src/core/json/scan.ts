import { JsonSyntaxError, type JsonContainer, type JsonFault, type JsonRules } from './fault.js';
import { BOOLEAN, KEY_ESCAPED, LIST, MAP, NULL, NUMBER, STRING, Tape, VALUE_ESCAPED } from './tape.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const SLASH = 0x2f;
const STAR = 0x2a;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const MINUS = 0x2d;

const NUMBER_TOKEN = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[\p{L}\p{N}_$.+-]+/uy;
const HEX4 = /[0-9a-fA-F]{4}/y;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/**
 * Every node of a JSON text (RFC 8259) with the offsets of its key and value. Duplicate keys are
 * kept. Throws {@link JsonSyntaxError} at the first error.
 */
export function scanJson(text: string, rules: JsonRules): Tape {
  return new Scanner(text, rules).run();
}

class Scanner {
  readonly #tape: Tape;
  #at: number;
  #escaped = false;
  #containers = 0;

  constructor(
    private readonly text: string,
    private readonly rules: JsonRules,
  ) {
    this.#tape = new Tape(text);
    this.#at = rules.start ?? 0;
  }

  run(): Tape {
    const first = this.#skip();
    if (this.#at >= this.text.length) this.#fail('empty', this.#at);
    this.#value(first, -1, -1, 0, 0);
    this.#skip();
    if (this.#at < this.text.length) this.#fail('end', this.#at);
    return this.#tape;
  }

  #value(first: number, keyStart: number, keyEnd: number, keyFlag: number, depth: number): void {
    if (first === QUOTE) {
      const start = this.#at;
      this.#string();
      this.#add(STRING | keyFlag | (this.#escaped ? VALUE_ESCAPED : 0), keyStart, keyEnd, start, this.#at);
    } else if (first === OPEN_MAP) this.#map(keyStart, keyEnd, keyFlag, depth + 1);
    else if (first === OPEN_LIST) this.#list(keyStart, keyEnd, keyFlag, depth + 1);
    else this.#leaf(first, keyStart, keyEnd, keyFlag);
  }

  #map(keyStart: number, keyEnd: number, keyFlag: number, depth: number): void {
    const start = this.#open(depth);
    const container: JsonContainer = { close: '}', start };
    const node = this.#add(MAP | keyFlag, keyStart, keyEnd, start, start);
    let unit = this.#skip();
    while (unit !== CLOSE_MAP) {
      if (unit !== QUOTE) this.#fail('key', this.#at, { container });
      const key = this.#at;
      this.#string();
      const flag = this.#escaped ? KEY_ESCAPED : 0;
      const end = this.#at;
      if (this.#skip() !== COLON) this.#fail('colon', this.#at);
      this.#at++;
      this.#value(this.#skip(), key, end, flag, depth);
      unit = this.#separator(CLOSE_MAP, container);
    }
    this.#tape.close(node, ++this.#at);
  }

  #list(keyStart: number, keyEnd: number, keyFlag: number, depth: number): void {
    const start = this.#open(depth);
    const container: JsonContainer = { close: ']', start };
    const node = this.#add(LIST | keyFlag, keyStart, keyEnd, start, start);
    let unit = this.#skip();
    while (unit !== CLOSE_LIST) {
      if (this.#at >= this.text.length) this.#fail('value', this.#at, { container });
      this.#value(unit, -1, -1, 0, depth);
      unit = this.#separator(CLOSE_LIST, container);
    }
    this.#tape.close(node, ++this.#at);
  }

  #add(tag: number, keyStart: number, keyEnd: number, start: number, end: number): number {
    if (this.#tape.size >= this.rules.values) this.#fail('values', start);
    return this.#tape.add(tag, keyStart, keyEnd, start, end);
  }

  #open(depth: number): number {
    if (depth > this.rules.depth) this.#fail('depth', this.#at);
    if (++this.#containers > this.rules.containers) this.#fail('containers', this.#at);
    return this.#at++;
  }

  /**
   * Moves past a comma after a value, if there is one. Returns what comes next: the closing
   * bracket, or the first character of another member.
   */
  #separator(close: number, container: JsonContainer): number {
    const unit = this.#skip();
    if (unit === close) return unit;
    if (unit !== COMMA) this.#fail('separator', this.#at, { container });
    this.#at++;
    const next = this.#skip();
    if (next === close && !this.rules.extended) this.#fail('trailing comma', this.#at, { container });
    return next;
  }

  #leaf(first: number, keyStart: number, keyEnd: number, keyFlag: number): void {
    const start = this.#at;
    const kind = first === MINUS || isDigit(first) ? NUMBER : first === 0x6e ? NULL : BOOLEAN;
    if (kind === NUMBER) this.#number();
    else {
      const word = first === 0x6e ? 'null' : first === 0x74 ? 'true' : 'false';
      if (!this.text.startsWith(word, start)) this.#fail('value', start);
      this.#at += word.length;
    }
    // `01`, `1.` and `truex` begin like a JSON value and are not one.
    WORD.lastIndex = this.#at;
    if (WORD.test(this.text)) this.#fail('value', start);
    this.#add(kind | keyFlag, keyStart, keyEnd, start, this.#at);
  }

  #number(): void {
    NUMBER_TOKEN.lastIndex = this.#at;
    const token = NUMBER_TOKEN.exec(this.text)?.[0];
    if (token === undefined) this.#fail('value', this.#at);
    this.#at += token.length;
  }

  /** From an opening quote to after the closing one; sets `#escaped` if there is a backslash. */
  #string(): void {
    const text = this.text;
    const start = this.#at;
    this.#escaped = false;
    for (let at = start + 1; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.#at = at + 1;
        return;
      }
      if (unit === BACKSLASH) {
        this.#escaped = true;
        at = this.#escape(at, start);
      } else if (unit < 0x20) this.#fail('control character', at, { start });
    }
    this.#fail('quote', text.length, { start });
  }

  /** Checks the escape at this backslash; returns the offset of its last character. */
  #escape(at: number, start: number): number {
    const letter = this.text[at + 1] ?? '';
    if (letter === 'u') {
      HEX4.lastIndex = at + 2;
      if (!HEX4.test(this.text)) this.#fail('escape', at, { start });
      return at + 5;
    }
    if (letter === '' || !'"\\/bfnrt'.includes(letter)) this.#fail('escape', at, { start });
    return at + 1;
  }

  /**
   * Moves past blanks, line ends and comments. Returns the unit there, NaN at the end of the text.
   */
  #skip(): number {
    const text = this.text;
    let at = this.#at;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) at++;
      else if (unit === SLASH && this.rules.extended) {
        const end = commentEnd(text, at);
        if (end === undefined) break;
        if (end < 0) this.#fail('comment', at);
        at = end;
      } else break;
    }
    this.#at = at;
    return text.charCodeAt(at);
  }

  #fail(kind: JsonFault, at: number, where: { container?: JsonContainer; start?: number } = {}): never {
    throw new JsonSyntaxError(kind, at, where.container, where.start);
  }
}

const LINE_END = /[\n\r]/g;

/**
 * Where the comment at this slash ends; a line comment ends before its line end. -1 if it never
 * ends, undefined if there is none.
 */
export function commentEnd(text: string, at: number): number | undefined {
  const second = text.charCodeAt(at + 1);
  if (second === SLASH) {
    LINE_END.lastIndex = at;
    return LINE_END.exec(text)?.index ?? text.length;
  }
  if (second !== STAR) return undefined;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? -1 : end + 2;
}
