/** What a text may hold, and how much of it. */
export interface JsonRules {
  /** Where the text begins; default 0. */
  readonly start?: number;
  /** Beyond RFC 8259: comments and trailing commas, as in VS Code's locale files. */
  readonly extended: boolean;
  /** The most levels of nesting. */
  readonly depth: number;
  /** The most values. */
  readonly values: number;
  /** The most lists and objects. */
  readonly containers: number;
}

/** What is missing at a place, or what is wrong with what is there. */
export type JsonFault =
  | 'empty'
  | 'value'
  | 'key'
  | 'colon'
  | 'separator'
  | 'trailing comma'
  | 'end'
  | 'quote'
  | 'control character'
  | 'escape'
  | 'comment'
  | 'depth'
  | 'values'
  | 'containers';

/** An object or list that is still open. */
export interface JsonContainer {
  readonly close: '}' | ']';
  readonly start: number;
}

/** A text that is not JSON. Callers put it into words. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';

  constructor(
    readonly fault: JsonFault,
    /** Where, in UTF-16 units. */
    readonly at: number,
    /** For a fault between its members. */
    readonly container: JsonContainer | undefined,
    /** Where the string begins, for a fault inside it. */
    readonly start: number | undefined,
  ) {
    super(`${fault} at offset ${at}`);
  }
}
