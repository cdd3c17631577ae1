import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { passed } from '../support/late-upload.js';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

/* What a run has found lost is named again by the next run, unless the run could show it. */

const DE = 'Ein neuer deutscher Text';

const empty = (fakeService: FakeService): void =>
  fakeService.set('de', { ...fakeService.texts('de'), a: '' });

async function edited(after: (fakeService: FakeService) => void) {
  const { s, fakeService } = await inStep(after);
  fakeService.set('de', { ...of('de'), a: DE });
  s.file('l/en.json', jsonText({ ...of('en'), a: 'en A dev' }));
  return { s, fakeService };
}

const UNSHOWN: readonly (readonly [string, string])[] = [
  ['', '"$@" > /dev/full 2> /dev/full'],
  [' --json', '"$@" > /dev/full'],
  [' --reporter github', '"$@" > /dev/full'],
];

describe.each(UNSHOWN)('UP-105 output that cannot be written (%s)', (options, shell) => {
  it.each(['pull', 'push', 'status --check'])('of push: %s names the text, once', async (line) => {
    const { s } = await edited(empty);
    (await s.run(`push${options}`, { shell })).code(5);
    const ran = (await s.run(`${line} --json`)).code(1);
    const told = [...ran.json.errors, ...ran.json.warnings].map(({ message }) => message).join('\n');
    expect(told).toContain(`a = ${JSON.stringify(DE)}`);
    if (line !== 'pull') await s.run('pull');
    expect(messages(await s.run('pull --json'))).not.toContain(DE);
    expect(s.text('l/de.json')).toContain('"a": "de A"');
  });

  it('of pull: the next one names the text, once', async () => {
    const { s, fakeService } = await edited(() => undefined);
    (await s.run('push')).code(0);
    empty(fakeService);
    (await s.run(`pull${options}`, { shell })).code(5);
    expect(messages((await s.run('pull --json')).code(1))).toContain(`a = ${JSON.stringify(DE)}`);
    expect(messages(await s.run('pull --json'))).not.toContain(DE);
  });
});

describe('UP-105 a pull that takes texts from the disk, and cannot show them', () => {
  it.each(['"$@" 2> /dev/full', '"$@" > /dev/full 2> /dev/full'])(
    '%s: the next run names them',
    async (shell) => {
      const { s, fakeService } = await inStep(() => undefined);
      fakeService.set('de', { ...of('de'), a: 'DE A' });
      (await s.run('pull', { shell })).code(5);
      expect(s.text('l/de.json')).toContain('DE A');
      (await s.run('pull')).code(0).stderr(/a = "de A"|"de A"/);
      (await s.run('pull')).code(0).never(/"de A"/);
    },
  );
});

describe('UP-105 output of which only the table cannot be written', () => {
  it('the messages were shown: no later run names the text', async () => {
    const { s } = await edited(empty);
    (await s.run('push', { shell: '"$@" > /dev/full' })).code(5).stderr(DE);
    expect(messages(await s.run('pull --json'))).not.toContain(DE);
  });
});

describe('UP-105 a push in two parts, of which the second is killed', () => {
  it('the next run names the text that the first part has lost', async () => {
    const s = await Session.scripted({ config: { files: ['l/*/{locale}.json'] } });
    const fakeService = new FakeService(s.service.script, ['en', 'de']);
    // One part has at most 500 files.
    const folders = Array.from({ length: 501 }, (_, i) => `l/${String(i).padStart(3, '0')}`);
    const [first = '', last = ''] = [folders[0], folders.at(-1)];
    const put = (folder: string, code: string): void => {
      fakeService.set(code, { a: `${code} A` }, `${folder}/en.json`);
      s.file(`${folder}/${code}.json`, jsonText({ a: `${code} A` }));
    };
    for (const folder of folders) put(folder, 'en');
    put(first, 'de');
    (await s.run('pull --locale en,de')).code(0);
    fakeService.set('de', { a: DE }, `${first}/en.json`);
    for (const folder of folders) s.file(`${folder}/en.json`, jsonText({ a: 'en A dev' }));
    let child: ChildProcess | undefined;
    s.service.script.on('upload', (request) => {
      const step = fakeService.take(request);
      const { filename } = JSON.parse(request.body) as { filename: string };
      if (filename.startsWith(first)) fakeService.set('de', { a: '' }, `${first}/en.json`);
      if (filename.startsWith(last)) child?.kill('SIGKILL');
      return step;
    });
    await s.run('push', { killed: true, during: (process) => (child = process) });
    passed(s, 61_000);
    expect(messages((await s.run('pull --json')).code(1))).toContain(`a = ${JSON.stringify(DE)}`);
  });
});
