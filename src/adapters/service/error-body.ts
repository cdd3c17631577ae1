import { resolveReferences } from '../../core/text/html.js';
import { isList, isObject, readJson, type Json } from './json.js';

const SUMMARY_KEYS = ['error', 'message', 'detail', 'title'] as const;
const FIELD_KEYS = ['field', 'param', 'pointer', 'attribute'] as const;
const DEPTH_LIMIT = 5;

/**
 * The most useful text of an error's body, on one line; '' if there is none.
 *
 * From JSON: its `error`, `message`, `detail` or `title`, and its `errors` (RFC 9457 and older
 * interfaces). From an HTML page: its title. Otherwise the text itself.
 */
export function errorText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body).trim();
  return oneLine(text.startsWith('<') ? titleOf(text) : (textOfJson(text) ?? text));
}

/** Characters of a page that are searched for its title. */
const HEAD_LENGTH = 65_536;

/** The title of an HTML page; '' if it has none. */
export function titleOf(html: string): string {
  const head = html.slice(0, HEAD_LENGTH);
  const tag = head.search(/<title/i);
  const start = tag < 0 ? 0 : head.indexOf('>', tag) + 1;
  const end = start === 0 ? -1 : head.indexOf('<', start);
  return end < 0 ? '' : oneLine(resolveReferences(head.slice(start, end), () => '\ufffd'));
}

/** What an object says about itself as an error; '' if it says nothing. */
export function describeError(value: Json | undefined, depth = 0): string {
  if (typeof value === 'string') return oneLine(value);
  if (depth > DEPTH_LIMIT || value === undefined || value === null || typeof value === 'boolean') return '';
  if (isList(value)) return join(value.map((item) => describeError(item, depth + 1)));
  if (!isObject(value)) return '';
  const summary = SUMMARY_KEYS.map((key) => describeError(value.get(key), depth + 1)).find(
    (text) => text !== '',
  );
  const field = FIELD_KEYS.map((key) => value.get(key)).find((name) => typeof name === 'string');
  const details = fields(value.get('errors'), depth + 1);
  // A problem (RFC 9457) may say the same in `detail` and, after a JSON pointer, in `errors`.
  const message = join([summary ?? '', details === `#/${summary}` ? '' : details]);
  return field === undefined || message === '' ? message : `${field}: ${message}`;
}

/** The `errors` member: a list of texts or objects, or an object from field to its errors. */
function fields(value: Json | undefined, depth: number): string {
  if (!isObject(value)) return describeError(value, depth);
  return join([...value].map(([field, fault]) => `${field}: ${describeError(fault, depth + 1)}`));
}

function textOfJson(text: string): string | undefined {
  try {
    const value = readJson(text);
    const message = describeError(value);
    // An empty object says nothing, so its text is not shown either.
    return message === '' && !/^[[{]\s*[\]}]$/.test(text) ? undefined : message;
  } catch {
    return undefined;
  }
}

function join(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('; ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
