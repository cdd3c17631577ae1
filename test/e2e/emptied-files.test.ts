import { describe, expect, it } from 'vitest';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';

const EN = '{\n  "a": "A",\n  "b": "B"\n}\n';
const DE = '{\n  "a": "Ah",\n  "b": "Be"\n}\n';

async function synced(config: object = {}) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'], ...config } });
  const service = new FakeService(s.service.script);
  s.file('l/en.json', EN).file('l/de.json', DE);
  (await s.run('push')).code(0);
  return { s, service };
}

describe('TS-24 a JSON file without any content', () => {
  it.each(['l/de.json', 'l/en.json'])(
    '%s: status says how to bring it back, and --restore does',
    async (path) => {
      const { s } = await synced();
      const before = s.text(path);
      s.file(path, '\n');
      (await s.run('status')).code(5).stderr('the file is empty', 'locsync pull --restore');
      (await s.run('pull')).code(5);
      s.reads(path, '\n');
      (await s.run('pull --restore')).code(0);
      expect(JSON.parse(s.text(path))).toEqual(JSON.parse(before));
    },
  );
});

it('ST-20 a file that is missing here fails --check=missing', async () => {
  const { s } = await synced();
  (await s.run('status --check=missing')).code(0);
  s.remove('l/de.json');
  (await s.run('status --check=missing')).code(1);
});

it.each([
  ['pullOnly', 'en', 'pull'],
  ['pushOnly', 'de', 'push'],
])(
  'ST-21 first contact with %s: [%s] is a conflict for status, as it is for %s',
  async (setting, code, command) => {
    const s = await Session.scripted({ config: { files: ['l/{locale}.json'], [setting]: [code] } });
    const service = new FakeService(s.service.script);
    service.set('en', { a: 'A', b: 'B' });
    service.set('de', { a: 'Ah', b: 'Be' });
    s.file('l/en.json', EN).file('l/de.json', DE);
    s.file(
      `l/${code}.json`,
      '{\n  "a": "Something else",\n  "b": "Be"\n}\n'.replace('Be', code === 'en' ? 'B' : 'Be'),
    );
    for (const check of ['--check', '--check=conflict']) (await s.run(`status ${check}`)).code(1);
    (await s.run(command)).code(1);
  },
);

it('MV-18 rm of a translation names the source file as the service has it', async () => {
  const { s } = await synced();
  (await s.run('rm l/de.json')).code(1).stdout('the source file l/en.json');
});
