import { JsonSyntaxError } from '../../core/json/fault.js';
import { EMPTY_FILE } from '../../core/errors/texts.js';
import { scanJson } from '../../core/json/scan.js';
import { LIST, MAP, type Tape } from '../../core/json/tape.js';
import { printable } from '../../core/text/printable.js';
import { lineIndex, startOf } from '../../core/text/lines.js';
import { FormatError, MAX_DEPTH } from '../format.js';

const RULES = { extended: true, depth: MAX_DEPTH, values: Infinity, containers: Infinity };
const WORD = /[\p{L}\p{N}_$.+-]+/uy;

/**
 * Every node of a locale file in JSON. Throws {@link FormatError} at the first error; the root has
 * to be an object.
 */
export const scan = (text: string): Tape => withMap(scanRoot(text));

/** The tape itself. Throws {@link FormatError} if the root of its text is not an object. */
export function withMap(tape: Tape): Tape {
  const kind = tape.kind(0);
  if (kind === MAP) return tape;
  const what = kind === LIST ? 'a list' : 'a single value';
  const reason = `the root is ${what}; expected an object, {`;
  throw new FormatError(reason, lineIndex(tape.text)(tape.start(0)));
}

/** As {@link scan}; the root may also be a list or a single value. */
export function scanRoot(text: string): Tape {
  const fail = (reason: string, at: number): never => {
    throw new FormatError(reason, lineIndex(text)(at));
  };
  try {
    return scanJson(text, { ...RULES, start: startOf(text) });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    // A string is named by where it begins, unless one character of it is wrong.
    const isUnended = error.fault === 'quote' || isLineEnd(text, error);
    return fail(reasonFor(text, error), isUnended ? (error.start ?? error.at) : error.at);
  }
}

function reasonFor(text: string, error: JsonSyntaxError): string {
  const { fault, at, container } = error;
  const unexpected = (expected: string): string => `unexpected ${foundAt(text, at)}; expected ${expected}`;
  if (at >= text.length && container !== undefined) {
    const { line, column } = lineIndex(text)(container.start);
    const what = container.close === '}' ? 'object' : 'list';
    return `the file ends inside the ${what} that begins at ${line}:${column}`;
  }
  switch (fault) {
    case 'empty':
      return EMPTY_FILE;
    case 'value':
      return unexpected('a value');
    case 'key':
      return unexpected('a key in double quotes or }');
    case 'colon':
      return unexpected(': after the key');
    case 'separator':
    case 'trailing comma':
      return unexpected(`, or ${container?.close ?? ''}`);
    case 'end':
      return `unexpected ${foundAt(text, at)} after the end of the root object`;
    case 'quote':
      return 'unterminated string: the file ends before the closing quote';
    case 'control character':
      return isLineEnd(text, error)
        ? 'unterminated string: the line ends before the closing quote'
        : `control character U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')} in a string; it must be escaped`;
    case 'escape':
      return text[at + 1] === 'u'
        ? 'bad escape: \\u needs four hexadecimal digits'
        : `bad escape \\${printable(text[at + 1] ?? '')}`;
    case 'comment':
      return 'unterminated comment';
    case 'depth':
      return `nesting limit: objects and lists nest more than ${MAX_DEPTH} levels deep`;
    case 'values':
    case 'containers':
      throw error;
  }
}

const isLineEnd = (text: string, { fault, at }: JsonSyntaxError): boolean =>
  fault === 'control character' && (text[at] === '\n' || text[at] === '\r');

/** What is at this place, for a message. */
function foundAt(text: string, at: number): string {
  if (at >= text.length) return 'end of the file';
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
  return printable(word.length > 20 ? `${word.slice(0, 20)}…` : word);
}
