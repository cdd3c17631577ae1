import { CONFIG_SHAPE, FILE_SETTINGS, SETTINGS } from './definition.js';
import type { JsonSchema, Setting } from './schema.js';

/**
 * The JSON Schema (draft 2020-12) of the configuration, as `schema/locsyncrc.schema.json` ships it.
 * It is a little wider than the check in places that no schema can tell.
 */
export function configSchema(): JsonSchema {
  const { properties, ...rest } = CONFIG_SHAPE.schema;
  const names = typeof properties === 'object' ? properties : {};
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:locsync:configuration:1',
    title: 'Configuration of locsync',
    ...rest,
    properties: {
      $schema: { description: 'Where this schema is, for editors.', type: 'string' },
      ...names,
    },
  };
}

/**
 * The keys of the configuration as a Markdown table for the documentation: of the file itself, or
 * of one entry of `files`.
 */
export function settingsTable(of: 'file' | 'entry' = 'file'): string {
  const settings: Readonly<Record<string, Setting<unknown>>> = of === 'file' ? SETTINGS : FILE_SETTINGS;
  const rows = Object.entries(settings).map(([key, { shape, fallback, description }]) =>
    row([`\`${key}\``, fallback === undefined ? 'none' : `\`${fallback}\``, shape.expected, description]),
  );
  return [row(['key', 'default', 'must be', 'meaning']), '|---|---|---|---|', ...rows, ''].join('\n');
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
