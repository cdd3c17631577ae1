import { load } from 'js-yaml';

/** Two branches of one file, and what a merge of them must come to. */
export interface Branches {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly oracle: Oracle;
}

export interface Oracle {
  /** Every key, of the conflicts ours. */
  readonly ours: ReadonlyMap<string, string>;
  /** Every key, of the conflicts theirs. */
  readonly theirs: ReadonlyMap<string, string>;
  readonly conflicts: number;
}

/** Makes a branch of a text; `focus` (0 to 1) is where most of its changes are. */
export type Brancher = (text: string, focus: number, name: string) => string;

type Random = () => number;
const below = (random: Random, count: number): number => Math.floor(random() * count);

/**
 * The keys of a file as a plain map, read with a parser that locsync does not use for it. Lists and
 * empty maps are values.
 */
function flat(value: unknown, path: readonly string[] = [], into = new Map<string, string>()) {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)) {
    const entries = Object.entries(value);
    for (const [key, inner] of entries) flat(inner, [...path, key], into);
    if (entries.length === 0 && path.length > 0) into.set(JSON.stringify(path), '{}');
  } else into.set(JSON.stringify(path), JSON.stringify(value));
  return into;
}

export const flatJson = (text: string): Map<string, string> => flat(JSON.parse(text.replace(/^\uFEFF/, '')));
export const flatYaml = (text: string): Map<string, string> => flat(load(text.replace(/^\uFEFF/, '')) ?? {});

/** The three-way merge of plain maps. */
export function oracleOf(
  base: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): Oracle {
  const result = { ours: new Map<string, string>(), theirs: new Map<string, string>(), conflicts: 0 };
  const put = (map: Map<string, string>, key: string, value: string | undefined): void => {
    if (value !== undefined) map.set(key, value);
  };
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const [before, mine, other] = [base.get(key), ours.get(key), theirs.get(key)];
    const isConflict = mine !== other && mine !== before && other !== before;
    if (isConflict) result.conflicts += 1;
    const value = mine === before ? other : mine;
    put(result.ours, key, isConflict ? mine : value);
    put(result.theirs, key, isConflict ? other : value);
  }
  // A text on one side and a group of that name on the other: one conflict of both whole.
  const all = new Set([...result.ours.keys(), ...result.theirs.keys()]);
  const isIn = (key: string, group: string): boolean => key.startsWith(`${group.slice(0, -1)},`);
  for (const group of all) {
    const keys = [...all].filter((key) => isIn(key, group));
    if (keys.length === 0) continue;
    result.conflicts += 1;
    for (const key of [group, ...keys]) {
      result.ours.delete(key);
      result.theirs.delete(key);
      put(result.ours, key, ours.get(key));
      put(result.theirs, key, theirs.get(key));
    }
  }
  return result;
}

/** A place in a list of `count`, near the focus most of the time. */
function near(random: Random, count: number, focus: number): number {
  if (count === 0) return 0;
  if (random() < 0.25) return below(random, count);
  const at = Math.floor(focus * count) + below(random, 5) - 2;
  return Math.min(count - 1, Math.max(0, at));
}

const TEXTS = ['New text', 'It\'s "quoted"', 'ends: so', '%{count} left', 'Größe 日本', 'x'];

type Plain = Record<string, unknown>;
const isMap = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All maps of a JSON value that have keys, in order. */
function mapsOf(value: unknown, into: Plain[] = []): Plain[] {
  if (!isMap(value)) return into;
  if (Object.keys(value).length > 0) into.push(value);
  for (const inner of Object.values(value)) mapsOf(inner, into);
  return into;
}

/** The same map with its entries in another order or number, in place. */
function replaceEntries(map: Plain, entries: readonly (readonly [string, unknown])[]): void {
  for (const key of Object.keys(map)) Reflect.deleteProperty(map, key);
  for (const [key, value] of entries) map[key] = value;
}

