import { printable } from '../../core/text/printable.js';
import { FormatError, MAX_DEPTH } from '../format.js';
import { lineIndex, startOf } from '../text.js';
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
 * Every node of a JSON text with the offsets of its key and value. Beyond RFC 8259 it accepts a
 * byte-order mark, comments and trailing commas, as in VS Code's locale files. Throws {@link
 * FormatError} at the first error; the root has to be an object.
 */
export function scan(text: string): Tape {
  return new Scanner(text).run();
}

class Scanner {
  readonly #tape: Tape;
  #at: number;
  #escaped = false;

  constructor(private readonly text: string) {
    this.#tape = new Tape(text);
    this.#at = startOf(text);
  }

  run(): Tape {
    const first = this.#skip();
    if (first !== OPEN_MAP) {
      if (this.#at >= this.text.length) this.#fail('the file is empty', this.#at);
      if (first === OPEN_LIST) this.#fail('the root is a list; expected an object, {', this.#at);
      this.#leaf(first, -1, -1);
      this.#fail('the root is a single value; expected an object, {', this.#tape.start(0));
    }
    this.#map(-1, -1, 0, 1);
    this.#skip();
    if (this.#at < this.text.length)
      this.#fail(`unexpected ${this.#found()} after the end of the root object`, this.#at);
    return this.#tape;
  }

  #value(first: number, keyStart: number, keyEnd: number, keyFlag: number, depth: number): void {
    if (first === QUOTE) {
      const start = this.#at;
      this.#string();
      this.#tape.add(
        STRING | keyFlag | (this.#escaped ? VALUE_ESCAPED : 0),
        keyStart,
        keyEnd,
        start,
        this.#at,
      );
    } else if (first === OPEN_MAP) this.#map(keyStart, keyEnd, keyFlag, depth + 1);
    else if (first === OPEN_LIST) this.#list(keyStart, keyEnd, keyFlag, depth + 1);
    else this.#leaf(first, keyStart, keyEnd, keyFlag);
  }

  #map(keyStart: number, keyEnd: number, keyFlag: number, depth: number): void {
    const start = this.#open(depth);
    const node = this.#tape.add(MAP | keyFlag, keyStart, keyEnd, start, start);
    let unit = this.#skip();
    while (unit !== CLOSE_MAP) {
      if (unit !== QUOTE) {
        this.#fail(
          this.#at >= this.text.length
            ? this.#unclosed('object', start)
            : `unexpected ${this.#found()}; expected a key in double quotes or }`,
          this.#at,
        );
      }
      const key = this.#at;
      this.#string();
      const flag = this.#escaped ? KEY_ESCAPED : 0;
      const end = this.#at;
      if (this.#skip() !== COLON)
        this.#fail(`unexpected ${this.#found()}; expected : after the key`, this.#at);
      this.#at++;
      this.#value(this.#skip(), key, end, flag, depth);
      unit = this.#separator(CLOSE_MAP, 'object', start);
    }
    this.#tape.close(node, ++this.#at);
  }

  #list(keyStart: number, keyEnd: number, keyFlag: number, depth: number): void {
    const start = this.#open(depth);
    const node = this.#tape.add(LIST | keyFlag, keyStart, keyEnd, start, start);
    let unit = this.#skip();
    while (unit !== CLOSE_LIST) {
      if (this.#at >= this.text.length) this.#fail(this.#unclosed('list', start), this.#at);
      this.#value(unit, -1, -1, 0, depth);
      unit = this.#separator(CLOSE_LIST, 'list', start);
    }
    this.#tape.close(node, ++this.#at);
  }

  #open(depth: number): number {
    if (depth > MAX_DEPTH)
      this.#fail(`nesting limit: objects and lists nest more than ${MAX_DEPTH} levels deep`, this.#at);
    return this.#at++;
  }

  /**
   * Moves past a comma after a value, if there is one. Returns what comes next: the closing
   * bracket, or the first character of another member.
   */
  #separator(close: number, what: string, start: number): number {
    const unit = this.#skip();
    if (unit === close) return unit;
    if (unit !== COMMA) {
      if (this.#at >= this.text.length) this.#fail(this.#unclosed(what, start), this.#at);
      this.#fail(`unexpected ${this.#found()}; expected , or ${String.fromCharCode(close)}`, this.#at);
    }
    this.#at++;
    return this.#skip();
  }

  #leaf(first: number, keyStart: number, keyEnd: number, keyFlag = 0): void {
    const start = this.#at;
    const kind =
      first === QUOTE ? STRING : first === MINUS || isDigit(first) ? NUMBER : first === 0x6e ? NULL : BOOLEAN;
    if (kind === STRING) this.#string();
    else if (kind === NUMBER) this.#number();
    else {
      const word = first === 0x6e ? 'null' : first === 0x74 ? 'true' : 'false';
      if (!this.text.startsWith(word, start))
        this.#fail(`unexpected ${this.#found()}; expected a value`, start);
      this.#at += word.length;
    }
    if (kind !== STRING) this.#endOfWord(start);
    this.#tape.add(kind | keyFlag, keyStart, keyEnd, start, this.#at);
  }

  #number(): void {
    NUMBER_TOKEN.lastIndex = this.#at;
    const token = NUMBER_TOKEN.exec(this.text)?.[0];
    if (token === undefined) this.#fail(`unexpected ${this.#found()}; expected a value`, this.#at);
    this.#at += token.length;
  }

  /** `01`, `1.` and `truex` begin like a JSON value and are not one. */
  #endOfWord(start: number): void {
    WORD.lastIndex = this.#at;
    if (!WORD.test(this.text)) return;
    this.#at = start;
    this.#fail(`unexpected ${this.#found()}; expected a value`, start);
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
        at = this.#escape(at);
      } else if (unit < 0x20) {
        if (unit === 0x0a || unit === 0x0d)
          this.#fail('unterminated string: the line ends before the closing quote', start);
        this.#fail(
          `control character U+${unit.toString(16).toUpperCase().padStart(4, '0')} in a string; it must be escaped`,
          at,
        );
      }
    }
    this.#fail('unterminated string: the file ends before the closing quote', start);
  }

  /** Checks the escape at this backslash; returns the offset of its last character. */
  #escape(at: number): number {
    const letter = this.text[at + 1] ?? '';
    if (letter === 'u') {
      HEX4.lastIndex = at + 2;
      if (!HEX4.test(this.text)) this.#fail('bad escape: \\u needs four hexadecimal digits', at);
      return at + 5;
    }
    if (letter === '' || !'"\\/bfnrt'.includes(letter)) this.#fail(`bad escape \\${printable(letter)}`, at);
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
      else if (unit === SLASH) {
        const end = commentEnd(text, at);
        if (end === undefined) break;
        if (end < 0) this.#fail('unterminated comment', at);
        at = end;
      } else break;
    }
    this.#at = at;
    return text.charCodeAt(at);
  }

  #unclosed(what: string, start: number): string {
    const { line, column } = lineIndex(this.text)(start);
    return `the file ends inside the ${what} that begins at ${line}:${column}`;
  }

  /** What is at the current place, for a message. */
  #found(): string {
    if (this.#at >= this.text.length) return 'end of the file';
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.text)?.[0] ?? String.fromCodePoint(this.text.codePointAt(this.#at) ?? 0);
    return printable(word.length > 20 ? `${word.slice(0, 20)}…` : word);
  }

  #fail(reason: string, at: number): never {
    throw new FormatError(reason, lineIndex(this.text)(at));
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
