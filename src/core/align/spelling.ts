import { isEscaped, isNested, isSpelt, splitKey, type KeyId } from '../keys/key.js';
import type { BaseHashes } from '../merge/key-state.js';
import { encodeKey, NESTED, spellingsOf, type KeyFormat } from './key-format.js';

/** The keys of one file. */
export interface KeySet {
  has(id: KeyId): boolean;
  keys(): Iterable<KeyId>;
}

/** Known keys by the way in which the service spells them. */
export interface Spelling {
  /**
   * Whether this known key is spelt so, where that is found out more quickly than by {@link find}.
   * False proves nothing.
   */
  spells(id: KeyId, text: string): boolean;
  /** The known key of this remote spelling. */
  find(text: string): KeyId | undefined;
  /** Makes one more key known, unless its spelling is. */
  add(text: string, id: KeyId): void;
  /** Keys of one file with one spelling. */
  readonly ambiguous: ReadonlySet<KeyId>;
}

/** The spelling of these files' keys, those of the first file first. */
export function spellingOf(files: readonly KeySet[], format: KeyFormat): Spelling {
  return decodedSpelling(files, format) ?? tabulatedSpelling(files, format);
}

/**
 * What separates the segments of these keys on a service that writes `separator` between them, so
 * that each spelling is that of one key: {@link NESTED} if all keys are of one segment. Undefined
 * if two keys could have one spelling.
 */
export function separatorIn(
  files: readonly Pick<KeySet, 'keys'>[],
  separator: KeyFormat['separator'],
): KeyFormat['separator'] | undefined {
  let flat = true;
  let plain = true;
  for (const file of files) {
    for (const id of file.keys()) {
      if (isEscaped(id)) return undefined;
      if (flat && isNested(id)) flat = false;
      if (plain && separator !== NESTED && id.includes(separator)) plain = false;
      if (!flat && !plain) return undefined;
    }
  }
  return plain ? separator : NESTED;
}

/**
 * Nearly all files need no table: no key holds the separator, or all are of one segment. Replacing
 * separators then converts each spelling back to its key.
 */
function decodedSpelling(files: readonly KeySet[], format: KeyFormat): Spelling | undefined {
  const { separator } = format;
  // Keys of one segment hold what separates others as a part of their names.
  const between = format.items === 'brackets' ? undefined : separatorIn(files, separator);
  if (between === undefined) return undefined;
  const prefix = format.prefix === undefined ? '' : format.prefix + separator;
  const more = new Map<string, KeyId>();
  const known = (text: string): KeyId | undefined => {
    if (!text.startsWith(prefix)) return undefined;
    const rest = text.slice(prefix.length);
    const id = splitKey(rest, between);
    return id !== undefined && files.some((file) => file.has(id)) ? id : undefined;
  };
  return {
    spells: (id, text) => isSpelt(id, text, between, prefix.length) && text.startsWith(prefix),
    find: (text) => known(text) ?? more.get(text),
    add: (text, id) => {
      if (!more.has(text)) more.set(text, id);
    },
    ambiguous: new Set(),
  };
}

function tabulatedSpelling(files: readonly KeySet[], format: KeyFormat): Spelling {
  const byText = new Map<string, KeyId>();
  const ambiguous = new Set<KeyId>();
  for (const [i, file] of files.entries()) {
    for (const id of file.keys()) {
      if (i > 0 && files[0]?.has(id)) continue;
      for (const text of spellingsOf(id, format)) {
        const other = byText.get(text);
        if (other === undefined) byText.set(text, id);
        else if (other !== id && file.has(other)) ambiguous.add(other).add(id);
      }
    }
  }
  return {
    spells: () => false,
    find: (text) => byText.get(text),
    add: (text, id) => {
      if (!byText.has(text)) byText.set(text, id);
    },
    ambiguous,
  };
}

/**
 * The base with those of its keys that no file here spells so (`past`) under the keys of one remote
 * spelling with them.
 */
export function respelledBase(
  base: BaseHashes,
  past: readonly KeyId[],
  spelling: Spelling,
  format: KeyFormat,
): BaseHashes {
  if (past.length === 0) return base;
  const next = new Map(base);
  for (const id of past) {
    const text = encodeKey(id, format);
    const now = spelling.find(text);
    const hash = next.get(id);
    if (now === undefined) spelling.add(text, id);
    if (now === undefined || now === id || hash === undefined) continue;
    next.delete(id);
    if (!next.has(now)) next.set(now, hash);
  }
  return next;
}
