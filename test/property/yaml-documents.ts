import fc from 'fast-check';
import type { GeneratorValue } from 'fast-check';

/**
 * A random YAML text in awkward styles, and the leaves that it holds by path (segments joined with
 * `/`).
 */
export interface RandomDocument {
  readonly text: string;
  readonly leaves: ReadonlyMap<string, string>;
}

const WORDS = ['one', 'zwei', 'trois', 'Straße', '日本', 'it is', 'a:b', 'x#y', '😀', 'a, b', '(c)'];

/** Written by rules of its own, not with the code under test. */
export function randomDocument(g: GeneratorValue): RandomDocument {
  const integer = (max: number): number => g(fc.integer, { min: 0, max });
  const maybe = (): boolean => integer(2) === 0;
  const newline = (['\n', '\n', '\r\n', '\r'] as const)[integer(3)] ?? '\n';
  const leaves = new Map<string, string>();
  const lines: string[] = [];

  const words = (count = 1 + integer(2)): string =>
    Array.from({ length: count }, () => WORDS[integer(WORDS.length - 1)] ?? 'x').join(' ');
  // Blank lines after a block scalar that keeps them would be text.
  let kept = false;
  // No deeper than what follows: after a block scalar a deeper line would be text.
  const around = (indent: number): void => {
    if (integer(5) === 0) lines.push(`${' '.repeat(integer(indent))}# ${words()}`);
    if (integer(5) === 0 && !kept) lines.push('', `${' '.repeat(integer(indent))}# ${words()}`);
  };
  const comment = (): string => (integer(4) === 0 ? ` # ${words()}` : '');

  /** Writes a scalar after `before`; `indent` is the column of the collection that it is in. */
  const scalar = (before: string, path: string, indent: number): void => {
    const deeper = ' '.repeat(indent + 1 + integer(2));
    const [one, two] = [words(), words()];
    const styles: (() => void)[] = [
      () => push(one, one),
      () => push(`'${one}''s'`, `${one}'s`),
      () => push(`"${one}\\t\\u00e4\\""`, `${one}\tä"`),
      () => push(`! '${one}'`, one),
      () => push(`!!str ${one}`, one),
      () => push(`&a${leaves.size} ${one}`, one),
      () => {
        lines.push(`${before} ${one}`, `${deeper}${two}${comment()}`);
        leaves.set(path, `${one} ${two}`);
      },
      () => {
        lines.push(`${before} "${one}`, '', `${deeper}${two}"${comment()}`);
        leaves.set(path, `${one}\n${two}`);
      },
      () => {
        lines.push(before, `${deeper}'${one}'`);
        leaves.set(path, one);
      },
      () => block('|', (first, second) => `${first}\n${second}`),
      () => block('>', (first, second) => `${first} ${second}`),
    ];
    const push = (written: string, text: string): void => {
      lines.push(`${before} ${written}${comment()}`);
      leaves.set(path, text);
    };
    const block = (sign: string, join: (first: string, second: string) => string): void => {
      const chomping = ['', '-', '+'][integer(2)] ?? '';
      lines.push(
        `${before} ${sign}${maybe() ? deeper.length - indent : ''}${chomping}${comment()}`,
        deeper + one,
        deeper + two,
      );
      const blank = integer(2);
      kept = chomping === '+';
      for (let i = 0; i < blank; i++) lines.push('');
      leaves.set(
        path,
        join(one, two) + (chomping === '-' ? '' : '\n') + (chomping === '+' ? '\n'.repeat(blank) : ''),
      );
    };
    kept = false;
    styles[integer(styles.length - 1)]?.();
  };

  const flow = (path: string, depth: number): string => {
    const count = integer(3);
    const isMap = maybe();
    const items = Array.from({ length: count }, (_, index) => {
      const child = `${path}/${isMap ? `k${index}` : index}`;
      const text = words(1).replaceAll(',', '').replaceAll(':', '');
      if (depth < 2 && integer(4) === 0) return (isMap ? `k${index}: ` : '') + flow(child, depth + 1);
      leaves.set(child, text);
      return (isMap ? `k${index}: ` : '') + (maybe() ? `"${text}"` : text);
    });
    const pad = maybe() ? ' ' : '';
    return `${isMap ? '{' : '['}${pad}${items.join(', ')}${count > 0 && integer(4) === 0 ? ',' : ''}${pad}${isMap ? '}' : ']'}`;
  };

  const collection = (path: string, indent: number, depth: number, isMap: boolean): void => {
    const count = 1 + integer(3);
    for (let index = 0; index < count; index++) {
      around(indent);
      const name = isMap ? `${['a', 'b.c', 'Ü', 'k k'][integer(3)] ?? 'a'}${index}` : String(index);
      const written = isMap
        ? `${[name, `"${name}"`, `'${name}'`][integer(2)] ?? name}${' '.repeat(integer(1))}:`
        : '-';
      const child = path === '' ? name : `${path}/${name}`;
      const before = ' '.repeat(indent) + written;
      const kind = depth < 3 ? integer(6) : 0;
      if (kind === 4) lines.push(`${before} ${flow(child, 0)}${comment()}`);
      else if (kind >= 5) {
        const childIsMap = kind === 6;
        lines.push(before + comment());
        collection(
          child,
          indent + (childIsMap || !isMap ? 1 + integer(3) : integer(3)),
          depth + 1,
          childIsMap,
        );
      } else scalar(before, child, indent);
    }
  };

  if (maybe()) lines.push('# head', '---');
  collection('', 0, 0, true);
  const bom = integer(5) === 0 ? '\uFEFF' : '';
  return { text: bom + lines.join(newline) + newline, leaves };
}
