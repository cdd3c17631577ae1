import {
  childId,
  groupOf,
  isNested,
  isTooDeep,
  keyId,
  keyPath,
  lastSegment,
  type KeyId,
  type KeyPath,
} from '../keys/key.js';
import { isIndex, NESTED, spellingsOf, partsOf, type KeyFormat, type KeyPart } from './key-format.js';

/** The keys right in one group, and below it. */
interface Group {
  /** Keys that hold a separator. */
  dotted: number;
  /** What names with a separator begin with, of keys and of groups. */
  readonly firsts: Set<string>;
  /** Other keys. */
  plain: number;
  /** Keys of the groups in it whose names hold no separator. */
  nested: number;
}

// Also the id of a group without a name, which therefore counts as known.
const ROOT = '';

/** Where keys go that no known key is spelt like. */
export interface KeyPlaces {
  /** Some key is a sentence, so that signs in keys separate nothing. */
  readonly hasSentences: boolean;
  /** The path of an unknown key without a prefix; undefined if it fits in several places. */
  place(spelt: string): KeyPath | undefined;
}

const newGroup = (): Group => ({ dotted: 0, firsts: new Set(), plain: 0, nested: 0 });

/** How keys of this project nest: whether `a.b` of the service is one name or a group's key. */
export class Nesting implements KeyPlaces {
  /** The groups by their ids. */
  private readonly groups = new Map<string, Group>([[ROOT, newGroup()]]);
  readonly hasSentences: boolean;
  /** By spelling, the groups in whose names something separates; undefined for two alike. */
  private readonly dottedGroups = new Map<string, KeyPath | undefined>();
  /** The groups of which some keys are items with keys of their own, each with one item. */
  private readonly items = new Map<string, string>();
  /** The most tokens that the spelling of such a group has. */
  private longest = 0;
  /** A name holds the separator with a number after it (`v1.0`). */
  private hasNumbers = false;
  /** A group has a key or a group `0`, as a list has. */
  private hasLists = false;
  /** The groups that other unknown keys are in; made only for a key that needs them. */
  private fresh: ReadonlySet<KeyId> | undefined;

  constructor(
    ids: readonly KeyId[],
    private readonly format: KeyFormat,
    /** The unknown keys, without what the form has in front of them. */
    private readonly unknown: readonly string[] = [],
  ) {
    let sentences = false;
    for (const id of ids) {
      const group = this.group(groupOf(id) ?? ROOT);
      const last = lastSegment(id);
      sentences ||= /\S\s\S/.test(last);
      if (last.includes(format.separator)) {
        group.dotted++;
        this.noteNumbers(last);
        this.noteFirst(group, last);
      } else group.plain++;
      this.hasLists ||= isNested(id) && last === '0';
    }
    for (const [id, { dotted, plain }] of this.groups) {
      // A group with a dotted name shows flat names as much as nested ones.
      for (let at = id, above = parentOf(id); above !== undefined; at = above, above = parentOf(above))
        if (!lastSegment(at as KeyId).includes(format.separator)) this.group(above).nested += dotted + plain;
    }
    this.hasSentences = sentences;
  }

  /**
   * An unknown key as a path: as deep into known groups as it leads, the rest as the keys of that
   * group are written. A rest that is a sentence used as its own key is not taken apart: its full
   * stops separate nothing.
   */
  place(spelt: string): KeyPath | undefined {
    const { separator } = this.format;
    if (separator === NESTED) return spelt.split(separator);
    const tokens = partsOf(spelt, this.format);
    const found = this.deepestGroup(spelt, tokens);
    if (found === undefined) return undefined;
    const [known, rest] = found;
    return this.asOtherItem(spelt, known, rest) ?? [...known, ...this.below(known, rest, spelt)];
  }

  /** The path of a key of a new item: as the keys of another item of the list. */
  private asOtherItem(spelt: string, known: KeyPath, rest: readonly KeyPart[]): KeyPath | undefined {
    const [item, inner] = rest;
    const other = this.items.get(keyId(known));
    if (!item || !inner || other === undefined || !isIndex(item.name)) return undefined;
    const { start, end, name } = item;
    const alike = spelt.slice(0, start) + spelt.slice(start, end).replace(name, other) + spelt.slice(end);
    const [deeper] = this.deepestGroup(alike, partsOf(alike, this.format)) ?? [];
    if (deeper?.[known.length] !== other) return undefined;
    return this.place(alike)?.with(known.length, name);
  }

  /** The rest of a key as a path from a known group on. */
  private below(known: KeyPath, rest: readonly KeyPart[], spelt: string): KeyPath {
    const [first] = rest;
    if (!first || rest.length === 1) return rest.map(({ name }) => name);
    if (isSentence(rest)) return this.besideOthers(known, rest, spelt) ?? [spelt.slice(first.start)];
    const isFlat = this.isFlat(known, first.name);
    const { items, separator } = this.format;
    const path: string[] = [];
    let name: string | undefined;
    for (const token of rest) {
      const isNumber = isIndex(token.name);
      const isItem = token.isItem || (isFlat && isNumber && this.hasLists && !this.hasNumbers);
      // If items are in brackets, a number without them may be a part of the name before it.
      const isPart = isFlat || (items === 'brackets' && this.hasNumbers && isNumber);
      if (name !== undefined && isPart && !isItem) path[path.length - 1] = name += separator + token.name;
      else path.push(token.name);
      name = isItem ? undefined : path.at(-1);
    }
    return path;
  }

