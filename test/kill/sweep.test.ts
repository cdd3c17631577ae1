import { describe, expect, it } from 'vitest';
import { leftovers, Place, type Outcome, type Scene } from './place.js';
import { ALTERED, FIRST_PUSH, FORCED_PULL, MOVE_FILES, PULL, PUSH, RENAME, UNDO } from './scenes.js';

/**
 * Calls that leave something else after when they are over than before: only after these a kill is
 * tried as well.
 */
const LASTING = /^fs \d+ (?:rename|rm|rmdir|mkdir|link|writeFile|writeSync)$/;
/** Runs side by side. */
const LANES = 3;

describe('a run that is killed leaves every file old or new, and the next run ends as if nothing had been', () => {
  it.each([PULL, FIRST_PUSH, PUSH, UNDO, RENAME, MOVE_FILES])(
    'CO-14 CO-15 CO-16 UN-12 MV-05 $name, killed at every writing call and every request in turn',
    async (scene) => {
      const { old, undisturbed, points } = await rehearse(scene);
      expect(points.length).toBeGreaterThan(20);
      let kills = 0;
      const left = points.values();
      await inLanes(left, async (point) => {
        kills++;
        await killedAt(scene, point, old, undisturbed);
      });
      process.stdout.write(
        `\nkill sweep, ${scene.name}: ${kills} kills at ${new Set(points.map((point) => point.replace(/^\w+:/, ''))).size} calls\n`,
      );
    },
  );
});

it('UN-12 a pull that is killed at any of these moments can be undone', async () => {
  const { old, undisturbed, points } = await rehearse(PULL);
  const seen = new Set<string>();
  await inLanes(points.values(), async (point) => {
    const place = await Place.make(PULL);
    try {
      await place.hooked(PULL.argv, { KILL_AT: point });
      const undone = await place.run(['undo']);
      expect(undone.exitCode, `${point}\n${undone.story}`).toBe(0);
      seen.add(undone.out);
      expect(tracked(place.files()), point).toEqual(tracked(old.files));
      // What the killed run has noted in `.locsync/` keeps no text from coming down again.
      const again = await place.run(PULL.argv);
      expect(again.exitCode, `${point}\n${again.story}`).toBe(0);
      expect(tracked(place.files()), point).toEqual(tracked(undisturbed.files));
    } finally {
      await place.close();
    }
  });
  expect(seen.size).toBeGreaterThan(2);
});

it('UN-17 a pull that is killed at any of these moments is undone together with the next one', async () => {
  const { old, points } = await rehearse(PULL);
  let joined = 0;
  await inLanes(points.values(), async (point) => {
    const place = await Place.make(PULL);
    try {
      await place.hooked(PULL.argv, { KILL_AT: point });
      const left = place.files();
      const wrote = Object.keys(old.files).some(
        (path) => !path.startsWith('.locsync/') && left[path] !== old.files[path],
      );
      // The next run has something of its own to write.
      await place.service.put('de', 'config/locales/en.yml', { bye: 'Ade' });
      expect((await place.run(['push'])).exitCode, point).toBe(0);
      expect((await place.run(PULL.argv)).exitCode, point).toBe(0);
      expect((await place.run(['undo'])).exitCode, point).toBe(0);
      // At its very end the run has printed its report, or is about to.
      if (left['.locsync/undo-open'] === undefined && wrote) return;
      joined++;
      expect(tracked(place.files()), point).toEqual(tracked(old.files));
    } finally {
      await place.close();
    }
  });
  expect(joined).toBeGreaterThan(20);
});

it('UN-16 a text that a killed pull has taken is named by the next run, and undo has it', async () => {
  const { points } = await rehearse(FORCED_PULL);
  const OWN = { 'config/locales/de.yml': 'Servus, ihr', 'app/en.json': 'Store' };
  let taken = 0;
  await inLanes(points.values(), async (point) => {
    const place = await Place.make(FORCED_PULL);
    try {
      const killed = await place.hooked(FORCED_PULL.argv, { KILL_AT: point });
      const left = place.files();
      const gone = Object.entries(OWN).filter(([path, text]) => left[path]?.includes(text) !== true);
      const again = await place.run(FORCED_PULL.argv);
      expect(again.exitCode, `${point}\n${again.story}`).toBe(0);
      for (const [path, text] of gone) {
        // At its very end the run has printed its report, or is about to.
        if (left['.locsync/undo-open'] === undefined) continue;
        taken++;
        expect(again.err, `${point}: ${path}`).toMatch(new RegExp(`did not finish .* = "${text}"`));
      }
      const third = await place.run(['pull']);
      expect(third.out + third.err, point).not.toContain('did not finish');
      await place.run(['undo']);
      for (const [path, text] of Object.entries(OWN))
        expect(place.files()[path], `${point}\n${killed.err}`).toContain(text);
    } finally {
      await place.close();
    }
  });
  expect(taken).toBeGreaterThan(5);
});

