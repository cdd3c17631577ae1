import { groupOf, keyId, keyPath, lastSegment, type KeyId, type KeyPath } from '../keys/key.js';
import { encodePath, NESTED, type KeyFormat } from './key-format.js';

/** The keys right in one group, and below it. */
interface Group {
  /** Keys that hold a separator, and their first parts. */
  dotted: number;
  readonly firsts: Set<string>;
  /** Other keys. */
  plain: number;
  /** Keys of the groups in it. */
  nested: number;
}

// Also the id of a group without a name, which therefore counts as known.
const ROOT = '';

/** Where keys go that no known key is spelt like. */
export interface KeyPlaces {
  /** Some key is a sentence, so that signs in keys separate nothing. */
  readonly hasSentences: boolean;
  /** Whether there is a group of this path. */
  hasGroup(path: KeyPath): boolean;
  /** Tokens of an unknown key as a path; undefined if they fit in several places. */
  place(tokens: readonly string[]): KeyPath | undefined;
}

const newGroup = (): Group => ({ dotted: 0, firsts: new Set(), plain: 0, nested: 0 });

/**
 * How keys of this project nest: decides whether `a.b` of the service is a key with a dot or a key
 * in a group.
 */
export class Nesting implements KeyPlaces {
  /** The groups by their ids. */
  private readonly groups = new Map<string, Group>([[ROOT, newGroup()]]);
  readonly hasSentences: boolean;
  /**
   * The groups in whose names something separates, by their spelling; undefined for two groups of
   * one spelling.
   */
  private readonly dottedGroups = new Map<string, KeyPath | undefined>();
  /** The most tokens that the spelling of such a group has. */
  private longest = 0;

  constructor(
    ids: readonly KeyId[],
    private readonly format: KeyFormat,
  ) {
    let sentences = false;
    for (const id of ids) {
      const group = this.group(groupOf(id) ?? ROOT);
      const last = lastSegment(id);
      sentences ||= /\S\s\S/.test(last);
      if (last.includes(format.separator)) {
        group.dotted++;
        group.firsts.add(last.slice(0, last.indexOf(format.separator)));
      } else group.plain++;
    }
    for (const [id, { dotted, plain }] of this.groups) {
      for (let above = parentOf(id); above !== undefined; above = parentOf(above))
        this.group(above).nested += dotted + plain;
    }
    this.hasSentences = sentences;
  }

  hasGroup(path: KeyPath): boolean {
    return this.groups.has(keyId(path));
  }

  /**
   * Tokens of an unknown key as a path: as deep into known groups as they lead, the rest as the
   * keys of that group are written. A rest that is a sentence used as its own key is not taken
   * apart: its full stops separate nothing.
   */
  place(tokens: readonly string[]): KeyPath | undefined {
    if (this.format.separator === NESTED) return tokens;
    const found = this.deepestGroup(tokens);
    if (found === undefined) return undefined;
    const [known, rest] = found;
    const whole =
      rest.length > 1 &&
      (this.isFlat(known, rest[0] ?? '') || rest.some((token) => token === '' || /\s/.test(token)));
    return whole ? [...known, encodePath(rest, this.format)] : [...known, ...rest];
  }

  /**
   * The known group that takes in most of these tokens, and the tokens below it; undefined if two
   * take in as many.
   */
  private deepestGroup(tokens: readonly string[]): readonly [KeyPath, readonly string[]] | undefined {
    // All groups above a known one are known.
    let depth = 0;
    while (depth < tokens.length - 1 && this.hasGroup(tokens.slice(0, depth + 1))) depth++;
    for (let end = Math.min(this.longest, tokens.length - 1); end > 0 && end >= depth; end--) {
      const spelt = encodePath(tokens.slice(0, end), this.format);
      if (!this.dottedGroups.has(spelt)) continue;
      const group = end > depth ? this.dottedGroups.get(spelt) : undefined;
      return group && [group, tokens.slice(end)];
    }
    return [tokens.slice(0, depth), tokens.slice(depth)];
  }

  /**
   * Whether a new key of this group is written in one piece. One name with a dot (`v1.0`) does not
   * show that, unless all keys have one or the new key begins as that name does.
   */
  private isFlat(path: KeyPath, first: string): boolean {
    const { dotted, firsts, plain, nested } = this.group(keyId(path));
    if (dotted === 0 || nested >= dotted) return false;
    return dotted > 1 || firsts.has(first) || plain + nested === 0;
  }

  /** The group of this id, with all that it is in, made known if it is not. */
  private group(id: string): Group {
    let group = this.groups.get(id);
    if (!group) {
      const above = parentOf(id);
      if (above !== undefined) this.group(above);
      this.groups.set(id, (group = newGroup()));
      const { separator } = this.format;
      if (separator !== NESTED && id.includes(separator)) this.noteDotted(keyPath(id as KeyId));
    }
    return group;
  }

  private noteDotted(path: KeyPath): void {
    const spelt = encodePath(path, this.format);
    const tokens = spelt.split(this.format.separator).length + path.length;
    this.dottedGroups.set(spelt, this.dottedGroups.has(spelt) ? undefined : path);
    this.longest = Math.max(this.longest, tokens);
  }
}

const parentOf = (id: string): string | undefined => (id === ROOT ? undefined : (groupOf(id) ?? ROOT));
