import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const json = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts)}\n`;

/** Two configurations of one project with one pattern; only the outer one has pushed. */
async function twoConfigurations(name: string) {
  const s = await Session.scripted({ config: { files: ['c/{locale}.json'] } });
  const service = new FakeService(s.service.script);
  for (const code of ['en', 'de']) {
    s.file(`c/${code}.json`, json({ x: `outer ${code}` }));
    s.file(`o/c/${code}.json`, json({ x: `inner ${code}` }));
  }
  s.file('o/.locsyncrc', JSON.stringify({ files: ['c/{locale}.json'], name }));
  (await s.run('push')).code(0);
  return { s, service };
}

describe('F6: a name with words of its own keeps two configurations apart', () => {
  it.each(['o/{path}', 'o/{dir}/{basename}', '{dir}/x/{basename}'])('%s', async (name) => {
    const { s, service } = await twoConfigurations(name);
    (await s.run('status --cwd o')).stdout('c/en.json  fil_1', 'not on service');
    (await s.run('push --cwd o')).code(0).emptyStderr();
    for (const code of ['en', 'de']) expect(service.texts(code, 'c/en.json')).toEqual({ x: `outer ${code}` });
    (await s.run('pull')).code(0).stdout('Nothing to pull');
    (await s.run('pull --cwd o')).code(0).stdout('Nothing to pull');
  });

  it('a name without such words still finds a file that was uploaded by hand', async () => {
    const s = await Session.scripted({ config: { files: ['o/c/{locale}.json'], name: '{dir}/{basename}' } });
    const service = new FakeService(s.service.script);
    service.set('en', { x: 'X' }, 'c/en.json');
    service.set('de', { x: 'XD' }, 'c/en.json');
    s.file('o/c/en.json', json({ x: 'X' }));
    (await s.run('pull')).code(0);
    s.reads('o/c/de.json', json({ x: 'XD' }));
  });
});

describe('F14: a source text that the service has lost', () => {
  it('is in status although another language brings its key back, and the command uploads it', async () => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
    const service = new FakeService(s.service.script);
    s.file('l/en.json', json({ a: 'A', b: 'B', c: 'C' }));
    (await s.run('push')).code(0);
    service.set('en', { b: 'B', c: 'C' });
    s.file('l/de.json', json({ a: 'Ä', b: 'Be', c: 'Ce' })).file(
      'l/en.json',
      json({ a: 'A', b: 'B', c: 'C2' }),
    );
    (await s.run('push')).code(0).stderr('1 key in en was deleted on the service and left out');
    const status = (await s.run('status')).code(0).never('Everything is in sync');
    const command = 'push --all --force --locale en l/en.json';
    status.stderr(
      'the service has no text for 1 key of the source locale that was synced: a',
      `locsync ${command}`,
    );
    // No side has work to do, but a person must say which side is right.
    (await s.run('status --check')).code(1).stdout('Everything else is in sync');
    (await s.run('status --check=push,pull')).code(0);
    (await s.run(command)).code(0);
    expect(service.texts('en')).toEqual({ a: 'A', b: 'B', c: 'C2' });
    (await s.run('status --check')).code(0).stdout('Everything is in sync');
  });
});

describe('a working folder that was removed', () => {
  it.each(['status', 'push', 'pull --cwd ..', 'init --yes'])('%s ends with 5', async (command) => {
    const s = await Session.scripted();
    s.file('gone/x', '');
    const ran = await s.run(command, { cwd: 'gone', shell: 'rm -r ../gone; "$@"' });
    ran.code(5).stderr('the working folder cannot be read');
  });
});
