import { describe, expect, it, onTestFinished } from 'vitest';
import { withService } from '../support/service.js';
import { posts, Session } from '../support/session.js';

const PATTERN = 'l/{locale}.json';
const NAME = 'l/en.json';
const DE = '{\n  "a": "Hier",\n  "b": "gleich",\n  "mine": "Meins"\n}\n';

/**
 * A folder in step with one project, whose configuration then names another one that holds other
 * texts.
 */
async function moved() {
  const s = await Session.start({ config: { files: [PATTERN] }, service: { locales: ['en', 'de'] } });
  s.file('l/en.json', '{"a": "Here", "b": "same"}\n').file('l/de.json', DE);
  (await s.run('push')).code(0);
  const other = await withService({ locales: ['en', 'de'], token: 'tok_of_the_other' });
  onTestFinished(() => other.close());
  await other.put('en', NAME, { a: 'There', b: 'same' });
  await other.put('de', NAME, { a: 'Dort', b: 'gleich', theirs: 'Ihrs' });
  const env = {
    LOCSYNC_BASE_URL: other.url,
    LOCSYNC_PROJECT: other.project.id,
    LOCSYNC_TOKEN: 'tok_of_the_other',
  };
  const run = (line: string) => s.run(line, { env });
  const project: string = s.service.project;
  return { s, other, run, project };
}

describe('the configuration names another project than the lock', () => {
  it('status, diff and dry runs say so, count what differs as conflicts, and write nothing', async () => {
    const { s, other, run, project } = await moved();
    const before = s.snapshot();
    const { length } = other.lines.filter((line) => line.startsWith('POST'));
    for (const [command, code] of [
      ['status', 0],
      ['status --check', 1],
      ['diff', 1],
      ['push --dry-run', 1],
      ['pull --dry-run', 1],
    ] as const) {
      const ran = (await run(`${command} --json`)).code(code);
      expect(ran.warnings, command).toEqual(['BASE_DOUBTFUL']);
      expect(ran.json.warnings[0]?.message).toContain(`it belongs to project ${project} at `);
      expect(ran.json.summary, command).toMatchObject({ toPush: 1, toPull: 1, conflicts: 2 });
      // What is only here goes up as on a first run, without the keys in conflict.
      const de = command === 'push --dry-run' ? 'to-push' : 'conflict';
      expect(ran.states, command).toEqual({ 'l/en.json': 'conflict', 'l/de.json': de });
    }
    s.unchanged(before);
    expect(other.lines.filter((line) => line.startsWith('POST'))).toHaveLength(length);
  });

  it('push and pull overwrite no text on either side, in that run and in the next', async () => {
    const { s, other, run } = await moved();
    const events = posts(other).events;
    for (const command of ['push', 'push', 'pull', 'pull', 'push']) {
      const ran = (await run(`${command} --json`)).code(1);
      expect(new Set(ran.errors), command).toEqual(new Set(['CONFLICT']));
      expect(await other.texts(NAME, 'en')).toEqual({ a: 'There', b: 'same' });
      const de = { a: 'Dort', b: 'gleich', theirs: 'Ihrs', mine: 'Meins' };
      expect(await other.texts(NAME, 'de')).toEqual(de);
      expect(JSON.parse(s.text('l/en.json'))).toEqual({ a: 'Here', b: 'same' });
      expect(JSON.parse(s.text('l/de.json'))).toMatchObject({ a: 'Hier', b: 'gleich', mine: 'Meins' });
    }
    expect(posts(other).events - events, 'one push had a text that only the disk has').toBe(1);
    // Only what no one held here was added.
    expect(JSON.parse(s.text('l/de.json'))).toHaveProperty('theirs', 'Ihrs');
    expect(s.text('locsync.lock')).toContain(other.project.id);
  });

  it('a run that looks at a part only leaves the lock of the other project byte for byte', async () => {
    const { s, run } = await moved();
    const lock = s.text('locsync.lock');
    for (const [command, ...more] of [
      ['push --locale de'],
      ['pull --locale de'],
      ['pull --locale en --force', 'TEXTS_LOST'],
    ] as const) {
      expect((await run(`${command} --json`)).warnings).toEqual(['BASE_DOUBTFUL', ...more]);
      s.reads('locsync.lock', lock);
    }
  });

  it.each([
    ['push --force', { a: 'Hier' }, { a: 'Hier' }],
    ['pull --force', { a: 'Dort' }, { a: 'Dort' }],
  ])('%s settles it, and from then on the lock is the new project’s', async (command, here, there) => {
    const { s, other, run } = await moved();
    const ran = (await run(`${command} --json`)).code(0);
    expect(ran.warnings).toEqual(['BASE_DOUBTFUL', 'TEXTS_LOST', 'TEXTS_LOST']);
    expect(JSON.parse(s.text('l/de.json'))).toMatchObject(here);
    expect(await other.texts(NAME, 'de')).toMatchObject(there);
    const status = (await run('status --json')).code(0);
    expect(status.json.warnings).toEqual([]);
    expect(status.json.summary.conflicts).toBe(0);
  });
});
