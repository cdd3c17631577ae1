import { expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const EN_TEXT = 'en:\n  hello: Hello\n  bye: Bye\n';
const DE_TEXT = 'de:\n  hello: Hallo\n  bye: Tschüss\n';

it.each(['mv bye goodbye', 'rm bye'])('MV-09 a key that the lock does not have yet: %s', async (command) => {
  const s = await Session.start();
  const older = { en: EN_TEXT.replace('  bye: Bye\n', ''), de: DE_TEXT.replace('  bye: Tschüss\n', '') };
  s.file(EN, older.en).file(DE, older.de);
  (await s.run('push')).code(0);
  const lock = s.text('locsync.lock');
  s.file(EN, EN_TEXT).file(DE, DE_TEXT);
  (await s.run('push')).code(0);
  // The lock of a clone that has the files of another one, but not its lock.
  s.file('locsync.lock', lock);
  (await s.run(command)).code(0);
  (await s.run('pull')).code(0).stdout('Nothing to pull.');
  expect(s.text(EN) + s.text(DE)).not.toMatch(/^ {2}bye:/m);
  s.file('locsync.lock', lock).file(EN, EN_TEXT).file(DE, DE_TEXT);
  s.remove('locsync.lock');
  (await s.run(command)).code(0).stderr(/locsync\.lock does not have bye: a pull brings it back/);
});
