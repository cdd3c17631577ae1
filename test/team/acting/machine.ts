import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dump, load } from 'js-yaml';
import { formatOf } from '../../../src/formats/index.js';
import { runInProcess, type Output } from '../../support/in-process.js';
import { shell } from '../clone.js';
import { flat, nested } from '../project.js';
import { KEYS, plainKey, type Layout, type Part } from './layouts.js';
import type { Slot } from './records.js';

export const LOCK = 'locsync.lock';

/** One developer's working copy of the project. */
export class Machine {
  constructor(
    readonly folder: string,
    readonly name: string,
    readonly layout: Layout,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  at(path: string): string {
    return join(this.folder, path);
  }

  read(path: string): string | undefined {
    return existsSync(this.at(path)) ? readFileSync(this.at(path), 'utf8') : undefined;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }

  /**
   * Every text of the working tree by slot, read with another parser than locsync's. Throws if a
   * file is broken.
   */
  texts(): Map<Slot, string> {
    const all = new Map<Slot, string>();
    for (const [set, { parts }] of this.layout.sets.entries())
      for (const part of parts)
        for (const [key, text] of Object.entries(this.#partTexts(part)))
          all.set(`${set}|${part.locale}|${plainKey(key)}`, text);
    return all;
  }

  /** Keys of the working tree that no one thought of. */
  strangers(): string[] {
    return this.layout.sets.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        Object.keys(this.#partTexts(part))
          .filter((key) => !KEYS.includes(key))
          .map((key) => `${part.path}: ${key}`),
      ),
    );
  }

  #partTexts({ path, root }: Part): Record<string, string> {
    const text = this.read(path);
    const tree: unknown = text === undefined || text.trim() === '' ? {} : load(text);
    if (root === undefined) return flat(tree);
    const below =
      typeof tree === 'object' && tree !== null
        ? Object.entries(tree).find(([key]) => key === root)
        : undefined;
    return flat(below?.[1]);
  }

  /** Writes a whole file anew from these texts by locale. */
  render(set: number, path: string, texts: ReadonlyMap<string, ReadonlyMap<string, string>>): void {
    const { parts = [], isFlat } = this.layout.sets[set] ?? {};
    const tree: Record<string, unknown> = {};
    for (const part of parts.filter((one) => one.path === path)) {
      const own = texts.get(part.locale) ?? new Map<string, string>();
      const below = isFlat === true ? Object.fromEntries(own) : nested(own);
      if (part.root === undefined) Object.assign(tree, below);
      else tree[part.root] = below;
    }
    this.write(path, path.endsWith('.json') ? `${JSON.stringify(tree, undefined, 2)}\n` : dump(tree));
  }

  /** A person changes, adds or (without a text) deletes one key. False if the editor would not. */
  edit(set: number, { path, root }: Part, key: string, text: string | undefined): boolean {
    const old = this.read(path);
    const format = formatOf(path);
    if (old === undefined || format === undefined) return false;
    const segments = this.layout.sets[set]?.isFlat === true ? [key] : key.split('.');
    const result = format
      .parse(old)
      .edit([{ path: root === undefined ? segments : [root, ...segments], text }]);
    if (result.ok) this.write(path, result.text);
    return result.ok;
  }

  run(argv: readonly string[]): Promise<Output> {
    return runInProcess(this.folder, argv, { env: this.env });
  }

  git(script: string): Promise<string> {
    return shell(this.folder, script);
  }
}
