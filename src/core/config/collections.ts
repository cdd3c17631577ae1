import { LocsyncError, type Place } from '../errors/index.js';
import { nearest } from '../text/nearest.js';
import { printable } from '../text/printable.js';
import { environmentOnly, looksLikeSecret } from './hints.js';
import type { Position } from '../text/lines.js';
import type { ConfigMap } from './tree.js';
import type { TextRule } from './rules.js';
import {
  placeOf,
  quotesFor,
  reportBadValue,
  reportType,
  text,
  type JsonSchema,
  type ConfigContext,
  type Setting,
  type SettingTable,
  type Schema,
  type ValuesOf,
} from './schema.js';

/** A list in which every item has one shape. */
export function listOf<T>(
  item: Schema<T>,
  options: { readonly atLeastOne: boolean; readonly of: string; readonly most?: number },
): Schema<readonly T[]> {
  const { most = Infinity } = options;
  const expected = `a list of ${most === Infinity ? '' : `at most ${most} `}${options.of}${options.atLeastOne ? ', at least one' : ''}`;
  return {
    expected,
    schema: {
      type: 'array',
      ...(options.atLeastOne ? { minItems: 1 } : {}),
      ...(most === Infinity ? {} : { maxItems: most }),
      items: item.schema,
    },
    read: (node, key, reading) => {
      if (node.kind !== 'list') {
        const remedy =
          node.kind === 'text' ? `write it as a list: ["${printable(node.text, 60)}"]` : undefined;
        reportType(node, key, expected, reading, remedy);
        return undefined;
      }
      if (options.atLeastOne && node.items.length === 0) {
        reportBadValue(node, key, expected, 'it is empty', reading);
        return undefined;
      }
      const excess = node.items[most];
      if (excess !== undefined) reportBadValue(excess, key, expected, `it has ${node.items.length}`, reading);
      const values = node.items
        .slice(0, most)
        .map((itemNode, index) => item.read(itemNode, `${key}[${index}]`, reading));
      return values.filter((value) => value !== undefined);
    },
  };
}

/** A mapping with keys of the user's choice. */
export function mapOf(
  keyRule: TextRule,
  value: Schema<string>,
  expected: string,
): Schema<ReadonlyMap<string, string>> {
  return {
    expected,
    schema: { type: 'object', propertyNames: text(keyRule).schema, additionalProperties: value.schema },
    read: (node, key, reading) => {
      if (node.kind !== 'mapping') {
        reportType(node, key, expected, reading);
        return undefined;
      }
      reportDuplicates(node, key, reading);
      const values = new Map<string, string>();
      for (const entry of node.entries) {
        const reason = keyRule.fault(entry.key);
        const name = `${key}.${entry.key}`;
        if (reason !== undefined)
          reportBadValue(entry, name, keyRule.expected, `"${printable(entry.key, 60)}": ${reason}`, reading);
        const read = value.read(entry.value, name, reading);
        if (read !== undefined) values.set(entry.key, read);
      }
      return values;
    },
  };
}

/** A text, or something else instead. */
export function textOr<A, B>(short: Schema<A>, long: Schema<B>): Schema<A | B> {
  const expected = `${short.expected}, or ${long.expected}`;
  return {
    expected,
    schema: { anyOf: [short.schema, long.schema] },
    read: (node, key, reading) => {
      if (node.kind === 'text') return short.read(node, key, reading);
      if (node.kind === 'mapping') return long.read(node, key, reading);
      reportType(node, key, expected, reading, quotesFor(node));
      return undefined;
    },
  };
}

/** A mapping of exactly these settings. */
export function record<S extends SettingTable>(
  settings: S,
  options: {
    readonly expected: string;
    readonly required?: readonly (keyof S & string)[];
    readonly alsoAllowed?: readonly string[];
  },
): Schema<ValuesOf<S>> {
  const names = Object.keys(settings);
  const { expected, required = [], alsoAllowed = [] } = options;
  return {
    expected,
    schema: {
      type: 'object',
      additionalProperties: false,
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(
        Object.entries(settings).map(([key, setting]) => [key, settingSchema(setting)]),
      ),
    },
    read: (node, key, reading) => {
      if (node.kind !== 'mapping') {
        reportType(node, key, expected, reading);
        return undefined;
      }
      reportDuplicates(node, key, reading);
      const values: Record<string, unknown> = {};
      for (const entry of node.entries) {
        const path = key === '' ? entry.key : `${key}.${entry.key}`;
        const setting = Object.hasOwn(settings, entry.key) ? settings[entry.key] : undefined;
        if (setting !== undefined) values[entry.key] = setting.shape.read(entry.value, path, reading);
        else if (!alsoAllowed.includes(entry.key))
          reading.faults.push(strangeKey(entry.key, path, names, placeOf(entry.at, reading)));
      }
      for (const missing of required)
        if (!node.entries.some((entry) => entry.key === missing))
          reportBadValue(
            node,
            `${key}.${missing}`,
            settings[missing]?.shape.expected ?? expected,
            'it is missing',
            reading,
          );
      return values as ValuesOf<S>;
    },
  };
}

function settingSchema({ shape, description, fallback }: Setting<unknown>): JsonSchema {
  return { description, ...shape.schema, ...(fallback === undefined ? {} : { default: fallback }) };
}

/** The error for an unknown key: a typo, or what must never be in a file of the repository. */
function strangeKey(key: string, path: string, names: readonly string[], place: Place): LocsyncError {
  if (key === '$import') return LocsyncError.of('CONFIG_IMPORT', {}, { place });
  if (looksLikeSecret(key)) return LocsyncError.of('CONFIG_TOKEN', { key: path }, { place });
  const instead = environmentOnly(key);
  if (instead !== undefined)
    return LocsyncError.of('CONFIG_ENVIRONMENT_ONLY', { key: path, instead }, { place });
  return LocsyncError.of(
    'CONFIG_UNKNOWN_KEY',
    { key: path, near: nearest(key, names), known: names },
    { place },
  );
}

function reportDuplicates(node: ConfigMap, key: string, reading: ConfigContext): void {
  const first = new Map<string, Position>();
  for (const entry of node.entries) {
    const before = first.get(entry.key);
    const path = key === '' ? entry.key : `${key}.${entry.key}`;
    if (before === undefined) first.set(entry.key, entry.at);
    else
      reading.faults.push(
        LocsyncError.of(
          'CONFIG_DUPLICATE_KEY',
          { key: path, line: before.line },
          { place: placeOf(entry.at, reading) },
        ),
      );
  }
}
