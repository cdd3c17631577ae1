import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sectionName } from '../../src/core/lock/base.js';
import { hashText, UNKNOWN_HASH } from '../../src/core/merge/hash.js';
import { keyId } from '../../src/core/keys/key.js';
import { baseOf } from '../../src/core/lock/lock-file.js';
import { NO_LOCK } from '../../src/core/lock/lock.js';
import { parseLock } from '../../src/core/lock/conflicted-lock.js';
import { PROGRAM } from '../support/session.js';
import { runInProcess, type Output } from '../support/in-process.js';
import { Clone, LOCK, shell } from './clone.js';
import { openFront, type Front } from './front.js';
import { ExpectedTexts, type Texts } from './expected-texts.js';
import { CONFIG, FILES, KEYS, LOCALES, SETS, slotOf, type Luck, type Slot } from './project.js';

// In memory where the system has such a folder: what survives a loss of power is tested elsewhere,
// and flushing costs half of the time.
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Three developers with clones of one repository, and a translator on the service. */
export class Team {
  readonly memory = new ExpectedTexts();
  /** What happened, for messages. */
  readonly log: string[] = [];
  readonly runs = { here: 0, built: 0 };
  private readonly heads: Texts[] = [];
  private origin: Texts = new Map();

  private constructor(
    private readonly luck: Luck,
    private readonly folder: string,
    readonly front: Front,
    readonly clones: readonly Clone[],
  ) {}

  static async start(luck: Luck): Promise<Team> {
    const folder = mkdtempSync(join(SCRATCH, 'locsync-team-'));
    const names = ['ann', 'bob', 'cem'];
    const clones = names.map((name) => new Clone(join(folder, name), name));
    const team = new Team(luck, folder, await openFront(join(folder, 'service.db')), clones);
    await shell(folder, 'git init -q -b main seed');
    const seed = new Clone(join(folder, 'seed'), 'seed');
    seed.write('.locsyncrc', `${JSON.stringify(CONFIG)}\n`);
    for (const file of FILES.filter(({ locale }) => locale !== 'fr')) {
      const texts = KEYS.slice(0, 6).map(
        (key) => [key, team.memory.write(slotOf(file.set, file.locale, key), undefined)] as const,
      );
      seed.render(file, new Map(texts));
    }
    if (luck.chance(0.7)) await team.locsync(seed, ['push']);
    await shell(
      folder,
      `cd seed && git add -A && git commit -qm seed && cd .. && git clone -q --bare seed origin.git; ${names.map((name) => `git clone -q origin.git ${name}`).join('; ')}`,
    );
    team.origin = seed.texts();
    team.heads.push(...clones.map(() => seed.texts()));
    return team;
  }

  /** One random thing that one of them does. */
  async round(): Promise<void> {
    const { luck } = this;
    const dice = luck.below(100);
    const clone = luck.one(this.clones);
    if (dice < 28) this.edit(clone);
    else if (dice < 46) await this.translate();
    else if (dice < 60) await this.locsync(clone, ['push']);
    else if (dice < 76) await this.locsync(clone, ['pull']);
    else if (dice < 93) await this.merge(clone);
    else if (dice < 95) this.lose(clone);
    else if (dice < 97) await this.locsync(clone, ['push', '--force']);
    else await this.locsync(clone, ['pull', '--force']);
    this.check([], await this.front.texts());
  }

  /** Everyone merges, resolves what is open one way, and syncs. */
  async settle(): Promise<void> {
    for (const clone of [...this.clones, ...this.clones]) await this.merge(clone);
    const [first] = this.clones;
    if (!first) throw new Error('nobody is here');
    await this.locsync(first, ['pull']);
    await this.locsync(first, ['push']);
    if (this.luck.chance(0.5)) await this.locsync(first, ['push', '--force']);
    await this.locsync(first, ['pull', '--force']);
    // What is left are texts that changed here and were cleared there: a pull empties none.
    await this.locsync(first, ['push', '--force']);
    for (const clone of this.clones) await this.merge(clone);
    this.check([], await this.front.texts());
  }

