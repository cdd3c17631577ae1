import { describe, expect, it } from 'vitest';
import type { FakeService } from '../support/fake-service.js';
import { inStep, messages, of } from '../support/in-step.js';
import { passed } from '../support/late-upload.js';
import type { Received } from '../support/scripted-server.js';
import { jsonText } from '../support/file-text.js';

/*
 * A service that answers an upload at once, and imports it minutes later. Meanwhile another text
 * has changed, so the push uploads the file once more, and that is imported at once.
 */

const IT = 'Un nuovo testo italiano';
const DE = 'Ein neuer deutscher Text';

async function sentAgain(after: (fakeService: FakeService) => void) {
  const { s, fakeService } = await inStep(() => undefined, { here: ['en', 'de'], there: ['en', 'de', 'it'] });
  fakeService.set('it', { ...of('it'), a: IT });
  s.file('l/de.json', jsonText({ ...of('de'), a: 'de A dev' }));
  const left: Received[] = [];
  s.service.script.on('upload', (request) => {
    left.push(request);
    if (left.length > 1) {
      const step = fakeService.take(request);
      after(fakeService);
      return step;
    }
    fakeService.set('de', { ...fakeService.texts('de'), c: DE });
    const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
    return { body: { api_id: 'fil_1', name: 'l/en.json', project_id: 'pro_1', last_version } };
  });
  const importFirst = (): void => left.slice(0, 1).forEach((request) => void fakeService.take(request));
  const pushed = await s.run('push --json');
  expect(left).toHaveLength(2);
  return { s, fakeService, pushed, importFirst };
}

describe('UP-110 a file that a push uploads once more', () => {
  it('what the second upload has lost of other languages is named', async () => {
    const { pushed } = await sentAgain((held) => {
      held.set('it', {});
      held.set('en', {});
    });
    expect(messages(pushed.code(1))).toContain(`a = ${JSON.stringify(IT)}`);
  });

  it.each([20_000, 120_000])(
    'the first upload, imported %i ms later, puts an older text back: the next run names the newer one',
    async (ms) => {
      const { s, fakeService, pushed, importFirst } = await sentAgain(() => undefined);
      pushed.code(0);
      passed(s, ms);
      importFirst();
      expect(fakeService.texts('de')).toEqual({ ...of('de'), a: 'de A dev' });
      expect(messages((await s.run('pull --json')).code(1))).toContain(`c = ${JSON.stringify(DE)}`);
    },
  );
});
