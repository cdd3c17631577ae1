/**
 * Where a value is in its file: line and column from 1, column in UTF-16 units as editors count.
 */
export interface At {
  readonly line: number;
  readonly column: number;
}

/** One `key: value` of a mapping. Keys may repeat: the reader reports it. */
export interface MapEntry {
  readonly key: string;
  readonly at: At;
  readonly value: ConfigNode;
}

export interface ConfigMap {
  readonly kind: 'mapping';
  readonly at: At;
  readonly entries: readonly MapEntry[];
}

export interface ConfigList {
  readonly kind: 'list';
  readonly at: At;
  readonly items: readonly ConfigNode[];
}

/** `text` is the value of a string, and the spelling in the file of everything else. */
export interface ConfigScalar {
  readonly kind: 'text' | 'number' | 'boolean' | 'null';
  readonly at: At;
  readonly text: string;
}

/**
 * A value of a configuration file with its position. Mappings are lists of entries, so that no key
 * of a file can reach an object's prototype and duplicates stay visible.
 */
export type ConfigNode = ConfigMap | ConfigList | ConfigScalar;

/** A function from an offset in the text to its position. Lines end with LF, CRLF or CR. */
export function positions(text: string): (offset: number) => At {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const column = offset - (starts[low] ?? 0) + 1;
    // The byte-order mark takes no column in an editor.
    return {
      line: low + 1,
      column: low === 0 && text.startsWith('\ufeff') ? Math.max(1, column - 1) : column,
    };
  };
}

/**
 * Why and where a text is no JSON or no YAML that we take. The reason quotes nothing of the text.
 */
export class ConfigSyntaxError extends Error {
  override readonly name = 'ConfigSyntaxError';

  constructor(
    readonly reason: string,
    readonly at: At,
  ) {
    super(`${reason} (${at.line}:${at.column})`);
  }
}
