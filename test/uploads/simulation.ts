import { VirtualClock } from '../support/virtual-clock.js';
import { Machine } from './machine.js';
import { KEYS, LOCALES, SimulatedService, slotOf, type Slot, type Weather } from './service.js';

const SETS = 30;
/** Sets that have a second language. */
const TRANSLATED = 10;

/** What came of one run. */
export interface Result {
  /** Texts that are nowhere, that no one replaced on purpose, and which no run named. */
  readonly lost: readonly string[];
  /** The same, where they were written between the reading of an upload and its import. */
  readonly inWindow: number;
  readonly ages: readonly number[];
  readonly windows: readonly number[];
  readonly texts: number;
  readonly counts: SimulatedService['counts'];
  readonly ms: number;
}

/**
 * One push of 30 file sets by one machine, and of some of them by a second one, while translators
 * write and the network does what it likes.
 */
export async function simulate(seed: number): Promise<Result> {
  const clock = new VirtualClock(seed * 7919 + 1, true);
  const dice = (): number => clock.random();
  for (let i = 0; i < 5; i += 1) dice();
  const service = new SimulatedService(clock, weatherOf(dice), SETS);
  const concurrency = 1 + Math.floor(dice() * 8);
  const [ann, bob] = [new Machine('ann', service, concurrency), new Machine('bob', service, concurrency)];
  const slots: Slot[] = [];
  for (let set = 0; set < SETS; set += 1)
    for (const locale of localesOf(set)) for (const key of KEYS) slots.push(slotOf(set, locale, key));
  const one = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] ?? (from[0] as T);

  // Both in step with the service.
  for (const slot of slots) service.texts.set(slot, `old ${slot}`);
  const start = await (inStep ??= firstPush(slots));
  for (const machine of [ann, bob]) for (const [path, text] of start) machine.disk.set(path, text);

  let made = 0;
  const texts = new Map<string, Slot>();
  const settled = new Set<string>();
  const author = (slot: Slot, by: string): string => {
    made += 1;
    const text = `word${made} ${by} ${'abcdefghij'[made % 10] ?? ''}${made}`;
    texts.set(text, slot);
    return text;
  };
  const edits = (machine: Machine, chance: number): void => {
    for (let set = 0; set < SETS; set += 1)
      for (const locale of localesOf(set))
        if (dice() < chance) {
          const slot = slotOf(set, locale, one(KEYS));
          machine.write(slot, author(slot, machine.name));
        }
  };
  edits(ann, 0.8);
  const second = dice() < 0.6;
  if (second) edits(bob, 0.3);
  service.edit = () => {
    const slot = one(slots);
    service.translate(slot, author(slot, 'translator'));
  };
  const { ms } = await clock.run(async () => {
    const later = dice() * 4_000;
    const other = second ? clock.sleep(later).then(() => bob.run('push')) : undefined;
    await Promise.all([ann.run('push'), other]);
    // What is imported late is in by then.
    await clock.sleep(20_000);
  });

  // A calm day after: everyone pulls, pushes and pulls.
  service.calm = true;
  await clock.run(async () => {
    for (const command of ['pull', 'push'] as const)
      for (const machine of second ? [ann, bob] : [ann]) await machine.run(command);
  });

  const alive = new Set([...service.texts.values(), ...ann.all().values(), ...bob.all().values()]);
  const opened = new Map<string, number>();
  for (const { before, seen, servedAt, text } of service.written) {
    if (before === undefined || !texts.has(before)) continue;
    if (seen) settled.add(before);
    // Written after the service had looked up what the upload was made from: no one could have seen
    // it.
    else if (servedAt !== undefined && (at(service, before) ?? 0) >= servedAt && text !== '')
      opened.set(before, servedAt);
  }
  const gone = [...texts].filter(([text, slot]) => {
    if (alive.has(text) || settled.has(text)) return false;
    return !ann.named(slot) && !bob.named(slot);
  });
  const lost = gone.filter(([text]) => !opened.has(text)).map(([text, slot]) => `${slot}: ${text}`);
  return {
    lost,
    inWindow: gone.length - lost.length,
    ages: service.uploads.map(({ age }) => age),
    windows: service.uploads.map(({ window }) => window),
    texts: texts.size,
    counts: service.counts,
    ms,
  };
}

const localesOf = (set: number): readonly string[] => LOCALES.slice(0, set < TRANSLATED ? 2 : 1);

/** A service and a network that do nothing unusual. */
export const CALM: Weather = {
  limited: 0,
  unavailable: 0,
  lost: 0,
  unreachable: 0,
  slow: 0,
  slowMs: 0,
  importMs: 0,
  dropped: 0,
  darkAfter: Infinity,
  connectMs: 0,
  edits: 0,
};

/** The disk of a machine that is in step with the service, the same for all runs. */
let inStep: Promise<ReadonlyMap<string, string>> | undefined;

async function firstPush(slots: readonly Slot[]): Promise<ReadonlyMap<string, string>> {
  const clock = new VirtualClock(1, true);
  const service = new SimulatedService(clock, CALM, SETS);
  const machine = new Machine('first', service, 8);
  for (const slot of slots) {
    service.texts.set(slot, `old ${slot}`);
    machine.write(slot, `old ${slot}`);
  }
  await clock.run(() => machine.run('push'));
  return machine.disk;
}

/** When a text came to the service for the last time. */
const at = (service: SimulatedService, text: string): number | undefined =>
  service.written.filter((one) => one.text === text).at(-1)?.at;

function weatherOf(dice: () => number): Weather {
  const some = (most: number): number => (dice() < 0.5 ? 0 : dice() * most);
  return {
    limited: some(0.15),
    unavailable: some(0.15),
    lost: some(0.1),
    unreachable: some(0.1),
    slow: dice() < 0.5 ? 0 : dice(),
    slowMs: 100 + dice() * 2_500,
    importMs: some(9_000),
    dropped: some(0.1),
    darkAfter: dice() < 0.15 ? 1 + Math.floor(dice() * 40) : Infinity,
    connectMs: dice() * 4_000,
    edits: 20 + dice() * 200,
  };
}