  /**
   * What must hold once everyone has settled: all sides hold the same, and a further run does
   * nothing.
   */
  async agreed(): Promise<void> {
    const there = await this.front.texts();
    const [first] = this.clones;
    const here = first?.texts() ?? new Map<Slot, string>();
    const wrong: string[] = [];
    // A translator cleared the text of a key that another language still has: untranslated, so it
    // stays here.
    const isCleared = (slot: Slot, text: string): boolean =>
      !there.has(slot) &&
      this.memory.isOver(text) &&
      LOCALES.some((locale) => there.has(slot.replace(/\|[^|]+\|/, `|${locale}|`)));
    for (const [slot, text] of here)
      if (there.get(slot) !== text && !isCleared(slot, text))
        wrong.push(`${slot}: here "${text}", there "${there.get(slot) ?? ''}"`);
    for (const [slot, text] of there)
      if (!here.has(slot) && !this.memory.isOver(text)) wrong.push(`${slot}: only there, "${text}"`);
    for (const clone of this.clones) {
      const before = new Map(
        [...FILES.map(({ path }) => path), LOCK].map((path) => [path, clone.read(path)]),
      );
      const { posts } = this.front;
      wrong.push(...(await this.namedOnce(clone)));
      for (const argv of [['status', '--check'], ['pull'], ['push'], ['pull']]) {
        const told = await this.locsync(clone, argv);
        if (told.exitCode !== 0) wrong.push(`${clone.name}: ${told.story}`);
      }
      for (const [path, text] of before)
        if (clone.read(path) !== text) wrong.push(`${clone.name}: ${path} was written again`);
      if (this.front.posts !== posts) wrong.push(`${clone.name}: something was uploaded again`);
      const [mine, theirs] = [clone.texts(), here].map((texts) => JSON.stringify([...texts].sort()));
      if (mine !== theirs) wrong.push(`${clone.name} differs from ${first?.name ?? ''}`);
    }
    this.check(wrong, there);
  }

  /**
   * For a minute after an upload, a text that another machine sets back looks like one that a late
   * part of the upload has taken: a pull may name it, once. Nobody may miss it.
   */
  private async namedOnce(clone: Clone): Promise<readonly string[]> {
    const told = await this.locsync(clone, ['pull']);
    if (told.exitCode === 0) return [];
    const errors = told.story.split('\n').filter((line) => line.startsWith('error: '));
    const texts = [...told.story.matchAll(/"(text \d+)"/g)].map(([, text = '']) => text);
    const isOld =
      errors.length > 0 &&
      errors.every((line) => line.includes('an earlier upload has altered')) &&
      texts.every((text) => this.memory.isOver(text));
    return isOld ? [] : [`${clone.name}: ${told.story}`];
  }

