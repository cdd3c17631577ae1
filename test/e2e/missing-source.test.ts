import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const EN = 'en:\n    zoo: "Zoo"\n    a: A\n    g:\n        c: C\n';
const DE = 'de:\n    zoo: "Tierpark"\n    a: dA\n    g:\n        c: dC\n';

/** English and German files that both sides hold. */
async function pushed(files: Readonly<Record<string, string>>, pattern = 'c/{locale}.yml') {
  const s = await Session.start({ config: { files: [pattern] } });
  for (const [path, text] of Object.entries(files)) s.file(path, text);
  (await s.run('push')).code(0);
  return s;
}

describe('B11 the source locale’s file is missing: another file of the set is the model', () => {
  it('it comes back with its root, its nesting and its order, and so do new files of the run', async () => {
    const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': DE });
    await s.service.put('pt-BR', 'c/en.yml', { zoo: 'Zoo pt', a: 'pA', 'g.c': 'pC' });
    s.remove('c/en.yml');
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('c/en.yml', EN);
    s.reads('c/pt-BR.yml', 'pt-BR:\n    zoo: "Zoo pt"\n    a: pA\n    g:\n        c: pC\n');
    s.reads('c/de.yml', DE);
    (await s.run('push')).code(0).stdout('Nothing to push.');
    (await s.run('status --check')).code(0);
  });

  it('a new file of another locale alone has its root too', async () => {
    const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': DE });
    await s.service.put('pt-BR', 'c/en.yml', { a: 'pA' });
    s.remove('c/en.yml');
    (await s.run('pull --locale pt-BR')).code(0);
    s.reads('c/pt-BR.yml', 'pt-BR:\n    a: pA\n');
    expect(s.has('c/en.yml')).toBe(false);
  });

  it('flat JSON stays flat', async () => {
    const en = '{\n\t"a.b": "A",\n\t"a.c": "C"\n}\n';
    const s = await pushed({ 'l/en.json': en, 'l/de.json': en.replaceAll(': "', ': "d') }, 'l/{locale}.json');
    s.remove('l/en.json');
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/en.json', en);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('keys that the model lacks are written beside those that it has', async () => {
    const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': 'de:\n    g:\n        c: dC\n' });
    s.remove('c/en.yml');
    (await s.run('pull')).code(0);
    expect(s.text('c/en.yml')).toMatch(/^en:\n {4}g:\n {8}c: C\n/);
    for (const line of [/^ {4}a: A$/m, /^ {4}zoo: "?Zoo"?$/m]) expect(s.text('c/en.yml')).toMatch(line);
    s.reads('c/de.yml', 'de:\n    g:\n        c: dC\n');
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('a first pull beside a file of another language takes that file’s root', async () => {
    const s = await Session.start({ config: { files: ['c/{locale}.yml'] } });
    await s.service.upload('c/en.yml', EN);
    await s.service.upload('c/de.yml', DE);
    s.file('c/de.yml', DE);
    (await s.run('pull')).code(0);
    s.reads('c/en.yml', EN);
  });

  it.each([
    ['c/{locale}.yml', EN, '', DE],
    ['c/{locale}.json', '{\n  "a.b": "A"\n}\n', '{}\n', '{\n  "a.b": "dA"\n}\n'],
  ])(
    '%s: a source file that is empty takes the root and the nesting of the others',
    async (pattern, en, empty, de) => {
      const s = await Session.start({ config: { files: [pattern] } });
      const path = pattern.replace('{locale}', 'en');
      await s.service.upload(path, en);
      s.file(path, empty).file(pattern.replace('{locale}', 'de'), de);
      (await s.run('pull --locale en')).code(0);
      if (pattern.endsWith('json')) s.reads(path, en);
      else expect(s.text(path)).toMatch(/^en:\n +zoo: .*\n +a: A\n +g:\n +c: C\n$/);
    },
  );

  it('only a file that can be read is the model', async () => {
    const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': DE, 'c/pt-BR.yml': DE.replace('de:', 'pt-BR:') });
    s.remove('c/en.yml').file('c/de.yml', 'de:\n  a: "x\n');
    (await s.run('pull')).stderr('c/de.yml').never('SHAPE_UNKNOWN');
    s.reads('c/en.yml', EN);
  });
});

describe('B11 no file of the set can be read', () => {
  it.each([
    ['it is damaged', 'de:\n  a: "x\n'],
    ['it has the root of another language', EN],
  ])('%s: no new file is made, and the next run makes it', async (_, broken) => {
    const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': DE });
    s.remove('c/en.yml').file('c/de.yml', broken);
    const pull = await s.run('pull --json');
    pull.code(5);
    expect(pull.errors).toContain('SHAPE_UNKNOWN');
    expect(s.has('c/en.yml')).toBe(false);
    s.reads('c/de.yml', broken).file('c/de.yml', DE);
    (await s.run('pull')).code(0);
    s.reads('c/en.yml', EN);
    (await s.run('push')).code(0).stdout('Nothing to push.');
  });

  it('a source file that is damaged itself is not replaced by the shape of another', async () => {
    const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': DE });
    await s.service.put('pt-BR', 'c/en.yml', { a: 'pA' });
    s.file('c/en.yml', 'en:\n  a: "x\n');
    const pull = await s.run('pull --json');
    expect(pull.errors).toContain('SHAPE_UNKNOWN');
    expect(s.has('c/pt-BR.yml')).toBe(false);
  });
});

it('B11 a set of which no file is on disk is made without a model', async () => {
  const s = await pushed({ 'c/en.yml': EN, 'c/de.yml': DE });
  s.remove('c/en.yml').remove('c/de.yml');
  (await s.run('pull')).code(0).stdout('Pulled 2 files.');
  for (const path of ['c/en.yml', 'c/de.yml']) expect(s.text(path)).toContain('zoo: ');
});
