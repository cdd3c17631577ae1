import { JsonSyntaxError } from '../json/fault.js';
import { scanJson } from '../json/scan.js';
import { LIST, MAP, type Tape } from '../json/tape.js';
import { lineIndex, startOf, type Position } from '../text/lines.js';
import { ConfigSyntaxError, type ConfigNode } from './tree.js';

// As deep as js-yaml goes; our own configuration needs five levels, a package.json not many more.
const RULES = { extended: false, depth: 100, values: Infinity, containers: Infinity };

/**
 * The tree of a JSON text (RFC 8259, a byte-order mark allowed), with positions and with duplicate
 * keys kept, which JSON.parse has not. Throws {@link ConfigSyntaxError}.
 */
export function readJson(text: string): ConfigNode {
  const at = lineIndex(text);
  try {
    return nodeOf(scanJson(text, { ...RULES, start: startOf(text) }), 0, at);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const offset = error.start ?? error.at;
    throw new ConfigSyntaxError(
      offset >= text.length ? 'the file ends too early' : reasonFor(error),
      at(offset),
    );
  }
}

function nodeOf(tape: Tape, node: number, position: (offset: number) => Position): ConfigNode {
  const at = position(tape.start(node));
  if (tape.kind(node) === MAP) {
    const entries = tape.children(node).map((child) => ({
      key: tape.key(child),
      at: position(tape.keyStart(child)),
      value: nodeOf(tape, child, position),
    }));
    return { kind: 'mapping', at, entries };
  }
  if (tape.kind(node) === LIST)
    return { kind: 'list', at, items: tape.children(node).map((child) => nodeOf(tape, child, position)) };
  const kind = tape.kindName(node);
  switch (kind) {
    case 'number':
    case 'boolean':
    case 'null':
      return { kind, at, text: tape.raw(node) };
    case 'string':
    case 'list':
    case 'map':
      return { kind: 'text', at, text: tape.leafText(node) };
  }
}

/** Quotes nothing of the text: a configuration may hold a token. */
function reasonFor({ fault, container }: JsonSyntaxError): string {
  switch (fault) {
    case 'key':
      return 'a key in double quotes is expected here';
    case 'colon':
      return 'a colon is missing after the key';
    case 'separator':
      return `a comma or "${container?.close ?? ''}" is missing here`;
    case 'trailing comma':
      return 'JSON allows no comma before a closing bracket';
    case 'end':
      return 'something follows after the end of the value';
    case 'quote':
    case 'control character':
    case 'escape':
      return 'this text in quotes does not end, or holds a character that JSON wants escaped';
    case 'depth':
      return 'this is nested too deep';
    case 'empty':
    case 'value':
    case 'comment':
    case 'values':
    case 'containers':
      return 'a value is expected here';
  }
}
