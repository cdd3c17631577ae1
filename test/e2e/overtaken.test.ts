import { describe, expect, it } from 'vitest';
import { FakeService, type Texts } from '../support/fake-service.js';
import type { Received, Step } from '../support/scripted-server.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const FILE = 'l/en.json';
const BASE = { a: 'A', b: 'B', c: 'C' };
const MINE = { a: 'mine', b: 'B2', c: 'C2' };

/** A file in step with the service, then edited here. */
async function edited(mine: Texts) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  s.file(FILE, jsonText(BASE));
  fakeService.set('en', BASE);
  (await s.run('push')).code(0);
  s.file(FILE, jsonText(mine));
  return { s, fakeService };
}

/**
 * What another machine's upload, made of `theirs`, leaves of each upload but those that `then`
 * answers, by their number.
 */
function overtake(
  { s, fakeService }: Awaited<ReturnType<typeof edited>>,
  theirs: Texts,
  then: (request: Received) => Step = (request) => fakeService.take(request),
): void {
  let uploads = 0;
  s.service.script.on('upload', (request) => {
    if (++uploads > 1) return then(request);
    const step = fakeService.take(request);
    fakeService.set('en', theirs);
    return step;
  });
}

describe('an upload that another machine has overtaken, with nothing sent after it', () => {
  it('a conflict: the file counts as pushed, the conflict is counted, and no sentence denies the upload', async () => {
    const told = async (command: string) => {
      const world = await edited(MINE);
      overtake(world, { a: 'yours', b: 'B2', c: 'C' });
      const ran = (await world.s.run(command)).code(1);
      // The key in conflict is held back alone.
      expect(world.s.service.script.of('upload')).toHaveLength(2);
      expect(world.fakeService.texts('en')).toEqual({ ...MINE, a: 'yours' });
      return { ...world, ran };
    };
    const { ran } = await told('push');
    ran
      .stdout(/^pushed +l\/en\.json +3 changed$/m, 'Pushed 1 file.')
      .stderr(
        'changed on both sides: a;',
        'warning: l/en.json: after the upload the service held another text of 2 keys',
        'the file was uploaded once more',
      )
      .never('the file was not uploaded');

    const { ran: machine, s, fakeService } = await told('push --json');
    expect(machine.errors).toEqual(['CONFLICT']);
    expect(machine.warnings).toEqual(['UPLOAD_OVERTAKEN']);
    expect(machine.states).toEqual({ [FILE]: 'pushed' });
    expect(machine.json.summary).toMatchObject({ pushed: 1, uploads: 1, toPush: 3, conflicts: 1 });
    expect(machine.json.files[0]).toMatchObject({ version: 2, keys: { toPush: 3, conflicts: 1 } });

    // The base: b and c are settled, a is theirs against mine.
    const status = (await s.run('status --json')).code(0);
    expect(status.json.files[0]).toMatchObject({
      state: 'conflict',
      keys: { toPush: 0, toPull: 0, conflicts: 1 },
    });
    (await s.run('pull')).code(1);
    s.reads(FILE, jsonText(MINE));
    (await s.run('push --force')).code(0);
    expect(fakeService.texts('en')).toEqual(MINE);
  });

  it('a second upload that is refused: the file counts as pushed, and both are said', async () => {
    const world = await edited(MINE);
    overtake(world, { ...BASE, theirs: 'T' }, () => ({ status: 422, body: { message: 'too late' } }));
    const ran = (await world.s.run('push --json')).code(4);
    expect(ran.states).toEqual({ [FILE]: 'pushed' });
    expect(ran.json.summary).toMatchObject({ pushed: 1, uploads: 1 });
    expect(ran.warnings).toEqual(['UPLOAD_OVERTAKEN']);
    expect(ran.json.warnings[0]?.message).not.toContain('once more');
    (await world.s.run('status --check --json')).code(1);
  });

  it('the file is gone from disk by then: what has arrived stays settled', async () => {
    const world = await edited(MINE);
    const { s, fakeService } = world;
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      fakeService.set('en', { ...BASE, b: 'B2', theirs: 'T' });
      s.remove(FILE);
      return step;
    });
    const ran = (await s.run('push --json')).code(0);
    expect(ran.states).toEqual({ [FILE]: 'pushed' });
    expect(ran.warnings).toEqual(['UPLOAD_OVERTAKEN']);
    // Brought back, the file is compared with a base: its changes are changes of this side.
    s.file(FILE, jsonText({ ...MINE, b: 'B3' }));
    const status = (await s.run('status --json')).code(0);
    expect(status.json.files[0]?.keys).toMatchObject({ toPush: 3, conflicts: 0 });
  });

  it('texts that only took their time have arrived: no second upload, and no word of another machine', async () => {
    const { s, fakeService } = await edited(MINE);
    let asked: Texts | undefined;
    s.service.script
      .on('upload', (request) => {
        const step = fakeService.take(request);
        asked = fakeService.texts('en');
        fakeService.set('en', BASE);
        return step;
      })
      .on('texts', (request) => {
        const step = fakeService.read(request);
        // The first reading after the upload still finds the old texts.
        if (asked) fakeService.set('en', asked);
        return step;
      });
    const ran = (await s.run('push --json')).code(0);
    expect(ran.states).toEqual({ [FILE]: 'pushed' });
    expect([ran.errors, ran.warnings]).toEqual([[], []]);
    expect(s.service.script.of('upload')).toHaveLength(1);
    (await s.run('status --check')).code(0);
  });
});

