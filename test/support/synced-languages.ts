import { FakeService, type Texts } from './fake-service.js';
import { Session } from './session.js';
import { jsonText } from './file-text.js';

/** So many texts, each with its number. */
export const texts = (count: number, text: string): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, `${text} ${i}`]));

/** The texts without the first `count`. */
export const without = (all: Texts, count: number): Texts =>
  Object.fromEntries(Object.entries(all).slice(count));

/** A project in these languages, in step with the service. */
export async function synced(languages: Readonly<Record<string, Texts>>, pattern = 'l/{locale}.json') {
  const s = await Session.scripted({ config: { files: [pattern] } });
  const fakeService = new FakeService(s.service.script, Object.keys(languages));
  for (const [code, own] of Object.entries(languages)) {
    s.file(`l/${code}.json`, jsonText(own));
    fakeService.set(code, own);
  }
  (await s.run('push')).code(0).stdout('Nothing to push.');
  return { s, fakeService, lock: s.text('locsync.lock') };
}
