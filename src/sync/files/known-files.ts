import type { FilePattern } from '../../core/config/types.js';
import { sourceCode } from '../../core/files/locale-table.js';
import { pathOfSection } from '../../core/lock/base.js';
import { wasSynced } from '../../core/lock/lock-file.js';
import type { Lock } from '../../core/lock/lock.js';
import { compilePattern } from '../../core/patterns/compile.js';

/** Whether the lock knows files that a pattern finds. */
export const hadFiles = (lock: Lock, pattern: FilePattern): boolean => sectionsOf(lock, pattern).length > 0;

/** Whether the lock says that all files of a pattern were removed on purpose. */
export function wereRemoved(lock: Lock, pattern: FilePattern): boolean {
  const sections = sectionsOf(lock, pattern);
  return sections.length > 0 && !sections.some((name) => wasSynced(lock, name));
}

function sectionsOf({ sections }: Lock, pattern: FilePattern): readonly string[] {
  const compiled = compilePattern(pattern.path);
  const codes = [sourceCode(pattern), ...pattern.localeMap.values()];
  return [...sections.keys()].filter((name) => compiled.match(pathOfSection(name), codes) !== undefined);
}
