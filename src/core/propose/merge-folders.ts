import type { LocaleTable } from '../files/locale-table.js';
import { filesOf, type PatternFiles } from './matches.js';

/**
 * From this many on, patterns that differ in one folder become one: every package of a workspace
 * keeps its files in the same way.
 */
const MANY = 3;

/**
 * The patterns; those that differ in exactly one folder become one if it finds the same files and
 * no others.
 */
export function acrossFolders(
  patterns: readonly PatternFiles[],
  paths: readonly string[],
  table: LocaleTable,
): readonly PatternFiles[] {
  const groups = new Map<string, PatternFiles[]>();
  const group = (pattern: string): PatternFiles[] => {
    const members = groups.get(pattern) ?? [];
    groups.set(pattern, members);
    return members;
  };
  for (const pattern of patterns)
    for (const starred of starredForms(pattern.pattern)) group(starred).push(pattern);
  const largest = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const left = new Set(patterns);
  for (const [pattern, members] of largest) {
    const still = members.filter((member) => left.has(member));
    if (still.length < MANY) continue;
    const merged = filesOf(pattern, paths, table);
    const before = new Set(still.flatMap((member) => member.files));
    if (merged?.files.length !== before.size || !merged.files.every((file) => before.has(file))) continue;
    for (const member of still) left.delete(member);
    left.add(merged);
  }
  return [...left].sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}

/**
 * The pattern with `*` for one folder; not for the first, lest it reach into folders of other
 * people's code.
 */
function starredForms(pattern: string): string[] {
  const parts = pattern.split('/');
  return parts.flatMap((part, at) =>
    at === 0 || at === parts.length - 1 || /[*{]/.test(part)
      ? []
      : [[...parts.slice(0, at), '*', ...parts.slice(at + 1)].join('/')],
  );
}
