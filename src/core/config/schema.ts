import { LocsyncError, type Place } from '../errors/index.js';
import { printable } from '../text/printable.js';
import type { Position } from '../text/lines.js';
import type { ConfigNode } from './tree.js';
import { numberExpected, numberFault, type NumberRule, type TextRule } from './rules.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One pass over a configuration file: where it is, what is allowed, the faults so far. */
export interface ConfigContext {
  /** The file's path as the user knows it. */
  readonly file: string;
  /** `LOCSYNC_ALLOW_INSECURE=1` in the environment. */
  readonly allowInsecure: boolean;
  readonly faults: LocsyncError[];
}

/**
 * What a value of the configuration must be: it reads one (reporting every fault, undefined if
 * there was one) and describes itself.
 */
export interface Schema<T> {
  /** Completes "must be …". */
  readonly expected: string;
  readonly schema: JsonSchema;
  readonly read: (node: ConfigNode, key: string, reading: ConfigContext) => T | undefined;
}

/** One key of a mapping. `fallback` is its default as the documentation prints it. */
export interface Setting<T> {
  readonly shape: Schema<T>;
  readonly description: string;
  readonly fallback?: string | number;
}

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends SettingTable> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T | undefined : never;
};

export const placeOf = (at: Position, reading: ConfigContext): Place => ({
  path: reading.file,
  line: at.line,
  column: at.column,
});

/** What a node is, for a message. */
export function foundText(node: ConfigNode): string {
  switch (node.kind) {
    case 'mapping':
    case 'list':
      return `a ${node.kind}`;
    case 'null':
      return 'nothing';
    case 'text':
      return `the text "${printable(node.text, 60)}"`;
    case 'number':
    case 'boolean':
      return `the ${node.kind} ${printable(node.text, 60)}`;
  }
}

/** What was written if YAML read something other than a text: `1e3`, `{basename}`. */
function writtenText(node: ConfigNode): string | undefined {
  if (node.kind === 'number' || node.kind === 'boolean') return node.text;
  const [only, ...others] = node.kind === 'mapping' ? node.entries : [];
  return only?.value.kind === 'null' && others.length === 0 ? `{${only.key}}` : undefined;
}

/**
 * What to do if a text is wanted and YAML read something else, such as `1e3` or `{basename}`;
 * undefined if no quotes would help.
 */
export function quotesFor(node: ConfigNode): string | undefined {
  const written = writtenText(node);
  return written === undefined ? undefined : `quote it: "${printable(written, 60)}"`;
}

/** Reports that a value has another type, and what to do if that is known. */
export function reportType(
  node: ConfigNode,
  key: string,
  expected: string,
  reading: ConfigContext,
  remedy?: string,
): void {
  const args = { key, expected, found: foundText(node), remedy };
  reading.faults.push(LocsyncError.of('CONFIG_WRONG_TYPE', args, { place: placeOf(node.at, reading) }));
}

/** Reports that a value is impossible. */
export function reportBadValue(
  node: { readonly at: Position },
  name: string,
  expected: string,
  reason: string,
  reading: ConfigContext,
): void {
  const args = { name, expected, reason, remedy: undefined };
  reading.faults.push(LocsyncError.of('BAD_VALUE', args, { place: placeOf(node.at, reading) }));
}

/** A text that keeps a rule. */
export function text(rule: TextRule, adjust: (value: string) => string = (value) => value): Schema<string> {
  return {
    expected: rule.expected,
    schema: {
      type: 'string',
      minLength: 1,
      ...(rule.maxLength === undefined ? {} : { maxLength: rule.maxLength }),
      ...(rule.pattern === undefined ? {} : { pattern: rule.pattern }),
    },
    read: (node, key, reading) => {
      if (node.kind !== 'text') {
        reportType(node, key, `a text: ${rule.expected}`, reading, quotesFor(node));
        return undefined;
      }
      const reason = rule.fault(node.text);
      if (reason === undefined) return adjust(node.text);
      reportBadValue(node, key, rule.expected, `"${printable(node.text, 60)}": ${reason}`, reading);
      return undefined;
    },
  };
}

/** A number that keeps a rule. */
export function number(rule: NumberRule): Schema<number> {
  const expected = numberExpected(rule);
  return {
    expected,
    schema: { type: rule.integer ? 'integer' : 'number', minimum: rule.min, maximum: rule.max },
    read: (node, key, reading) => {
      if (node.kind !== 'number') {
        reportType(node, key, expected, reading);
        return undefined;
      }
      const value = Number(node.text);
      const reason = numberFault(value, printable(node.text, 60), rule);
      if (reason === undefined) return value;
      reportBadValue(node, key, expected, reason, reading);
      return undefined;
    },
  };
}

/** One of a few words. */
export function choice<const T extends string>(words: readonly T[]): Schema<T> {
  const expected = `one of ${words.join(', ')}`;
  return {
    expected,
    schema: { enum: [...words] },
    read: (node, key, reading) => {
      const found = node.kind === 'text' ? words.find((word) => word === node.text) : undefined;
      if (found !== undefined) return found;
      if (node.kind === 'text')
        reportBadValue(node, key, expected, `it is "${printable(node.text, 60)}"`, reading);
      else reportType(node, key, expected, reading, quotesFor(node));
      return undefined;
    },
  };
}
