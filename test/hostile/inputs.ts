import { RegExpParser, type AST } from '@eslint-community/regexpp';

/**
 * A hostile text as pieces, each with the share of the whole length that its repetitions fill; 0:
 * it is there once.
 */
export type Input = readonly (readonly [piece: string, share: number])[];

/** More inputs than these tell nothing new. */
const MOST_INPUTS = 600;
/** What ends a text so that what was matched until there was in vain. */
const ENDS = ['', '\u0001', '\n', 'x', '!'];
/** Characters that stand for many classes. */
const COMMON = ['a', 'Z', '0', ' ', '\t', '\n', '\r', '.', '-', '_', '/', '\\', '"', '<', '{', '[', '(', ':'];

/** Texts that are built to make this regular expression work hard. */
export function hostileInputs(source: string, flags: string): readonly Input[] {
  const { pattern } = parsed(source, flags);
  const pieces = piecesOf(pattern);
  const inputs: Input[] = [];
  const add = (...input: Input): void => {
    if (input.every(([piece, share]) => share === 0 || piece !== '')) inputs.push(input);
  };
  const units = [...new Set([...pieces.loops.flatMap(({ bodies }) => bodies), ...pieces.atoms])].slice(0, 24);
  for (const { before, bodies } of pieces.loops)
    for (const body of bodies)
      for (const end of ENDS) {
        add([before, 0], [body, 1], [end, 0]);
        add([`${before}${body}${end}`, 1]);
        add(['x', 0], [`${before}${body}`, 1], [end, 0]);
      }
  for (const whole of pieces.wholes)
    for (const end of ENDS) {
      add([whole + end, 1]);
      add([whole.slice(0, -1) + end, 1]);
      add([whole.slice(0, -1), 1], [end, 0]);
    }
  for (const unit of units) for (const end of ENDS) add(['x', 0], [unit, 1], [end, 0]);
  for (const one of units.slice(0, 12))
    for (const other of units.slice(0, 12)) {
      if (one === other) continue;
      add([one, 0.5], [other, 0.5], ['\u0001', 0]);
      add([one + other, 1], ['\u0001', 0]);
    }
  for (const one of COMMON) add([one, 1], ['\u0001', 0]);
  return inputs.slice(0, MOST_INPUTS);
}

function parsed(source: string, flags: string): { readonly pattern: AST.Pattern } {
  const options = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  return { pattern: new RegExpParser().parsePattern(source, 0, source.length, options) };
}

interface Pieces {
  /** What repeats without an end, with a text that matches all before it. */
  readonly loops: { readonly before: string; readonly bodies: readonly string[] }[];
  readonly wholes: readonly string[];
  /** One character of each kind that occurs. */
  readonly atoms: readonly string[];
}

function piecesOf(pattern: AST.Pattern): Pieces {
  const loops: Pieces['loops'] = [];
  const atoms = new Set<string>();
  const walk = (alternatives: readonly AST.Alternative[], before: string): void => {
    for (const { elements } of alternatives) {
      let text = before;
      for (const element of elements) {
        visit(element, text);
        text += samples(element)[0] ?? '';
      }
    }
  };
  const visit = (element: AST.Element, before: string): void => {
    if (element.type === 'Quantifier') {
      // What is bounded by some thousand is a loop too: its product with another one counts.
      if (element.max > 20) loops.push({ before, bodies: samples(element.element) });
      visit(element.element, before);
    } else if (
      element.type === 'Group' ||
      element.type === 'CapturingGroup' ||
      element.type === 'Assertion'
    ) {
      if ('alternatives' in element) walk(element.alternatives, before);
    } else for (const sample of samples(element)) if (sample !== '') atoms.add(sample);
  };
  walk(pattern.alternatives, '');
  return {
    loops,
    atoms: [...atoms],
    wholes: pattern.alternatives.flatMap(({ elements }) => joined(elements)),
  };
}

/** The most samples of one part. */
const MOST_SAMPLES = 4;

/** Some short texts that this part matches. */
function samples(element: AST.Element): readonly string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return charactersOf(element.raw);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.flatMap(({ elements }) => joined(elements)).slice(0, MOST_SAMPLES);
    case 'Quantifier': {
      const times = Math.min(Math.max(element.min, 1), 20);
      return samples(element.element).map((text) => text.repeat(times));
    }
    case 'Assertion':
    case 'Backreference':
      return [''];
  }
}

function joined(elements: readonly AST.Element[]): readonly string[] {
  const parts = elements.map(samples).map((part) => (part.length === 0 ? [''] : part));
  const count = Math.min(MOST_SAMPLES, Math.max(1, ...parts.map((part) => part.length)));
  return Array.from({ length: count }, (_, i) => parts.map((part) => part[i % part.length] ?? '').join(''));
}

/** Some characters that a class holds: by trying, since classes may be made of anything. */
function charactersOf(raw: string): readonly string[] {
  const regex = new RegExp(`^(?:${raw})$`, 'us');
  const candidates = [
    ...COMMON,
    ...Array.from(raw),
    '\u0000',
    '\u00e9',
    '\u00ad',
    '\u200b',
    '\u{1f600}',
    '\u{1f3fb}',
  ];
  return [...new Set(candidates)].filter((one) => regex.test(one)).slice(0, MOST_SAMPLES);
}
