import { FakeService, type Texts } from './fake-service.js';
import { Session } from './session.js';
import { jsonText } from './file-text.js';

const TEXTS = { a: 'A', b: 'B', c: 'C' };
/** The texts of one language. */
export const of = (code: string): Texts =>
  Object.fromEntries(Object.entries(TEXTS).map(([key, text]) => [key, `${code} ${text}`]));

/** In step with a service whose uploads do to the other languages what `after` does. */
export async function inStep(
  after: (fakeService: FakeService, code: string) => void,
  { here = ['en', 'de', 'fr'], there = here }: { here?: readonly string[]; there?: readonly string[] } = {},
) {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] } });
  const fakeService = new FakeService(s.service.script, there);
  for (const code of there) fakeService.set(code, of(code));
  for (const code of here) s.file(`l/${code}.json`, jsonText(of(code)));
  (await s.run(`pull --locale ${here.join(',')}`)).code(0);
  s.service.script.on('upload', (request) => {
    const { filename } = JSON.parse(request.body) as { filename: string };
    const answer = fakeService.take(request);
    after(fakeService, /([^/]+)\.json$/.exec(filename)?.[1] ?? '');
    return answer;
  });
  return { s, fakeService };
}

export const replaceAll = (fakeService: FakeService, code: string): void => {
  for (const other of fakeService.codes) if (other !== code) fakeService.set(other, {});
};
export const messages = (ran: { json: { errors: readonly { message: string }[] } }): string =>
  ran.json.errors.map(({ message }) => message).join('\n');
