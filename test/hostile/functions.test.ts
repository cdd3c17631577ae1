import { describe, it } from 'vitest';
import { redactorOf } from '../../src/adapters/tokens/redact.js';
import { errorText, titleOf } from '../../src/adapters/service/error-body.js';
import { readJson } from '../../src/adapters/service/json.js';
import { readBaseUrl } from '../../src/core/config/base-url.js';
import { readJson as readConfigJson } from '../../src/core/config/json.js';
import { quotesNeeded } from '../../src/core/config/hints.js';
import { markedLine } from '../../src/core/text/conflict-markers.js';
import { keyPath } from '../../src/core/keys/key.js';
import { parseLock } from '../../src/core/lock/conflicted-lock.js';
import { printDistinguishably, printable, printableJson } from '../../src/core/text/printable.js';
import { nameMatches, codeSpans } from '../../src/core/files/language-in-name.js';
import { nearest } from '../../src/core/text/nearest.js';
import { shellWord } from '../../src/core/text/shell-word.js';
import { json } from '../../src/formats/json.js';
import { yaml } from '../../src/formats/yaml.js';
import type { Format } from '../../src/formats/format.js';
import { expectLinear, LARGE } from './linear.js';

const MORE = { path: ['more'], text: 'new' };
/** Parses, and edits what can be parsed. */
const edited = (format: Format, text: string): unknown => {
  const document = format.parse(text);
  const [leaf] = document.leaves.keys();
  return document.edit([MORE, ...(leaf ? [{ path: keyPath(leaf), text: 'other' }] : [])]);
};

const OWNER = { origin: 'https://sim.example', project: 'pro_1' };
const CODES = ['en', 'de', 'pt-BR', 'no', 'it'];
const mask = redactorOf('tok_%41aaaaaaaaaaaaaaa');
const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'JSON files': (text) => edited(json, text),
  'JSON files, as a text': (text) => edited(json, JSON.stringify({ a: text, b: { c: text } })),
  'JSON files, as a key': (text) => edited(json, JSON.stringify({ [text]: 'a', b: 'c' })),
  'JSON files, an edit': (text) => json.parse('{"a":"b"}').edit([{ path: ['a'], text }]),
  'YAML files': (text) => edited(yaml, text),
  'YAML files, as a plain text': (text) => edited(yaml, `en:\n  a: ${text}\n  b: c\n`),
  'YAML files, as a quoted text': (text) => edited(yaml, `en:\n  a: ${JSON.stringify(text)}\n  b: c\n`),
  'YAML files, as a block': (text) =>
    edited(yaml, `en:\n  a: |\n    ${text.replaceAll('\n', '\n    ')}\n  b: c\n`),
  'YAML files, as a comment': (text) => edited(yaml, `en:\n  a: b # ${text}\n  # ${text}\n  b: c\n`),
  'YAML files, as a key': (text) => edited(yaml, `${JSON.stringify(text)}: a\nb: c\n`),
  'YAML files, an edit': (text) => yaml.parse('a: b\nc: |\n  d\n').edit([{ path: ['c'], text }]),
  answers: readJson,
  'answers, as a text': (text) => readJson(JSON.stringify([text])),
  'fault texts': (text) => errorText(Buffer.from(text)),
  'fault texts in JSON': (text) => errorText(Buffer.from(JSON.stringify({ errors: { a: [text] } }))),
  titles: (text) => titleOf(`<title>${text}`),
  masks: mask,
  locks: (text) => parseLock(text, OWNER),
  'locks, as a key': (text) =>
    parseLock(JSON.stringify({ version: 1, ...OWNER, files: { [text]: { [text]: 'AAAAAAAAAAA' } } }), OWNER),
  configurations: readConfigJson,
  'configurations, a line': quotesNeeded,
  'base URLs': (text) =>
    readBaseUrl(`https://sim.example/${text}`, { name: 'baseUrl', allowInsecure: false }),
  'merge marks': markedLine,
  'what is printed': (text) => printable(text, LARGE),
  'what is printed as JSON': printableJson,
  'names that look alike': (text) => printDistinguishably(text, text.normalize('NFD')),
  'shell words': shellWord,
  'nearest names': (text) => nearest(text, ['push', 'pull', 'baseUrl', text.slice(1), `${text}x`]),
  'readings of names': (text) => nameMatches(text, CODES),
  'spots of names': (text) => codeSpans(text, CODES),
};

describe('M3 every function that reads foreign text takes linear time', () => {
  it.each(Object.entries(FUNCTIONS))('%s', (_, run) => expectLinear(run), 600_000);
});
