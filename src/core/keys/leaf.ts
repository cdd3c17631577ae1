/** What a leaf is in its file (formats/format.ts says when a text counts as which). */
export type LeafKind = 'string' | 'number' | 'boolean' | 'null';

/** What the comparison needs to know of a leaf: its text, and what kind of value carries it. */
export interface LeafValue {
  readonly kind: LeafKind;
  readonly text: string;
}

/**
 * The text that a leaf holds, compared letter for letter: `9.9` and `9.90` differ, `on` and `yes`
 * differ. Undefined for a null, which holds no text: the word "Null" is another thing.
 */
export function textOf({ kind, text }: LeafValue): string | undefined {
  return text === '' && kind === 'null' ? undefined : text;
}

/** Whether an application that reads a value of this kind and prints it gets this very text. */
export function printsAs(kind: LeafKind, text: string): boolean {
  switch (kind) {
    case 'string':
      return true;
    case 'null':
      return text === '';
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'number':
      return /^-?\d/.test(text) && String(Number(text)) === text;
  }
}

/**
 * Whether a new text may replace `old` as a value of this kind: if the value prints the same, or if
 * the old number did not print as it is spelt either (`1.50` may become `2.50`).
 */
export function keepsKind(kind: LeafKind, old: string | undefined, text: string): boolean {
  return printsAs(kind, text) || (kind === 'number' && old !== undefined && !printsAs(kind, old));
}
