import { documentOf } from '../core/report/report.js';
import { printableJson } from '../core/text/printable.js';
import type { Report } from '../core/report/report.js';
import type { Printed } from './reporter.js';

/** One JSON document on stdout and nothing else. */
export function json(report: Report): Printed {
  return { out: [...jsonParts(report)].join(''), err: '' };
}

/** Characters of a part. */
const PART = 256 * 1024;

/**
 * The document in parts, as `JSON.stringify` writes it with an indent of two: that of 10,000 files
 * would need three times its 30 MB.
 */
export function* jsonParts(report: Report): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const piece of pieces(documentOf(report))) {
    held.push(piece);
    length += piece.length;
    if (length < PART) continue;
    yield printableJson(held.join(''));
    held = [];
    length = 0;
  }
  yield printableJson(held.join(''));
}

function* pieces(document: object): Generator<string> {
  let before = '{\n';
  const members: (readonly [string, unknown])[] = Object.entries(document);
  for (const [key, value] of members) {
    if (value === undefined) continue;
    yield `${before}  ${JSON.stringify(key)}: `;
    before = ',\n';
    if (!Array.isArray(value) || value.length === 0) yield indented(value, '  ');
    else {
      for (const [i, item] of value.entries())
        yield `${i === 0 ? '[\n' : ',\n'}    ${indented(item ?? null, '    ')}`;
      yield '\n  ]';
    }
  }
  yield '\n}\n';
}

/** Strings of JSON hold no line breaks: each one is of the layout. */
const indented = (value: unknown, indent: string): string =>
  JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);
