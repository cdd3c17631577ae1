import { COLLECTION_STYLE, SCALAR_STYLE } from 'js-yaml';
import type { Lines } from '../parse/lines.js';
import type { ParsedYaml } from '../parse/parsed.js';
import type { Collection, ScalarNode } from '../parse/nodes.js';
import { readsAsString } from '../parse/scalar-type.js';
import { canBePlain } from './scalars.js';
import type { InlineStyle, Quote } from './scalars.js';
import type { Source } from '../parse/source.js';

/** How a file is written, as far as new lines have to fit in. */
export interface YamlStyle {
  /** Blanks by which a map stands deeper than the key above it. */
  readonly step: number;
  /** Blanks by which the dashes of a list stand deeper than the key above it. */
  readonly listStep: number;
  /** How texts stand that may stand plain, and which quotes are taken where quotes are needed. */
  readonly style: InlineStyle;
  readonly quote: Quote;
  readonly keyStyle: InlineStyle;
  readonly keyQuote: Quote;
  /** `{ a: 1 }` rather than `{a: 1}`. */
  readonly padded: boolean;
  /** Texts of several lines stand in literal blocks. */
  readonly literal: boolean;
  /** The file holds Ruby's symbols (`:year`) plain. */
  readonly symbols: boolean;
}

/** A parsed text whose style is known. */
export interface StyledYaml extends ParsedYaml {
  readonly style: YamlStyle;
}

/** Of a file that has none of its own. */
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

/** What most of the file does; one walk over all nodes. */
export function styleOf(source: Source, lines: Lines): YamlStyle {
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
      // Quotes that a text needs say nothing of those that do not.
      const text = source.textOf(node);
      if (readsAsString(text) && canBePlain(text, false)) count(styles, style);
      return;
    }
    const reading = source.typeOf(node);
    if (reading === 'string') count(styles, style);
    else if (reading === 'symbol') symbols = true;
  };
  const visit = (node: Collection, column: number): void => {
    if (node.event.style === COLLECTION_STYLE.FLOW && node.values.length > 0)
      count(padded, source.text.charCodeAt(node.event.start + 1) === 32);
    if (node.is === 'map') {
      for (const key of node.keys) {
        const style = inlineStyleOf(key);
        if (style !== undefined && !source.isMerge(key)) count(keyStyles, style);
      }
    }
    for (const value of node.values) {
      if (value.is === 'scalar') visitScalar(value);
      else if (value.is !== 'alias') {
        const isBlock = value.event.style === COLLECTION_STYLE.BLOCK;
        const childColumn = isBlock ? lines.column(value.event.start) : column;
        if (isBlock && node.is === 'map') count(value.is === 'map' ? steps : listSteps, childColumn - column);
        visit(value, childColumn);
      }
    }
  };
  visit(root, lines.column(root.event.start));

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

/** The style of a scalar that is no block scalar. */
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

/** The commonest value; of several the one that came up last, which in a small file is the one deeper down. */
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