  async close(): Promise<void> {
    await this.front.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private check(wrong: readonly string[], there: Texts): void {
    const lost = this.memory.lost([
      ...this.clones.map((clone) => clone.texts()),
      ...this.heads,
      this.origin,
      there,
    ]);
    const faults = [...wrong, ...lost.map((text) => `gone from everywhere: ${text}`)];
    if (faults.length > 0)
      throw new Error(
        `${faults.join('\n')}\n\nThe last of what happened:\n${this.log.slice(-14).join('\n')}`,
      );
  }

  private edit(clone: Clone): void {
    const { luck } = this;
    const changes = 1 + luck.below(3);
    for (let i = 0; i < changes; i++) {
      const file = luck.one(FILES);
      const held = clone.fileTexts(file);
      if (held && file.locale !== 'en' && luck.chance(0.02)) {
        for (const text of held.values()) this.memory.giveUp(text, 'file deleted');
        clone.remove(file.path);
        this.log.push(`${clone.name} deletes ${file.path}`);
        continue;
      }
      const key = luck.one(KEYS);
      const before = held?.get(key);
      const slot = slotOf(file.set, file.locale, key);
      if (before !== undefined && luck.chance(0.25)) {
        if (!clone.edit(file, key, undefined)) continue;
        this.memory.giveUp(before, 'deleted');
        this.log.push(`${clone.name} deletes ${slot} "${before}"`);
      } else {
        const text = this.memory.write(slot, undefined);
        if (!clone.edit(file, key, text)) this.memory.giveUp(text, 'not written');
        else if (before !== undefined) this.memory.giveUp(before, 'edited');
        this.log.push(`${clone.name} writes ${slot} "${text}" over "${before ?? ''}"`);
      }
    }
  }

  private async translate(): Promise<void> {
    const { luck } = this;
    const there = await this.front.texts();
    const changes = 1 + luck.below(3);
    for (let i = 0; i < changes; i++) {
      const set = luck.below(SETS.length);
      // A source file must be there before anybody can translate it.
      if (![...there.keys()].some((slot) => slot.startsWith(`${set}|`))) continue;
      const slot = slotOf(set, luck.chance(0.1) ? 'en' : luck.one(LOCALES.slice(1)), luck.one(KEYS));
      const before = there.get(slot);
      if (before !== undefined && luck.chance(0.15)) {
        this.memory.giveUp(before, 'deleted');
        this.front.forget(slot);
        there.delete(slot);
        this.log.push(`the translator deletes ${slot} "${before}"`);
      } else {
        const text = this.memory.write(slot, before);
        await this.front.write(slot, text);
        there.set(slot, text);
        this.log.push(`the translator writes ${slot} "${text}" over "${before ?? ''}"`);
      }
    }
  }

  private lose(clone: Clone): void {
    this.log.push(`${clone.name} loses the lock`);
    clone.remove(LOCK);
  }

  private async merge(clone: Clone): Promise<void> {
    const i = this.clones.indexOf(clone);
    const mine = clone.texts();
    const { chosen } = await clone.merge(this.luck, mine, this.origin);
    this.log.push(`${clone.name} merges${chosen.size > 0 ? `, choosing in ${[...chosen].join(', ')}` : ''}`);
    const after = clone.texts();
    const choice = (slot: Slot): string | undefined => {
      const [set, locale] = slot.split('|');
      return FILES.some((file) => String(file.set) === set && file.locale === locale && chosen.has(file.path))
        ? 'chosen in git'
        : undefined;
    };
    const wrong = [mine, this.origin].flatMap((side) => this.memory.displaced(side, after, choice));
    if (wrong.length > 0) throw new Error(`git: ${wrong.join('\n')}\n${this.log.slice(-14).join('\n')}`);
    this.heads[i] = after;
    this.origin = after;
  }

  /** Runs locsync in a clone and looks at what took whose place. */
  private async locsync(clone: Clone, argv: readonly string[]): Promise<Output> {
    const [here, there] = [clone.texts(), await this.front.texts()];
    const lock = clone.read(LOCK);
    const told = await this.run(clone, argv);
    this.log.push(`${clone.name}: ${told.story.trimEnd().replaceAll('\n', '\n    ')}`);
    const after = { here: clone.texts(), there: await this.front.texts() };
    const owner = { origin: this.front.url, project: this.front.service.project.id };
    const base = lock === undefined ? NO_LOCK : parseLock(lock, owner);
    const isPull = argv[0] === 'pull';
    const force = argv.includes('--force');
    const knownOf = (slot: Slot): string | undefined => {
      const [set = '', locale = '', key = ''] = slot.split('|');
      const path = SETS[Number(set)]?.path(locale) ?? '';
      return baseOf(base, sectionName(path, undefined)).get(keyId(key.split('.')));
    };
    const bothMoved = (slot: Slot): boolean => {
      const known = knownOf(slot);
      if (known === undefined || known === UNKNOWN_HASH) return known !== undefined;
      return [here.get(slot), there.get(slot)].every(
        (text) => text === undefined || hashText(text) !== known,
      );
    };
    const mayLose = (slot: Slot): string | undefined => {
      const locale = slot.split('|')[1];
      const known = knownOf(slot);
      const [mine, theirs] = [here.get(slot), there.get(slot)];
      if (force && (bothMoved(slot) || known === undefined)) return argv.join(' ');
      // Without a base it is unknown who changed: the repository owns the source locale, the
      // service the others (docs/sync.md).
      const unbased = known === undefined && !base.isUnusable && mine !== undefined && theirs !== undefined;
      return unbased && isPull === (locale !== 'en')
        ? `${isPull ? 'pull' : 'push'} without a base`
        : undefined;
    };
    // A deletion that wins by force cannot be carried out over this interface: the text is over,
    // and stays on the service.
    if (force && !isPull)
      for (const [slot, text] of there)
        if (!here.has(slot) && bothMoved(slot)) this.memory.giveUp(text, argv.join(' '));
    const wrong = [
      ...this.memory.displaced(here, after.here, mayLose),
      ...this.memory.displaced(there, after.there, mayLose),
    ];
    if (![0, 1].includes(told.exitCode)) wrong.push(`exit ${told.exitCode}`);
    this.check(wrong, after.there);
    return told;
  }

  private async run(clone: Clone, argv: readonly string[]): Promise<Output> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      LOCSYNC_BASE_URL: this.front.url,
      LOCSYNC_PROJECT: this.front.service.project.id,
      LOCSYNC_TOKEN: this.front.service.token,
    };
    if (this.luck.chance(0.95)) {
      this.runs.here++;
      return runInProcess(clone.folder, argv, { env });
    }
    this.runs.built++;
    return new Promise((done) => {
      const child = execFile(
        process.execPath,
        [PROGRAM, ...argv],
        { cwd: clone.folder, env },
        (_, out, err) => {
          const exitCode = child.exitCode ?? -1;
          done({
            exitCode,
            out,
            err,
            story: `$ (built) locsync ${argv.join(' ')}\n${out}--- stderr\n${err}--- exit ${exitCode}`,
          });
        },
      );
    });
  }
}
