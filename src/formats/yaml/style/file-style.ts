import { COLLECTION_STYLE, SCALAR_STYLE } from 'js-yaml';
import type { Lines } from '../parse/lines.js';
import type { Collection, ScalarNode } from '../parse/nodes.js';
import type { ParsedYaml } from '../parse/parsed.js';
import { readsAsString } from '../parse/scalar-type.js';
import type { Source } from '../parse/source.js';
import { canBePlain, type InlineStyle, type Quote } from './scalars.js';

/** How a file is written, as far as new lines have to match it. */
export interface YamlStyle {
  /** Spaces by which a map is indented below its key. */
  readonly step: number;
  /** Spaces by which the dashes of a list are indented below its key. */
  readonly listStep: number;
  /** The style of texts that can be plain; `quote` is for those that cannot. */
  readonly style: InlineStyle;
  readonly quote: Quote;
  readonly keyStyle: InlineStyle;
  readonly keyQuote: Quote;
  /** `{ a: 1 }` rather than `{a: 1}`. */
  readonly padded: boolean;
  /** Texts of several lines are literal blocks. */
  readonly literal: boolean;
  /** The file has plain Ruby symbols (`:year`). */
  readonly symbols: boolean;
}

/** A parsed text whose style is known. */
export interface StyledYaml extends ParsedYaml {
  readonly style: YamlStyle;
}

/** For a file that shows no style of its own. */
export const DEFAULT_STYLE: YamlStyle = {
  step: 2,
  listStep: 2,
  style: 'plain',
  quote: 'double',
  keyStyle: 'plain',
  keyQuote: 'double',
  padded: false,
  literal: false,
  symbols: false,
};

type Tally<T> = Map<T, number>;

/**
 * What most of the file does, found in one pass over all nodes. With `notes`, the root is the map
 * of a list: its keys are not in the file, and these fields of its items are not texts.
 */
export function styleOf(source: Source, lines: Lines, notes?: ReadonlySet<string>): YamlStyle {
  const { root } = source.tree;
  if (root === undefined) return DEFAULT_STYLE;
  const steps: Tally<number> = new Map();
  const listSteps: Tally<number> = new Map();
  const styles: Tally<InlineStyle> = new Map();
  const quotes: Tally<InlineStyle> = new Map();
  const keyStyles: Tally<InlineStyle> = new Map();
  const padded: Tally<boolean> = new Map();
  let symbols = false;
  let literal = false;

  const visitScalar = (node: ScalarNode): void => {
    if (node.event.style === SCALAR_STYLE.LITERAL_BLOCK) literal = true;
    const style = inlineStyleOf(node);
    if (style === undefined || node.event.valueStart < 0) return;
    if (style !== 'plain') {
      count(quotes, style);
      // Quotes that a text needs do not show a preference.
      const text = source.textOf(node);
      if (readsAsString(text) && canBePlain(text, false)) count(styles, style);
      return;
    }
    const reading = source.typeOf(node);
    if (reading === 'string') count(styles, style);
    else if (reading === 'symbol') symbols = true;
  };
  const visit = (node: Collection, column: number, depth: number): void => {
    if (node.event.style === COLLECTION_STYLE.FLOW && node.values.length > 0)
      count(padded, source.text.charCodeAt(node.event.start + 1) === 32);
    const isItem = notes !== undefined && depth === 1;
    if (node.is === 'map' && (notes === undefined || node !== root)) {
      for (const key of node.keys) {
        const style = inlineStyleOf(key);
        if (style !== undefined && !source.isMerge(key)) count(keyStyles, style);
      }
    }
    for (const [index, value] of node.values.entries()) {
      const key = isItem && node.is === 'map' ? node.keys[index] : undefined;
      if (key !== undefined && notes?.has(source.textOf(key)) === true) continue;
      if (value.is === 'scalar') visitScalar(value);
      else if (value.is !== 'alias') {
        const isBlock = value.event.style === COLLECTION_STYLE.BLOCK;
        const childColumn = isBlock ? lines.column(value.event.start) : column;
        if (isBlock && node.is === 'map') count(value.is === 'map' ? steps : listSteps, childColumn - column);
        visit(value, childColumn, depth + 1);
      }
    }
  };
  visit(root, lines.column(root.event.start), 0);

  const step = most(steps) ?? DEFAULT_STYLE.step;
  return {
    step,
    listStep: most(listSteps) ?? step,
    style: most(styles) ?? DEFAULT_STYLE.style,
    quote: quoteOf(quotes) ?? quoteOf(keyStyles) ?? DEFAULT_STYLE.quote,
    keyStyle: most(keyStyles) ?? DEFAULT_STYLE.keyStyle,
    keyQuote: quoteOf(keyStyles) ?? quoteOf(quotes) ?? DEFAULT_STYLE.keyQuote,
    padded: most(padded) ?? DEFAULT_STYLE.padded,
    literal,
    symbols,
  };
}

/** The style of a scalar; undefined for a block scalar. */
export function inlineStyleOf({ event }: ScalarNode): InlineStyle | undefined {
  switch (event.style) {
    case SCALAR_STYLE.PLAIN:
      return 'plain';
    case SCALAR_STYLE.SINGLE_QUOTED:
      return 'single';
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return 'double';
    case SCALAR_STYLE.LITERAL_BLOCK:
    case SCALAR_STYLE.FOLDED_BLOCK:
      return undefined;
  }
}

function quoteOf(styles: Tally<InlineStyle>): Quote | undefined {
  const single = styles.get('single') ?? 0;
  const double = styles.get('double') ?? 0;
  return single === 0 && double === 0 ? undefined : single > double ? 'single' : 'double';
}

function count<T>(tally: Tally<T>, value: T): void {
  tally.set(value, (tally.get(value) ?? 0) + 1);
}

/** The most frequent value. On a tie, the one seen last, which in a small file is deeper down. */
function most<T>(tally: Tally<T>): T | undefined {
  let best: T | undefined;
  let times = 0;
  for (const [value, n] of tally) {
    if (n >= times) {
      best = value;
      times = n;
    }
  }
  return best;
}