/**
 * Branches of JSON files: as `JSON.stringify` writes them, now and then with another indentation.
 */
export function jsonBrancher(random: Random, indent: string): Brancher {
  return (text, focus, name) => {
    const data: unknown = JSON.parse(text);
    const added = (): string => `added_${random() < 0.15 ? 'both' : name}_${below(random, 4)}`;
    for (let changes = 1 + below(random, 6); changes > 0; changes--) {
      const maps = mapsOf(data);
      const map = maps[near(random, maps.length, focus)];
      if (map === undefined) break;
      const entries = Object.entries(map);
      const at = near(random, entries.length, focus);
      const [key = '', value] = entries[at] ?? [];
      const what = random();
      if (what < 0.35) {
        const inner = random() < 0.2 ? { one: 'One', other: 'Others' } : TEXTS[below(random, TEXTS.length)];
        const next = random() < 0.1 ? [3, true, null, ['a', 'b']][below(random, 4)] : inner;
        replaceEntries(map, [...entries.slice(0, at + 1), [added(), next], ...entries.slice(at + 1)]);
      } else if (what < 0.7) {
        if (!isMap(value) && !Array.isArray(value))
          map[key] = `${TEXTS[below(random, TEXTS.length)] ?? ''} ${below(random, 3)}`;
      } else if (what < 0.85) {
        if (entries.length > 1) Reflect.deleteProperty(map, key);
      } else {
        const rest = entries.filter((_, i) => i !== at);
        const to = below(random, rest.length + 1);
        replaceEntries(map, [...rest.slice(0, to), [key, value], ...rest.slice(to)]);
      }
    }
    const unit = random() < 0.1 ? ['\t', '    ', ' '][below(random, 3)] : indent;
    return `${JSON.stringify(data, undefined, unit)}\n`;
  };
}

const PAIR = /^( *)([A-Za-z_][\w-]*): (?:"[^"\\]*"|'[^']*'|[A-Za-z%][^#:'"{}[\]&*!|>]*)$/;

/** Branches of YAML files, line by line; a change that is not YAML any more is left out. */
export function yamlBrancher(random: Random): Brancher {
  return (text, focus, name) => {
    let lines = text.split('\n');
    for (let changes = 1 + below(random, 6); changes > 0; changes--) {
      const pairs = lines.flatMap((line, i) => (PAIR.test(line) ? [i] : []));
      const at = pairs[near(random, pairs.length, focus)];
      const [, indent = '', key = ''] = PAIR.exec(lines[at ?? -1] ?? '') ?? [];
      if (at === undefined) break;
      const what = random();
      const next = [...lines];
      const value = `"${(TEXTS[below(random, TEXTS.length)] ?? '').replaceAll('"', '\\"')} ${below(random, 3)}"`;
      if (what < 0.35) {
        const added = `${indent}added_${random() < 0.15 ? 'both' : name}_${below(random, 4)}:`;
        const rest = random() < 0.2 ? [added, `${indent}  one: ${value}`] : [`${added} ${value}`];
        next.splice(at + 1, 0, ...(random() < 0.2 ? [`${indent}# a remark of ${name}`] : []), ...rest);
      } else if (what < 0.7) next[at] = `${indent}${key}: ${value}`;
      else if (what < 0.85) next.splice(at, 1);
      else {
        const [line = ''] = next.splice(at, 1);
        next.splice(near(random, next.length, focus), 0, line);
      }
      if (isSound(next.join('\n'))) lines = next;
    }
    const result = lines.join('\n');
    if (random() >= 0.1) return result;
    const reformatted = result.replace(/^ +/gm, (spaces) => spaces + spaces);
    return isSound(reformatted) && sameKeys(flatYaml(reformatted), flatYaml(result)) ? reformatted : result;
  };
}

function isSound(text: string): boolean {
  try {
    return [...flatYaml(text)].every(([path, value]) => path !== '[]' && value !== 'null');
  } catch {
    return false;
  }
}

export const sameKeys = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
