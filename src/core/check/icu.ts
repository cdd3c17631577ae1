import { isPluralForm } from './plural-forms.js';

/** How a message uses an argument: `plain` covers none, `number`, `date` and whatever else formats one value. */
export type ArgumentUse = 'plain' | 'plural' | 'selectordinal' | 'select';

/** One argument with branches: `{n, plural, one {…} other {…}}`. */
export interface IcuChoice {
  readonly name: string;
  readonly use: Exclude<ArgumentUse, 'plain'>;
  /** The selectors as they are written: `one`, `other`, `=1`, `female`. */
  readonly selectors: readonly string[];
}

/** What a message in ICU syntax asks of its application; the same whatever the order and the words. */
export interface IcuMessage {
  readonly uses: ReadonlyMap<string, ReadonlySet<ArgumentUse>>;
  readonly choices: readonly IcuChoice[];
}

export type IcuResult = IcuMessage | { readonly fault: string };

class Fault extends Error {}

// Messages come from outside too: deeper ones are no messages, and the parser calls itself once a level.
const DEEPEST = 40;

const NAME = /[^\s{},'"#=:|<>]+/y;
const SELECTOR = /=\d+|[^\s{},'"#=:|<>]+/y;
const BLANKS = /\s*/y;
const OFFSET = /offset:\s*\d+\s*/y;

/**
 * The arguments of a message in ICU syntax (ICU, "Formatting Messages", MessageFormat with optional apostrophes), or why it cannot be read.
 * An application would throw on it too: a brace that nothing closes, a choice without `other`, a plural form that does not exist.
 */
export function parseIcu(text: string): IcuResult {
  try {
    return new Parser(text).whole();
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

class Parser {
  readonly #uses = new Map<string, Set<ArgumentUse>>();
  readonly #choices: IcuChoice[] = [];
  #at = 0;

  constructor(private readonly text: string) {}

  whole(): IcuMessage {
    this.message(0, false);
    if (this.#at < this.text.length) throw new Fault('a } closes nothing');
    return { uses: this.#uses, choices: this.#choices };
  }

  /** Text and arguments up to the end or to the `}` that closes this branch, which is left to the caller. */
  private message(depth: number, inPlural: boolean): void {
    if (depth > DEEPEST) throw new Fault(`it is nested more than ${DEEPEST} deep`);
    for (; this.#at < this.text.length; this.#at++) {
      const char = this.text[this.#at];
      if (char === '}') return;
      if (char === "'") this.apostrophe(inPlural);
      else if (char === '{') this.argument(depth, inPlural);
    }
  }

  /** An apostrophe quotes only in front of syntax; two are one everywhere. Leaves off at the last character of what it covers. */
  private apostrophe(inPlural: boolean): void {
    const next = this.text[this.#at + 1];
    if (next === "'") this.#at++;
    else if (next === '{' || next === '}' || (next === '#' && inPlural)) {
      let end = this.text.indexOf("'", this.#at + 1);
      while (end >= 0 && this.text[end + 1] === "'") end = this.text.indexOf("'", end + 2);
      this.#at = end < 0 ? this.text.length : end;
    }
  }

  /** From `{` to its `}`, where it leaves off. */
  private argument(depth: number, inPlural: boolean): void {
    this.#at++;
    this.take(BLANKS);
    const name = this.take(NAME);
    if (name === '') throw new Fault('a { is followed by no name');
    this.take(BLANKS);
    if (this.text[this.#at] === '}') {
      this.use(name, 'plain');
      return;
    }
    this.expect(',', name);
    this.take(BLANKS);
    const type = this.take(NAME);
    this.take(BLANKS);
    if (type === 'plural' || type === 'selectordinal' || type === 'select') {
      this.use(name, type);
      this.expect(',', name);
      this.branches(name, type, depth, inPlural);
      return;
    }
    this.use(name, 'plain');
    if (this.text[this.#at] !== '}') this.expect(',', name);
    this.style(name);
  }

  /** The branches of a choice, up to the `}` that closes it. */
  private branches(name: string, use: IcuChoice['use'], depth: number, inPlural: boolean): void {
    const selectors: string[] = [];
    const plural = use !== 'select';
    this.take(BLANKS);
    if (plural) this.take(OFFSET);
    for (;;) {
      this.take(BLANKS);
      if (this.text[this.#at] === '}') break;
      const selector = this.take(SELECTOR);
      if (selector === '') throw new Fault(`{${name}, ${use} is not closed`);
      if (plural && !selector.startsWith('=') && !isPluralForm(selector))
        throw new Fault(`"${selector}" is no plural form`);
      selectors.push(selector);
      this.take(BLANKS);
      this.expect('{', name);
      this.message(depth + 1, plural || inPlural);
      this.expect('}', name);
    }
    if (!selectors.includes('other')) throw new Fault(`{${name}, ${use} has no branch "other"`);
    this.#choices.push({ name, use, selectors });
  }

  /** A style such as `::currency/EUR`, whose braces are paired. */
  private style(name: string): void {
    for (let open = 0; this.#at < this.text.length; this.#at++) {
      const char = this.text[this.#at];
      if (char === "'") this.apostrophe(false);
      else if (char === '{') open++;
      else if (char === '}' && open-- === 0) return;
    }
    throw new Fault(`{${name} is not closed`);
  }

  private use(name: string, use: ArgumentUse): void {
    const uses = this.#uses.get(name);
    if (uses) uses.add(use);
    else this.#uses.set(name, new Set([use]));
  }

  private expect(char: string, name: string): void {
    if (this.text[this.#at] !== char)
      throw new Fault(
        this.#at >= this.text.length ? `{${name} is not closed` : `{${name} is not followed by ${char}`,
      );
    this.#at++;
  }

  private take(what: RegExp): string {
    what.lastIndex = this.#at;
    const found = what.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
