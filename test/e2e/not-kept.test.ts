import { expect, it } from 'vitest';
import { inStep, of } from '../support/in-step.js';
import { jsonText } from '../support/file-text.js';

it('B4 status calls a text that the service cuts not kept, as diff does, and no conflict', async () => {
  const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'] });
  fakeService.filter = (text) => text.slice(0, 20);
  s.file('l/de.json', jsonText({ ...of('de'), a: 'ein Text von mehr als zwanzig Zeichen' }));
  await s.run('push');
  const ran = await s.run('status --check');
  ran.code(1).stdout(/^l\/de\.json +de +.* not kept$/m, '1 text not kept as sent by the service:');
  expect(ran.out).not.toMatch(/\bconflicts?:/);
  (await s.run('status --check=conflict')).code(1);
  (await s.run('diff')).code(1).stdout('not kept');
  (await s.run('resolve --local')).code(0).stdout('Nothing to resolve.');
  const { summary, files } = (await s.run('status --json')).json;
  expect(summary).toMatchObject({ conflicts: 1, notKept: 1 });
  expect(files.find(({ locale }) => locale === 'de')).toMatchObject({ keys: { conflicts: 1, notKept: 1 } });
});