  /**
   * The path of a key that is a sentence below a group which other unknown keys are in: the keys of
   * one new group stay together. Undefined if there is no such group.
   */
  private besideOthers(known: KeyPath, rest: readonly KeyPart[], spelt: string): KeyPath | undefined {
    const groups = (this.fresh ??= this.freshGroups());
    let id: KeyId | undefined = known.length > 0 ? keyId(known) : undefined;
    let depth = 0;
    let found = 0;
    // What a group is in is a group, too.
    for (const { name } of rest.slice(0, -1)) {
      if (!groups.has((id = childId(id, name)))) break;
      depth++;
      if (rest[depth]?.isItem !== true) found = depth;
    }
    const next = rest[found];
    if (found === 0 || !next) return undefined;
    // The full stop of a sentence has a blank after it, or nothing.
    if (/^\s|^$/.test(next.name) || rest.at(-1)?.name === '') return undefined;
    return [...rest.slice(0, found).map(({ name }) => name), spelt.slice(next.start)];
  }

  private freshGroups(): ReadonlySet<KeyId> {
    const groups = new Set<KeyId>();
    for (const key of this.unknown) {
      if (isSentence(partsOf(key, this.format))) continue;
      const path = this.place(key);
      const placed = path && keyId(path);
      if (placed === undefined || isTooDeep(placed)) continue;
      for (let id = groupOf(placed); id !== undefined; id = groupOf(id)) groups.add(id);
    }
    return groups;
  }

  /**
   * The known group that takes in most of these tokens, and the tokens below it; undefined if two
   * take in as many.
   */
  private deepestGroup(
    spelt: string,
    tokens: readonly KeyPart[],
  ): readonly [KeyPath, readonly KeyPart[]] | undefined {
    const names = tokens.map(({ name }) => name);
    // All groups above a known one are known.
    let depth = 0;
    while (depth < tokens.length - 1 && this.groups.has(keyId(names.slice(0, depth + 1)))) depth++;
    for (let end = Math.min(this.longest, tokens.length - 1); end > 0 && end >= depth; end--) {
      const start = spelt.slice(0, tokens[end - 1]?.end);
      if (!this.dottedGroups.has(start)) continue;
      const group = end > depth ? this.dottedGroups.get(start) : undefined;
      return group && [group, tokens.slice(end)];
    }
    return [names.slice(0, depth), tokens.slice(depth)];
  }

  /**
   * Whether a new key of this group is written in one piece, as are names that begin like it. One
   * name with a dot (`v1.0`) does not show that for other keys, unless all keys have one.
   */
  private isFlat(path: KeyPath, first: string): boolean {
    const { dotted, firsts, plain, nested } = this.group(keyId(path));
    if (firsts.has(first)) return true;
    return dotted > nested && (dotted > 1 || plain + nested === 0);
  }

  /** The group of this id, with all that it is in, made known if it is not. */
  private group(id: string): Group {
    let group = this.groups.get(id);
    if (!group) {
      const above = parentOf(id);
      if (above !== undefined) this.noteFirst(this.group(above), lastSegment(id as KeyId));
      this.groups.set(id, (group = newGroup()));
      const { separator } = this.format;
      if (separator !== NESTED && id.includes(separator)) this.noteDotted(id as KeyId);
      const name = lastSegment(id as KeyId);
      this.hasLists ||= above !== undefined && above !== ROOT && name === '0';
      if (above !== undefined && isIndex(name) && !this.items.has(above)) this.items.set(above, name);
    }
    return group;
  }

  /** The sentence `Stop. Go` does not show that names in the group `Stop` would be flat. */
  private noteFirst(group: Group, name: string): void {
    const end = name.indexOf(this.format.separator);
    if (end > 0 && !/\s/.test(name)) group.firsts.add(name.slice(0, end));
  }

  private noteNumbers(name: string): void {
    this.hasNumbers ||= name.split(this.format.separator).slice(1).some(isIndex);
  }

  private noteDotted(id: KeyId): void {
    this.noteNumbers(lastSegment(id));
    const path = keyPath(id);
    const { separator } = this.format;
    for (const spelt of spellingsOf(id, { ...this.format, prefix: undefined })) {
      this.dottedGroups.set(spelt, this.dottedGroups.has(spelt) ? undefined : path);
      this.longest = Math.max(this.longest, spelt.split(separator).length + path.length);
    }
  }
}

const parentOf = (id: string): string | undefined => (id === ROOT ? undefined : (groupOf(id) ?? ROOT));

/** Whether the separators between these parts may be full stops. */
const isSentence = (parts: readonly KeyPart[]): boolean =>
  parts.some(({ name }) => name === '' || /\s/.test(name));
