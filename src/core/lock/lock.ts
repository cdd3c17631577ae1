/**
 * The lock as read. Sections stay text until they are asked for: a project of a million keys costs
 * what its file weighs.
 */
export interface Lock {
  /** Sections by name, each the lines between its braces. */
  readonly sections: ReadonlyMap<string, string>;
  /** By the names of sections the lines that say what their translations were made from. */
  readonly madeFrom?: ReadonlyMap<string, string>;
  /**
   * Sections that git damaged, each with those of its keys, as written in the lock, of which it is
   * unknown what they say: they are between conflict markers, or its two sides differ.
   */
  readonly damaged: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is wrong with it, in words. */
  readonly problems: readonly string[];
  /** It exists and cannot be used: a missing base is then no permission to overwrite. */
  readonly isUnusable: boolean;
  /**
   * What helps if there are problems; `update`: a newer version of locsync has written it, and no
   * run of this one may replace it.
   */
  readonly remedy?: LockRemedy;
  /** Sections have their files' new names: the next run that may write the lock does so. */
  readonly moved?: boolean;
}

/**
 * What a person does about a lock that cannot be used: the program is too old, git has marked some
 * of it or all, it is another project's, or it is damaged.
 */
export type LockRemedy = 'update' | 'rewrite' | 'choose' | 'move' | 'restore';

/** Whether the lock says anything of this section. */
export const hasEntries = ({ sections }: Pick<Lock, 'sections'>, section: string): boolean =>
  (sections.get(section) ?? '') !== '';

/** The lock of a first run. */
export const NO_LOCK: Lock = {
  sections: new Map(),
  damaged: new Map(),
  problems: [],
  isUnusable: false,
};

/** One string of a lock as it is written there. */
const STRING = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"`;
const ENTRY = new RegExp(String.raw`^\s*(${STRING}): (${STRING}|\d+|\{\}?),?$`);

/** The name and the value of a line of the lock, as written; undefined for another line. */
export function entryOf(line: string): readonly [name: string, value: string] | undefined {
  const match = ENTRY.exec(line.trimEnd());
  const name = match?.[1] === undefined ? undefined : jsonString(match[1]);
  const value = match?.[2];
  return name === undefined || value === undefined ? undefined : [name, value];
}

/** The string of a JSON literal; undefined if it is not one. */
export function jsonString(literal: string): string | undefined {
  if (literal.startsWith('"') && !literal.includes('\\')) return literal.slice(1, -1);
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
