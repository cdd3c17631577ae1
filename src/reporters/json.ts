import { documentOf } from '../core/report/report.js';
import { printableJson } from '../core/text/printable.js';
import type { Report } from '../core/report/report.js';
import type { Printed } from './reporter.js';

/** One JSON document on stdout and nothing else. */
export function json(report: Report): Printed {
  return { out: `${printableJson(JSON.stringify(documentOf(report), undefined, 2))}\n`, err: '' };
}