it('UP-20 a push that is killed after a service has altered a newer text leaves it to the next run', async () => {
  const { points } = await rehearse(ALTERED);
  let altered = 0;
  await inLanes(points.values(), async (point) => {
    const place = await Place.make(ALTERED);
    try {
      const killed = await place.hooked(ALTERED.argv, { KILL_AT: point });
      if ((await place.service.texts('config/locales/en.yml', 'de'))['bye'] === 'Ade &amp; servus') return;
      altered++;
      const isKept = place.read('.locsync/uploads.jsonl')?.includes('servus') === true;
      const told = [killed.out + killed.err];
      for (const command of ['status', 'pull']) {
        const { out, err } = await place.run([command]);
        told.push(out + err);
      }
      expect(place.files()['config/locales/de.yml'], point).toContain('bye: Tschüss');
      // Once the lock says that the key is a conflict, the run forgets the text, and reports it.
      expect(told.join(''), point).toContain(isKept ? 'bye = "Ade &amp; servus"' : 'bye');
    } finally {
      await place.close();
    }
  });
  expect(altered).toBeGreaterThan(5);
});

/** The files of a project without those of the program. */
const tracked = (files: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(files).filter(([path]) => !path.startsWith('.locsync/') && leftovers([path]).length === 0),
  );

/** Calls `each` with every point, some side by side. */
async function inLanes(points: Iterable<string>, each: (point: string) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const point of points) await each(point);
    }),
  );
}

/**
 * The points of a run, what there was before it, and what there is after it when nothing disturbs
 * it.
 */
async function rehearse(scene: Scene): Promise<{ old: Outcome; undisturbed: Outcome; points: string[] }> {
  const place = await Place.make(scene);
  try {
    const old = await place.outcome();
    const { lines, ended } = await place.points(scene.argv);
    expect(ended.exitCode, ended.err).toBe(scene.exit ?? 0);
    const points = lines.flatMap((line) => {
      const [kind = '', n = '', name] = line.split(' ');
      const whens =
        kind === 'http'
          ? ['before', 'sent', 'after']
          : [
              'before',
              ...(LASTING.test(line) ? ['after'] : []),
              ...(name?.startsWith('write') ? ['half'] : []),
            ];
      return whens.map((when) => `${when}:${kind}:${n}`);
    });
    return { old, undisturbed: await place.outcome(), points };
  } finally {
    await place.close();
  }
}

async function killedAt(scene: Scene, point: string, old: Outcome, undisturbed: Outcome): Promise<void> {
  const place = await Place.make(scene);
  try {
    const ended = await place.hooked(scene.argv, { KILL_AT: point });
    // Requests that are side by side may come in another order and one fewer: then the run has
    // simply come to its end.
    if (ended.signal === null) expect(ended.exitCode, `${point}\n${ended.err}`).toBe(scene.exit ?? 0);
    const after = place.files();
    for (const [path, text] of Object.entries(after)) {
      if (path.startsWith('.locsync/') || leftovers([path]).length > 0) continue;
      expect(
        [old.files[path], undisturbed.files[path]],
        `${point}: ${path} is neither old nor new`,
      ).toContain(text);
    }
    // An undo removes what the pull made.
    for (const path of Object.keys(old.files).filter((one) => one in undisturbed.files))
      expect(after, `${point}: ${path} is gone`).toHaveProperty([path]);
    const again = await place.run(scene.argv);
    expect(again.exitCode, `${point}\n${again.story}`).toBe(scene.exit ?? 0);
    const final = await place.outcome();
    expect(final, point).toEqual(undisturbed);
    expect(leftovers(Object.keys(final.files)), point).toEqual([]);
    expect((await place.run(scene.argv)).exitCode, point).toBe(scene.exit ?? 0);
    expect(await place.outcome(), `${point}: a third run did something`).toEqual(undisturbed);
  } finally {
    await place.close();
  }
}
