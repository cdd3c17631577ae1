import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../../support/in-process.js';
import { shell } from '../clone.js';
import type { Luck } from '../project.js';
import { KEYS, plainKey, type Layout, type Part } from './layouts.js';
import { LOCK, Machine } from './machine.js';
import { Records, tokenOf, type Texts } from './records.js';
import { Remote } from './remote.js';

const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface Scene {
  readonly layout: Layout;
  readonly behave: readonly string[];
  /** Whether the lock is committed; else each machine has its own. */
  readonly lockInGit: boolean;
}

/**
 * Two developers and a translator with a service that acts in its own way. After each run of
 * locsync every text is looked for: the writer of a text has it, or a person who saw it replaced
 * it, or the run named its key.
 */
export class ActingTeam {
  readonly records = new Records();
  readonly log: string[] = [];
  /** Exit codes of all runs, by how often. */
  readonly codes = new Map<number, number>();
  #dropped: string | undefined;

  private constructor(
    private readonly luck: Luck,
    private readonly scene: Scene,
    private readonly folder: string,
    private readonly remote: Remote,
    private readonly machines: readonly Machine[],
  ) {}

  static async start(luck: Luck, scene: Scene): Promise<ActingTeam> {
    const { layout, behave, lockInGit } = scene;
    const folder = mkdtempSync(join(SCRATCH, 'locsync-acting-'));
    const remote = await Remote.start(layout, join(folder, 'service.db'), behave);
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      LOCSYNC_BASE_URL: remote.service.url,
      LOCSYNC_PROJECT: remote.service.project.id,
      LOCSYNC_TOKEN: remote.service.token,
    };
    const [seed, ...machines] = ['ann', 'bob'].map(
      (name) => new Machine(join(folder, name), name, layout, env),
    );
    if (!seed) throw new Error('nobody is here');
    const team = new ActingTeam(luck, scene, folder, remote, [seed, ...machines]);
    await shell(folder, 'git init -q -b main ann');
    seed.write('.locsyncrc', `${JSON.stringify(layout.config)}\n`);
    seed.write('.gitignore', `.locsync/\n${lockInGit ? '' : `${LOCK}\n`}`);
    team.#render(seed);
    await team.#sync(seed, ['push']);
    await shell(
      folder,
      'cd ann && git add -A && git commit -qm seed && cd .. && git clone -q --bare ann origin.git && git clone -q origin.git bob && cd ann && git remote add origin ../origin.git && git fetch -q',
    );
    return team;
  }

  #render(machine: Machine): void {
    for (const [set, { parts }] of this.scene.layout.sets.entries())
      for (const path of new Set(parts.map((part) => part.path))) {
        const texts = parts
          .filter((part) => part.path === path)
          .map(({ locale }) => {
            const keys = locale === 'en' ? KEYS : KEYS.slice(0, 6);
            return [
              locale,
              new Map(keys.map((key) => [key, this.records.write((n) => this.luck.below(n))])),
            ] as const;
          });
        machine.render(set, path, new Map(texts));
      }
  }

  /** One thing that one of them does. */
  async round(): Promise<void> {
    const { luck } = this;
    const machine = luck.one(this.machines);
    const dice = luck.below(100);
    if (dice < 26) this.#edit(machine);
    else if (dice < 44) await this.#translate();
    else if (dice < 60) await this.#sync(machine, ['push']);
    else if (dice < 78) await this.#sync(machine, ['pull']);
    else if (dice < 90) await this.#merge(machine);
    else if (dice < 93) this.#loseLock(machine);
    else if (dice < 96) await this.#olderLock(machine);
    else await this.#dropLocale();
  }

  /** Everyone merges and syncs; then a check says 0 only if both sides agree. */
  async settle(): Promise<void> {
    if (this.#dropped !== undefined) await this.#dropLocale();
    for (const machine of [...this.machines, ...this.machines]) await this.#merge(machine);
    for (const machine of this.machines) {
      for (const command of ['pull', 'push', 'pull']) await this.#sync(machine, [command]);
      const told = await this.#sync(machine, ['status', '--check']);
      if (told.exitCode === 0) this.#agree(machine);
      await this.#merge(machine);
    }
    const lost = this.records.missing([...this.machines.map((one) => one.texts()), this.remote.texts()]);
    this.#check(lost.map((token) => `gone from everywhere: ${token}`));
  }

  async close(): Promise<void> {
    await this.remote.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** `status --check` said that nothing differs: no person's text is missing on the other side. */
  #agree(machine: Machine): void {
    const [here, there] = [machine.texts(), this.remote.texts()];
    const wrong: string[] = [];
    for (const [slot, text] of here)
      if (tokenOf(there.get(slot) ?? '') !== tokenOf(text))
        wrong.push(`status is 0: ${slot} here "${text}", there "${there.get(slot) ?? ''}"`);
    for (const [slot, text] of there)
      if (!here.has(slot) && !this.records.isOver(text))
        wrong.push(`status is 0: ${slot} only there, "${text}"`);
    this.#check(wrong);
  }

  #check(wrong: readonly string[]): void {
    if (wrong.length === 0) return;
    throw new Error(`${wrong.join('\n')}\n\nThe last of what happened:\n${this.log.slice(-12).join('\n')}`);
  }

  #parts(): { readonly set: number; readonly part: Part }[] {
    return this.scene.layout.sets.flatMap(({ parts }, set) => parts.map((part) => ({ set, part })));
  }

  #edit(machine: Machine): void {
    const { luck, records } = this;
    for (let i = 1 + luck.below(3); i > 0; i -= 1) {
      const { set, part } = luck.one(this.#parts());
      const key = luck.one(KEYS);
      const slot = `${set}|${part.locale}|${plainKey(key)}`;
      const before = machine.texts().get(slot);
      const text =
        before !== undefined && luck.chance(0.15) ? undefined : records.write((n) => luck.below(n));
      if (machine.edit(set, part, key, text))
        records.giveUp(before, text === undefined ? 'deleted' : 'edited');
      else records.giveUp(text, 'not written');
      this.log.push(`${machine.name} writes ${slot} "${text ?? '(deleted)'}" over "${before ?? ''}"`);
    }
  }

  async #translate(): Promise<void> {
    const { luck, records, remote } = this;
    for (let i = 1 + luck.below(3); i > 0; i -= 1) {
      const { set, part } = luck.one(this.#parts());
      if (remote.fileOf(set) === undefined || part.locale === this.#dropped) continue;
      const key = luck.one(KEYS);
      const slot = `${set}|${part.locale}|${plainKey(key)}`;
      const before = remote.texts().get(slot);
      const text = records.write((n) => luck.below(n));
      await remote.translate(set, part.locale, key, text);
      const saved = remote.texts().get(slot) ?? '';
      if (tokenOf(saved) === tokenOf(text)) {
        records.giveUp(before, 'edited');
        records.saved(saved);
      } else records.giveUp(text, 'not saved');
      this.log.push(`the translator writes ${slot} "${text}" over "${before ?? ''}"`);
    }
  }

  #loseLock(machine: Machine): void {
    this.log.push(`${machine.name} loses the lock`);
    rmSync(machine.at(LOCK), { force: true });
  }

  async #olderLock(machine: Machine): Promise<void> {
    if (!this.scene.lockInGit) return;
    this.log.push(`${machine.name} checks an older lock out`);
    await machine.git(
      `git checkout -q HEAD~${1 + this.luck.below(3)} -- ${LOCK} 2>/dev/null; git reset -q; true`,
    );
  }

  async #dropLocale(): Promise<void> {
    const others = this.scene.layout.locales.slice(1);
    this.#dropped = this.#dropped === undefined ? this.luck.one(others) : undefined;
    this.log.push(
      this.#dropped === undefined ? 'the language comes back' : `the service drops ${this.#dropped}`,
    );
    await this.remote.restart(this.#dropped === undefined ? [] : [`drop-locale=${this.#dropped}`]);
  }

  /**
   * Commits, merges the origin's branch and pushes; what git's merge leaves out was someone's
   * choice.
   */
  async #merge(machine: Machine): Promise<void> {
    const mine = machine.texts();
    await machine.git(
      'git add -A; git commit -qm work; git fetch -q; git stash -q 2>/dev/null; git checkout -q origin/main 2>/dev/null; true',
    );
    const theirs = machine.texts();
    await machine.git(
      `git checkout -q main; git merge -q --no-edit -X ${this.luck.one(['ours', 'theirs'])} origin/main >/dev/null 2>&1 || { git merge --abort; git merge -q --no-edit -s ours origin/main >/dev/null 2>&1; }; true`,
    );
    try {
      machine.texts();
    } catch {
      await machine.git('git reset -q --hard origin/main');
    }
    await machine.git('git push -q origin HEAD:main');
    const after = machine.texts();
    for (const side of [mine, theirs])
      for (const { text } of this.records.displaced(side, after)) this.records.giveUp(text, 'git');
    this.log.push(`${machine.name} merges`);
  }

  /** Runs locsync and looks at every text that took another's place. */
  async #sync(machine: Machine, argv: readonly string[]): Promise<Output> {
    const before = { here: machine.texts(), there: this.remote.texts() };
    const hadLock = machine.read(LOCK) !== undefined;
    const told = await machine.run(argv);
    await this.remote.settled();
    this.log.push(`${machine.name}: ${told.story.trimEnd().replaceAll('\n', '\n    ')}`);
    this.codes.set(told.exitCode, (this.codes.get(told.exitCode) ?? 0) + 1);
    const after = { here: machine.texts(), there: this.remote.texts() };
    const isPull = argv[0] === 'pull';
    const wrong: string[] = [];
    const judge = (side: string, texts: readonly [Texts, Texts]): void => {
      for (const { slot, text, now } of this.records.displaced(...texts)) {
        const [, locale, key = ''] = slot.split('|');
        const isNamed = (told.out + told.err).toLowerCase().normalize('NFC').includes(key);
        // Without a lock it is unknown who changed: the repository owns the source locale, the
        // service the others.
        const isFirst =
          !hadLock && isPull === (locale !== 'en') && (side === 'here') === isPull && now !== '';
        if (isNamed || isFirst) this.records.giveUp(text, isNamed ? 'named' : 'first contact');
        else
          wrong.push(`${argv.join(' ')}, exit ${told.exitCode}: ${slot} ${side}: "${text}" became "${now}"`);
      }
    };
    judge('here', [before.here, after.here]);
    judge('there', [before.there, after.there]);
    for (const [slot, text] of after.here) {
      const [form, held] = [this.records.formOf(text), before.here.get(slot)];
      // First contact without a lock: the service's text is in every language but the source
      // (docs/sync.md).
      if (!hadLock && isPull && slot.split('|')[1] !== 'en') continue;
      if (held !== undefined && held !== text && form !== undefined && form !== text)
        wrong.push(
          `${argv.join(' ')}: ${slot} here: the service's form "${text}" of "${form}", over "${held}"`,
        );
    }
    for (const stranger of machine.strangers()) wrong.push(`${argv.join(' ')}: a key of nobody, ${stranger}`);
    if (told.exitCode > 5) wrong.push(`exit ${told.exitCode}`);
    this.#check(wrong);
    return told;
  }
}
