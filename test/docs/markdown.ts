/** One command of a page and what is below it there, up to the next one. */
export interface Shown {
  readonly command: string;
  /** The output as the page has it, without its last newline. */
  readonly output: string;
  /** The lines of the output in the page, from 0: the first, and the one after the last. */
  readonly lines: readonly [from: number, to: number];
}

/**
 * What a page asks for, in its order: a new place to run in, something that happens out of the
 * reader's sight, or a command that is shown.
 */
export type Step =
  | { readonly kind: 'scene'; readonly name: string }
  | { readonly kind: 'aside'; readonly act: string }
  | { readonly kind: 'run'; readonly shown: Shown };

/**
 * A block in backticks: its first line's words, its lines, and the index of its first line in the
 * page.
 */
interface Block {
  readonly info: string;
  readonly body: readonly string[];
  readonly from: number;
}

const FENCE = /^(\s*)```(.*)$/;

/** The code blocks of a page, their common indentation taken off. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { info: string; indent: string; body: string[]; from: number } | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const [, indent = '', info = ''] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      if (FENCE.test(line)) open = { info: info.trim(), indent, body: [], from: index + 1 };
    } else if (FENCE.test(line)) {
      blocks.push(open);
      open = undefined;
    } else open.body.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  return blocks;
}

/**
 * The steps of a page. A block marked `console` is run: `$ ` begins a command, `> ` continues it,
 * the rest is its output. `<!-- scene: name -->` begins anew, `<!-- meanwhile: … -->` is done
 * before the next command (see scene.ts for both).
 */
export function stepsOf(page: string): readonly Step[] {
  const found: { readonly at: number; readonly steps: readonly Step[] }[] = [];
  for (const comment of page.matchAll(/<!-- (scene|meanwhile): (.*?) -->/g)) {
    const at = page.slice(0, comment.index).split('\n').length - 1;
    const text = comment[2] ?? '';
    found.push({
      at,
      steps: [comment[1] === 'scene' ? { kind: 'scene', name: text } : { kind: 'aside', act: text }],
    });
  }
  for (const block of blocksOf(page))
    if (block.info === 'console') found.push({ at: block.from, steps: commandsOf(block) });
  return found.toSorted((a, b) => a.at - b.at).flatMap(({ steps }) => steps);
}

function commandsOf({ body, from }: Block): readonly Step[] {
  const steps: Step[] = [];
  let index = 0;
  while (index < body.length) {
    const first = body[index] ?? '';
    if (!first.startsWith('$ '))
      throw new Error(`line ${from + index + 1}: a console block begins with "$ "`);
    const command = [first.slice(2)];
    index += 1;
    while (body[index]?.startsWith('> ') === true) command.push(body[index++]?.slice(2) ?? '');
    const start = index;
    while (index < body.length && body[index]?.startsWith('$ ') !== true) index += 1;
    const output = body.slice(start, index).join('\n');
    steps.push({
      kind: 'run',
      shown: { command: command.join('\n'), output, lines: [from + start, from + index] },
    });
  }
  return steps;
}
