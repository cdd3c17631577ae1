import type { Position } from '../text/lines.js';

/** One `key: value` of a mapping. Keys may repeat: the reader reports it. */
export interface MapEntry {
  readonly key: string;
  readonly at: Position;
  readonly value: ConfigNode;
}

export interface ConfigMap {
  readonly kind: 'mapping';
  readonly at: Position;
  readonly entries: readonly MapEntry[];
}

export interface ConfigList {
  readonly kind: 'list';
  readonly at: Position;
  readonly items: readonly ConfigNode[];
}

/** `text` is the value of a string, and the spelling in the file of everything else. */
export interface ConfigScalar {
  readonly kind: 'text' | 'number' | 'boolean' | 'null';
  readonly at: Position;
  readonly text: string;
}

/**
 * A value of a configuration file with its position. Mappings are lists of entries, so that no key
 * of a file can reach an object's prototype and duplicates stay visible.
 */
export type ConfigNode = ConfigMap | ConfigList | ConfigScalar;

/** The value that a mapping has under this key, the first one of several. */
export const valueAt = (node: ConfigNode, key: string): ConfigNode | undefined =>
  node.kind === 'mapping' ? node.entries.find((entry) => entry.key === key)?.value : undefined;

/** Why and where a text is not JSON or YAML that we accept, without quoting any of it. */
export class ConfigSyntaxError extends Error {
  override readonly name = 'ConfigSyntaxError';

  constructor(
    readonly reason: string,
    readonly at: Position,
  ) {
    super(`${reason} (${at.line}:${at.column})`);
  }
}
