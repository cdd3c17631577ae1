import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

const DECLARATION =
  /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|class|enum|type(?= \w+(?:<.*>)? =)) (\w+)/gm;

/** The files in which each type and class is declared. */
function declarations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(SRC, { recursive: true, withFileTypes: true })) {
    if (!/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(DECLARATION))
      found.set(name, [...(found.get(name) ?? []), relative(SRC, path)]);
  }
  return found;
}

describe('one name means one thing', () => {
  const found = declarations();

  it('in all of src', () => {
    expect(found.size).toBeGreaterThan(300);
    expect([...found].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });
});
