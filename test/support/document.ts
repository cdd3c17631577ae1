import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ReportDocument } from '../../src/core/report/report.js';

const SCHEMA = resolve(import.meta.dirname, '../../schema/report.schema.json');

let validate: ValidateFunction | undefined;

/** The published schema lets additions of later versions pass; this version has none. */
const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const within = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  return 'required' in schema && 'properties' in schema ? { ...within, additionalProperties: false } : within;
};

/** Why this is not a document that the published schema describes; undefined if it is one. */
export function schemaFault(document: unknown): string | undefined {
  validate ??= new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
    strict(JSON.parse(readFileSync(SCHEMA, 'utf8'))) as object,
  );
  if (validate(document)) return undefined;
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`)
    .join('\n');
}

/**
 * Whether this command line prints a report as JSON; `serve --json` prints where it listens
 * instead.
 */
export const wantsDocument = (argv: readonly string[]): boolean =>
  (argv.includes('--json') || / --reporter[ =]json( |$)/.test(` ${argv.join(' ')}`)) &&
  !argv.includes('serve');

/**
 * The document that a run printed with `--json`. Throws if it is none, or not what
 * schema/report.schema.json promises.
 */
export function readDocument(text: string, story: string): ReportDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`no JSON document:\n${story}`);
  }
  const fault = schemaFault(value);
  if (fault !== undefined) throw new Error(`not as schema/report.schema.json says:\n${fault}\n${story}`);
  return value as ReportDocument;
}
