import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FakeService, type Texts } from './fake-service.js';
import { Session } from './session.js';
import { jsonText } from './file-text.js';

const CONFIG = { files: ['l/{locale}.json'] };
export const MEMORY = '.locsync/replaced.json';
const HOOK = pathToFileURL(resolve(import.meta.dirname, 'clock-hook.mjs')).href;

/** The environment of a run so many days later. */
export const daysLater = (days: number): { readonly env: Record<string, string> } => ({
  env: { NODE_OPTIONS: `--import ${HOOK}`, CLOCK: `0 ${days * 86_400_000}` },
});

/** A project in sync in both languages, on a service whose texts a test may set. */
export async function synced(texts: Texts = { k0: 'v0', k1: 'v1' }) {
  const s = await Session.scripted({ config: CONFIG });
  const fakeService = new FakeService(s.service.script);
  s.file('l/en.json', jsonText(texts)).file('l/de.json', jsonText(texts));
  (await s.run('push')).code(0);
  return { s, fakeService };
}

/** Another clone of it, with the files and the lock that git would bring. */
export function cloneOf<S extends Awaited<ReturnType<typeof synced>>['s']>(s: S): S {
  const clone = Session.at(s.service, { config: CONFIG });
  for (const path of ['l/en.json', 'l/de.json', 'locsync.lock']) clone.file(path, s.text(path));
  return clone as S;
}
