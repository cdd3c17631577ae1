import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const SECTIONS = [
  'all.yml#de',
  'all.yml#en',
  'app/de.json',
  'app/en.json',
  'lib/de.json',
  'lib/en.json',
] as const;

/** What is in the lock of each section, byte for byte. */
const sectionsOf = (lock: string): Record<string, string> =>
  Object.fromEntries(
    [...lock.matchAll(/^ {4}"([^"]+)": \{\n([^}]*) {4}\}/gm)].map(([, name = '', lines = '']) => [
      name,
      lines,
    ]),
  );

/**
 * Three file sets, each with a text changed here, one there, and one that only agrees on both sides
 * by now: all sections have to change.
 */
async function everywhere() {
  const s = await Session.start({
    config: { files: ['app/{locale}.json', 'lib/{locale}.json', 'all.yml'] },
    service: { locales: ['en', 'de'] },
  });
  const write = (here: string, agreed: string): void => {
    for (const folder of ['app', 'lib'])
      for (const code of ['en', 'de'])
        s.file(
          `${folder}/${code}.json`,
          `{\n  "here": "${here}",\n  "there": "B",\n  "agreed": "${agreed}"\n}\n`,
        );
    const texts = `\n  here: ${here}\n  there: B\n  agreed: ${agreed}\n`;
    s.file('all.yml', `en:${texts}de:${texts}`);
  };
  write('B', 'B');
  (await s.run('push')).code(0);
  write('H', 'S');
  for (const name of ['app/en.json', 'lib/en.json', 'all.yml'])
    for (const code of ['en', 'de']) await s.service.put(code, name, { there: 'T', agreed: 'S' });
  return s;
}

describe('path arguments and --locale beside a lock', () => {
  it.each([
    ['push', SECTIONS],
    ['push app/de.json', ['app/de.json', 'app/en.json']],
    ['push app --locale de', ['app/de.json']],
    ['push --locale de', ['all.yml#de', 'all.yml#en', 'app/de.json', 'lib/de.json']],
    ['push all.yml', ['all.yml#de', 'all.yml#en']],
    ['push --force lib/en.json --locale en', ['lib/en.json']],
    ['push --all lib --locale de', ['lib/de.json']],
    ['pull', SECTIONS],
    ['pull app/de.json', ['app/de.json', 'app/en.json']],
    ['pull app --locale de', ['app/de.json']],
    ['pull --locale de', ['all.yml#de', 'app/de.json', 'lib/de.json']],
    ['pull all.yml --locale en', ['all.yml#en']],
    ['pull --force --prune --empty lib --locale en', ['lib/en.json']],
    ['push --dry-run', []],
    ['pull --dry-run --force', []],
    ['status app', []],
    ['diff --locale de', []],
  ] as const)('%s changes these sections and leaves the others byte for byte', async (command, changed) => {
    const s = await everywhere();
    const before = sectionsOf(s.text('locsync.lock'));
    expect(Object.keys(before)).toEqual(SECTIONS);
    await s.run(command);
    const after = sectionsOf(s.text('locsync.lock'));
    // Beside them the lock may say what translations were made from.
    expect(Object.keys(after).filter((name) => !name.includes('!source'))).toEqual(SECTIONS);
    expect(SECTIONS.filter((name) => before[name] !== after[name])).toEqual(changed);
  });
});
