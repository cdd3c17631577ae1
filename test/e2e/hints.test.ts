import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { paste } from '../support/paste.js';
import { Session } from '../support/session.js';

const json = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts)}\n`;

/**
 * A project of two source files: `m` has a conflict in German, the folder of the other one needs
 * quotes.
 */
async function project() {
  const s = await Session.scripted({ config: { files: ["it's l/{locale}.json", 'm/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script);
  for (const code of ['en', 'de'])
    for (const folder of ["it's l", 'm']) s.file(`${folder}/${code}.json`, json({ a: 'A', b: 'B' }));
  (await s.run('push')).code(0);
  fakeService.set('de', { a: 'translator', b: 'B' }, 'm/en.json');
  s.file('m/de.json', json({ a: 'developer', b: 'B' }));
  return { s, fakeService };
}

/** The first command that a hint of this run quotes, run by a shell as a person would paste it. */
async function follow(s: Awaited<ReturnType<typeof project>>['s'], output: string): Promise<void> {
  const [, command = ''] = /`(locsync push --force [^`]+)`/.exec(output) ?? [];
  expect(command, output).not.toBe('');
  await paste(s, command);
}

describe('B10: the command that a hint names reaches nothing else', () => {
  it('SOURCE_FILE_GONE: the conflict in another file stays', async () => {
    const { s, fakeService } = await project();
    fakeService.drop("it's l/en.json");
    fakeService.drop("it's l/de.json");
    const push = (await s.run('push')).code(1).stderr('no longer has the source file');
    await follow(s, push.err);
    expect(fakeService.texts('en', "it's l/en.json")).toEqual({ a: 'A', b: 'B' });
    expect(fakeService.texts('de', 'm/en.json')).toEqual({ a: 'translator', b: 'B' });
    (await s.run('push')).code(1).stderr('m/de.json').never('no longer has the source file');
  });

  it('SOURCE_LIST_EMPTY: the files of the path go up, and what is back by then is not touched', async () => {
    const { s, fakeService } = await project();
    const held = fakeService.texts('de', 'm/en.json');
    fakeService.drop();
    const push = (await s.run('push')).code(4).stderr('lists no source file at all', 'every file');
    // The list comes back before the hint is followed.
    fakeService.set('en', { a: 'A', b: 'B' }, 'm/en.json');
    fakeService.set('de', held, 'm/en.json');
    await follow(s, push.err);
    expect(fakeService.texts('en', "it's l/en.json")).toEqual({ a: 'A', b: 'B' });
    expect(fakeService.texts('de', 'm/en.json')).toEqual(held);
    (await s.run('push')).code(1).stderr('m/de.json');
  });
});
