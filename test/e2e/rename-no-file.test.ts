import { expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const PT = 'config/locales/pt-BR.yml';

async function pushed() {
  const s = await Session.start();
  s.file(EN, 'en:\n  hello: Hello\n  bye: Bye\n').file(DE, 'de:\n  hello: Hallo\n  bye: Tschüss\n');
  (await s.run('push')).code(0);
  return s;
}

it('MV-10 resolve settles a conflict of a language that has no file here', async () => {
  const s = await pushed();
  (await s.run('mv bye goodbye')).code(1);
  (await s.run('push')).code(0);
  await s.service.put('pt-BR', EN, { bye: 'Tchau' });
  (await s.run('pull')).code(1).stderr(/pt-BR\.yml: 1 key was changed on both sides: bye/);
  (await s.run('resolve --service')).code(1).stderr(/pt-BR\.yml: 1 key was changed on both sides: bye/);
  (await s.run('resolve --local')).code(0).stdout(/Resolved 1 conflict/);
  expect(s.has(PT)).toBe(false);
  (await s.run('pull')).code(0).stdout('Nothing to pull.');
  (await s.run('push')).code(0).stdout('Nothing to push.');
  expect((await s.service.texts(EN, 'pt-BR'))['bye']).toBe('Tchau');
});

it('MV-11 a name that is used again gets the translations that the service has for it', async () => {
  const s = await pushed();
  (await s.run('rm bye')).code(1);
  await s.service.put('de', EN, { bye: 'Auf Wiedersehen' });
  (await s.run('pull')).code(1).stderr(/bye/);
  s.file(EN, 'en:\n  hello: Hello\n  bye: So long\n');
  (await s.run('push')).stdout(/1 added|1 conflict/);
  (await s.run('pull')).code(0);
  s.reads(DE, 'de:\n  hello: Hallo\n  bye: Auf Wiedersehen\n');
  (await s.run('push')).code(0).stdout('Nothing to push.');
  (await s.run('status --check')).code(0);
});