describe('what the other machine did before the upload', () => {
  /**
   * Lets the other machine's texts stand from the second reading of this run on: the one right
   * before the upload.
   */
  async function inTime(mine: Texts, theirs: Texts) {
    const { s, fakeService } = await edited(mine);
    let reads = 0;
    s.service.script.on('texts', (request) => {
      if (request.url.includes('loc_en') && ++reads === 2) fakeService.set('en', theirs);
      return fakeService.read(request);
    });
    return { s, fakeService };
  }

  it('the same key: a conflict, counted and held back, the rest is sent', async () => {
    const { s, fakeService } = await inTime(MINE, { ...BASE, a: 'yours' });
    const ran = (await s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['CONFLICT']);
    expect(ran.json.errors[0]?.message).toMatch(/: a;/);
    expect(ran.json.summary).toMatchObject({ uploads: 1, conflicts: 1 });
    expect(fakeService.texts('en')).toEqual({ ...MINE, a: 'yours' });
    expect(s.service.script.of('upload')).toHaveLength(1);
  });

  it('the same text: nothing is left to upload, and the file is in sync', async () => {
    const { s } = await inTime(MINE, MINE);
    const ran = (await s.run('push --json')).code(0);
    expect(ran.states).toEqual({ [FILE]: 'in-sync' });
    expect(ran.json.summary).toMatchObject({ uploads: 0, toPush: 0, conflicts: 0 });
    (await s.run('push')).code(0).stdout('Nothing to push.');
    expect(s.service.script.of('upload')).toHaveLength(0);
  });
});

describe('another key that somebody changes between an upload and its reading back', () => {
  /** The service gets `text` for `c` right before the first reading after an upload. */
  function translate(
    { s, fakeService }: Awaited<ReturnType<typeof edited>>,
    text: string,
    second: (request: Received) => Step = (request) => fakeService.take(request),
  ): Texts[] {
    const uploads: Texts[] = [];
    let isDone = false;
    s.service.script
      .on('upload', (request) => {
        const { content } = JSON.parse(request.body) as { content: string };
        uploads.push(JSON.parse(content) as Texts);
        return uploads.length > 1 ? second(request) : fakeService.take(request);
      })
      .on('texts', (request) => {
        if (uploads.length > 0 && !isDone) {
          isDone = true;
          fakeService.set('en', { ...fakeService.texts('en'), c: text });
        }
        return fakeService.read(request);
      });
    return uploads;
  }

  it('UP-30 push --force: the second upload holds the text of the disk, not the one that it replaced', async () => {
    const edit = await edited({ a: 'DISK', b: 'B', c: 'C2' });
    edit.fakeService.set('en', { ...BASE, a: 'SERVICE' });
    const uploads = translate(edit, 'TRANSLATOR');
    const ran = (await edit.s.run('push --force --json')).code(0);
    expect(ran.warnings).toEqual(['TEXTS_LOST', 'UPLOAD_OVERTAKEN', 'TEXTS_LOST']);
    // Nobody can have seen it before the run.
    expect(ran.out).toContain(String.raw`= \"TRANSLATOR\"`);
    expect(uploads.map(({ a }) => a)).toEqual(['DISK', 'DISK']);
    expect(edit.fakeService.texts('en')).toEqual({ a: 'DISK', b: 'B', c: 'C2' });
    (await edit.s.run('status --check')).code(0);
  });

  it.each([422, 500])(
    'UP-32 push --force: a second upload that fails with %d accuses nobody',
    async (status) => {
      const edit = await edited({ a: 'DISK', b: 'B', c: 'C2' });
      edit.fakeService.set('en', { ...BASE, a: 'SERVICE' });
      translate(edit, 'TRANSLATOR', () => ({ status, body: { message: 'no' } }));
      const ran = await edit.s.run('push --force --json');
      expect(ran.warnings).toContain('TEXTS_LOST');
      expect([...ran.errors, ...ran.warnings]).not.toContain('UPLOAD_ALTERED');
      expect(edit.fakeService.texts('en')).toEqual({ a: 'DISK', b: 'B', c: 'TRANSLATOR' });
    },
  );

  it('UP-31 what the first upload replaced on purpose is not named again by the next run', async () => {
    const edit = await edited({ a: 'DISK', b: 'B2', c: 'C2' });
    edit.fakeService.set('en', { ...BASE, a: 'SERVICE' });
    for (const name of ['locsync.lock', '.locsync']) edit.s.remove(name);
    translate(edit, 'TRANSLATOR');
    const ran = (await edit.s.run('push --json')).code(1);
    expect(ran.errors).toEqual(['CONFLICT']);
    expect(ran.warnings).toContain('TEXTS_LOST');
    const looked = (await edit.s.run('status --check --json')).code(1);
    expect([...looked.errors, ...looked.warnings]).not.toContain('UPLOAD_ALTERED');
    (await edit.s.run('push --force')).code(0);
    (await edit.s.run('status --check')).code(0);
  });
});

describe('push --force with nothing to send', () => {
  it('ST-40 says that a newer text of the service waits for a pull', async () => {
    const { s, fakeService } = await edited({ a: 'A', b: 'B' });
    fakeService.set('en', { a: 'NEW', b: 'B', c: 'C3' });
    const ran = (await s.run('push --force --json')).code(0);
    expect(ran.json.files[0]).toMatchObject({ state: 'to-pull', keys: { toPull: 1, conflicts: 0 } });
  });
});
