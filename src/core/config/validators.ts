import { LocsyncError } from '../errors/index.js';
import { foldCode } from '../locales/locale.js';
import { printable } from '../text/printable.js';
import { BASE_URL_EXPECTED, readBaseUrl } from './base-url.js';
import { mapOf } from './collections.js';
import { type ConfigNode, type ConfigScalar, valueAt } from './tree.js';
import { endingOf } from '../formats.js';
import { NAME_RULE, withoutDot } from './path-rules.js';
import { LOCALE_RULE, SYNCED_LOCALE_RULE } from './rules.js';
import { placeOf, reportBadValue, text, type Schema } from './schema.js';

/** The base URL as written: {@link readBaseUrl} makes a URL once it is known which counts. */
export const baseUrl: Schema<string> = {
  expected: BASE_URL_EXPECTED,
  schema: { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+(/[^?#]*)?$' },
  read: (node, key, reading) => {
    const plain = text({ expected: BASE_URL_EXPECTED, fault: () => undefined }).read(node, key, reading);
    if (plain === undefined) return undefined;
    const url = readBaseUrl(plain, {
      name: key,
      place: placeOf(node.at, reading),
      allowInsecure: reading.allowInsecure,
    });
    if (!(url instanceof LocsyncError)) return plain;
    reading.faults.push(url);
    return undefined;
  },
};

const codes = mapOf(
  SYNCED_LOCALE_RULE,
  text(LOCALE_RULE),
  "a mapping of the service's locale codes to those in file names",
);

/**
 * Two codes that differ in case or in `-` and `_` only are one on some disk, and one code of the
 * disk takes one locale only.
 */
export const localeMap: typeof codes = {
  ...codes,
  read: (node, key, reading) => {
    const map = codes.read(node, key, reading);
    if (map === undefined) return undefined;
    const twin = twins([...map.keys()]);
    const clash = twins([...map.values()]);
    const reason =
      twin !== undefined
        ? `"${twin.join('" and "')}" are one locale`
        : clash !== undefined
          ? `several locales map to "${clash[1]}"`
          : undefined;
    if (reason !== undefined)
      reportBadValue(node, key, 'a mapping with one code in file names for each locale', reason, reading);
    return map;
  },
};

/** Two of these codes that are the same when compared. */
function twins(list: readonly string[]): readonly [string, string] | undefined {
  const seen = new Map<string, string>();
  for (const code of list) {
    const earlier = seen.get(foldCode(code));
    if (earlier !== undefined) return [earlier, code];
    seen.set(foldCode(code), code);
  }
  return undefined;
}

/** The list of `files` without two entries of one path: every file of it would be claimed twice. */
export function differentPaths<T>(files: Schema<T>): Schema<T> {
  return {
    ...files,
    read: (node, key, reading) => {
      const seen = new Set<string>();
      for (const item of node.kind === 'list' ? node.items : []) {
        const path = pathOf(item);
        if (path !== undefined && seen.has(path))
          reportBadValue(
            item,
            key,
            'a list of different patterns',
            `"${printable(path, 60)}" is a duplicate`,
            reading,
          );
        if (path !== undefined) seen.add(path);
      }
      return files.read(node, key, reading);
    },
  };
}

/** The whole file, refusing a `name` whose ending belongs to another format than the files. */
export function fittingNames<T>(file: Schema<T>): Schema<T> {
  return {
    ...file,
    read: (node, key, reading) => {
      const general = textAt(node, 'name');
      const files = valueAt(node, 'files');
      const reported = new Set<ConfigNode>();
      for (const [i, item] of (files?.kind === 'list' ? files.items : []).entries()) {
        const own = textAt(item, 'name');
        const name = own ?? general;
        const path = pathOf(item);
        const wanted = path === undefined ? undefined : endingOf(path)?.format;
        const given = name && endingOf(name.text);
        if (!name || !given || wanted === undefined || given.format === wanted || reported.has(name))
          continue;
        reported.add(name);
        const reason = `"${printable(name.text, 60)}" ends in ${given.ending}, but the files of "${printable(path ?? '', 60)}" are ${wanted.label}`;
        reportBadValue(name, own ? `files[${i}].name` : 'name', NAME_RULE.expected, reason, reading);
      }
      return file.read(node, key, reading);
    },
  };
}

/** The pattern of an entry of `files`. */
export function pathOf(item: ConfigNode): string | undefined {
  const path = item.kind === 'text' ? item : textAt(item, 'path');
  return path && withoutDot(path.text);
}

/** The text that a mapping has under this key. */
function textAt(node: ConfigNode, key: string): ConfigScalar | undefined {
  const value = valueAt(node, key);
  return value?.kind === 'text' ? value : undefined;
}
