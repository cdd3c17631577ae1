import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';

const NAME = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const source = 'en:\n  hello: Hello %{name}\n  bye: Goodbye\n';
const translation = 'de:\n  hello: Hallo %{name}\n  bye: Tschüss\n';

async function synced() {
  const s = await Session.start();
  s.file(NAME, source).file(DE, translation);
  (await s.run('push')).code(0);
  return s;
}

describe('--strict', () => {
  it('pull does not write a text that check would refuse, names it, writes the others, and says so again', async () => {
    const s = await synced();
    await s.service.put('de', NAME, { hello: 'Hallo %{nom}', bye: 'Auf Wiedersehen' });
    const ran = (await s.run('pull --strict --json')).code(1);
    expect(ran.json.errors).toMatchObject([{ code: 'STRICT_KEPT_BACK', path: DE, line: 2 }]);
    expect(ran.json.errors[0]?.message).toBe(
      'the translation of hello lacks %{name} and has %{nom} instead; it was not written',
    );
    s.reads(DE, translation.replace('Tschüss', 'Auf Wiedersehen'));
    (await s.run('pull --strict')).code(1);
    s.reads(DE, translation.replace('Tschüss', 'Auf Wiedersehen'));
    (await s.run('pull')).code(0);
    expect(s.text(DE)).toContain('%{nom}');
  });

  it('push sends the text of the service in its place, and keeps its own on disk', async () => {
    const s = await synced();
    const wrong = 'de:\n  hello: Hallo %{nom}\n  bye: Ciao\n';
    s.file(DE, wrong);
    const ran = (await s.run('push --strict --json')).code(1);
    expect(ran.errors).toEqual(['STRICT_KEPT_BACK']);
    expect(ran.json.files.find(({ locale }) => locale === 'de')?.state).toBe('pushed');
    expect(await s.service.texts(NAME, 'de')).toEqual({ hello: 'Hallo %{name}', bye: 'Ciao' });
    s.reads(DE, wrong);
  });

  it('push leaves a key out that the service does not have, and uploads nothing if nothing else is new', async () => {
    const s = await synced();
    s.file(NAME, `${source}  new: New %{thing}\n`).file(DE, `${translation}  new: Neu\n`);
    (await s.run('push --strict')).code(1).stderr(/translation of new lacks %\{thing\}; it was not uploaded/);
    expect(await s.service.texts(NAME, 'de')).toEqual({ hello: 'Hallo %{name}', bye: 'Tschüss' });
    expect((await s.service.texts(NAME, 'en'))['new']).toBe('New %{thing}');
    const before = posts(s.service);
    const ran = (await s.run('push --strict --json')).code(1);
    expect(ran.json.files.find(({ locale }) => locale === 'de')?.state).toBe('skipped');
    expect(posts(s.service)).toEqual(before);
    (await s.run('push')).code(0);
    expect((await s.service.texts(NAME, 'de'))['new']).toBe('Neu');
  });

  it.each([
    ['a warning by default', undefined, ' ', 0],
    ['an error by the configuration', { rules: { blanks: 'error' } }, ' ', 1],
    ['switched off', { rules: { placeholders: 'off' } }, '%{more}', 0],
  ])('goes by the severities of check: %s', async (_, check, added, code) => {
    const s = await synced();
    if (check) s.config({ files: ['config/locales/{locale}.yml'], check });
    await s.service.put('de', NAME, { hello: 'Hallo %{name}', bye: `Auf Wiedersehen${added}` });
    (await s.run('pull --strict')).code(code);
    expect(s.text(DE).includes('Auf Wiedersehen')).toBe(code === 0);
    s.file(DE, translation.replace('Tschüss', `'Bis bald${added}'`));
    (await s.run('push --strict --force')).code(code);
    expect((await s.service.texts(NAME, 'de'))['bye']?.includes('Bis bald')).toBe(code === 0);
  });

  it('changes nothing if nothing is wrong', async () => {
    const s = await synced();
    const before = s.snapshot();
    (await s.run('push --strict')).code(0).stdout('Nothing to push.');
    (await s.run('pull --strict')).code(0).stdout('Nothing to pull.');
    s.unchanged(before);
  });
});
