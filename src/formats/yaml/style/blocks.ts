/** How to write a block scalar. Its columns are counted in spaces from the start of the line. */
export interface BlockShape {
  readonly folded: boolean;
  /** The header had an indentation indicator. */
  readonly indicator: boolean;
  readonly indent: number;
  /** The column of the collection that holds the scalar; an indicator counts from there. */
  readonly parentIndent: number;
  readonly newline: string;
}

/**
 * A block scalar: its header, such as `|-`, and its lines without the last line break. `keeps`:
 * blank lines after it would belong to it.
 */
export interface Block {
  readonly header: string;
  readonly body: string;
  readonly keeps: boolean;
  readonly endsWithBreak: boolean;
}

// A block scalar has no escapes, so it cannot hold these; CR would be read back as LF.

const UNFIT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/**
 * A text as a block scalar of this shape (YAML 1.2, section 8.1). Nothing is wrapped. Undefined if
 * the style cannot hold the text.
 */
export function blockScalar(text: string, shape: BlockShape): Block | undefined {
  const core = text.replace(/(?<!\n)\n+$/, '');
  const trailing = text.length - core.length;
  if (core === '' || UNFIT.test(core)) return undefined;
  if (shape.folded && /^[ \t]/m.test(core)) return undefined;
  const lines = (shape.folded ? core.replace(/([^\n])(\n+)(?=[^\n])/g, '$1$2\n') : core).split('\n');
  const pad = ' '.repeat(shape.indent);
  const digit = shape.indent - shape.parentIndent;
  const needsIndicator = /^\n*[ \t]/.test(core) || shape.indicator;
  if (needsIndicator && (digit < 1 || digit > 9)) return undefined;
  const chomping = trailing === 0 ? '-' : trailing === 1 ? '' : '+';
  return {
    header: `${shape.folded ? '>' : '|'}${needsIndicator ? digit : ''}${chomping}`,
    body:
      lines.map((line) => (line === '' ? '' : pad + line)).join(shape.newline) +
      shape.newline.repeat(Math.max(0, trailing - 1)),
    keeps: trailing > 1,
    endsWithBreak: trailing > 0,
  };
}
