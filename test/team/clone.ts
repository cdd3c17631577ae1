import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dump, load } from 'js-yaml';
import { formatOf } from '../../src/formats/index.js';
import { FILES, flat, nested, slotOf, type Luck, type Slot } from './project.js';

// No housekeeping and no flushing: hundreds of short-lived repositories must not cost a minute.
const SETTINGS = {
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'core.fsync': 'none',
  'merge.renames': 'false',
};
const GIT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TEMPLATE_DIR: '',
  GIT_CONFIG_COUNT: String(Object.keys(SETTINGS).length),
  ...Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ),
  GIT_AUTHOR_NAME: 'dev',
  GIT_AUTHOR_EMAIL: 'dev@example.org',
  GIT_COMMITTER_NAME: 'dev',
  GIT_COMMITTER_EMAIL: 'dev@example.org',
};

export const LOCK = 'locsync.lock';

/** Several git commands at once: one new process of ours for all. Returns what they printed. */
export async function shell(cwd: string, script: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', script], { cwd, env: GIT })).stdout;
}

/** What a merge of the origin's branch did to the files. */
export interface Merged {
  /** Files of which a person (here: the dice) chose lines. */
  readonly chosen: ReadonlySet<string>;
}

/** One developer's clone. Texts are read with other parsers than the program's own. */
export class Clone {
  constructor(
    readonly folder: string,
    readonly name: string,
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

  remove(path: string): void {
    rmSync(this.at(path), { force: true });
  }

  /** Every text in the working tree, by slot. Throws if a file cannot be read. */
  texts(): Map<Slot, string> {
    const all = new Map<Slot, string>();
    for (const file of FILES)
      for (const [key, text] of this.fileTexts(file) ?? []) all.set(slotOf(file.set, file.locale, key), text);
    return all;
  }

  fileTexts({ path, locale, root }: (typeof FILES)[number]): Map<string, string> | undefined {
    const text = this.read(path);
    if (text === undefined) return undefined;
    // js-yaml throws on duplicate keys, in JSON too.
    const tree = text.trim() === '' ? {} : load(text);
    return new Map(Object.entries(flat(root ? (tree as Record<string, unknown>)[locale] : tree)));
  }

  /** A person changes, adds or (text undefined) deletes one key. False if the editor would not. */
  edit(file: (typeof FILES)[number], key: string, text: string | undefined): boolean {
    const { path, locale, root } = file;
    const old = this.read(path);
    const format = formatOf(path);
    if (!format) throw new Error(path);
    if (old === undefined) {
      if (text === undefined) return false;
      this.render(file, new Map([[key, text]]));
      return true;
    }
    const segments = [...(root ? [locale] : []), ...key.split('.')];
    const result = format.parse(old).edit([{ path: segments, text }]);
    if (result.ok) this.write(path, result.text);
    return result.ok;
  }

  /** A file written anew from its texts. */
  render({ path, locale, root }: (typeof FILES)[number], texts: ReadonlyMap<string, string>): void {
    const tree = nested(texts);
    const whole = root ? { [locale]: tree } : tree;
    this.write(path, root ? dump(whole) : `${JSON.stringify(whole, undefined, 2)}\n`);
  }

  /** Commits, merges the origin's branch, resolves what git leaves open by dice, and pushes. */
  async merge(
    luck: Luck,
    mine: ReadonlyMap<Slot, string>,
    theirs: ReadonlyMap<Slot, string>,
  ): Promise<Merged> {
    const said = await shell(
      this.folder,
      'git add -A; git commit -qm work; git fetch -q; git merge -q --no-edit origin/main >/dev/null 2>&1; git diff --name-only --diff-filter=U',
    );
    const chosen = new Set(said.split('\n').filter((line) => line !== ''));
    for (const path of chosen) {
      const text = this.read(path);
      if (text === undefined) continue;
      if (path === LOCK) {
        const way = luck.below(4);
        if (way < 3)
          this.write(
            path,
            resolve(text, () => way),
          );
      } else
        this.write(
          path,
          resolve(text, () => luck.below(2)),
        );
    }
    for (const file of FILES) {
      if (this.isSound(file)) continue;
      chosen.add(file.path);
      const union = new Map<string, string>();
      const add = (side: ReadonlyMap<Slot, string>): void => {
        const prefix = slotOf(file.set, file.locale, '');
        for (const [slot, text] of side)
          if (slot.startsWith(prefix)) union.set(slot.slice(prefix.length), text);
      };
      for (const side of luck.chance(0.5) ? [mine, theirs] : [theirs, mine]) add(side);
      this.render(file, union);
    }
    const resolved = chosen.size > 0 ? 'git add -A && git commit -qm merge --allow-empty && ' : '';
    await shell(this.folder, `${resolved}git push -q origin HEAD:main`);
    return { chosen };
  }

  private isSound(file: (typeof FILES)[number]): boolean {
    try {
      this.fileTexts(file);
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * A text with git's markers, each conflict resolved: 0 ours, 1 theirs, 2 both one after the other.
 */
function resolve(text: string, choose: () => number): string {
  return text.replace(
    /^<{7} .*\n([\s\S]*?)^={7}\n([\s\S]*?)^>{7} .*\n/gm,
    (_, ours: string, theirs: string) => [ours, theirs, ours + theirs][choose()] ?? '',
  );
}
