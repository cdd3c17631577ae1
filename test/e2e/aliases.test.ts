import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const TEXT = 'en:\n  d: &d {k: K}\n  e:\n    <<: *d\n    l: L\n  f: *d\n';

async function withAliases() {
  const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
  return s.file('l/en.yml', TEXT);
}

describe('a file with aliases and merge keys', () => {
  it.each(['human', 'github'])('is nothing to warn of on each run, reporter %s', async (reporter) => {
    const s = await withAliases();
    for (const command of ['check', 'push', 'status', 'diff', 'pull'])
      (await s.run(`${command} --reporter ${reporter}`)).code(0).never('warning').emptyStderr();
  });

  it('a text that would have to be written where an alias brings it in is refused by name', async () => {
    const s = await withAliases();
    (await s.run('push')).code(0);
    await s.service.put('en', 'l/en.yml', { 'f.k': 'new' });
    const refused = (await s.run('pull --json')).code(5);
    expect(refused.json).toMatchObject({
      errors: [{ code: 'EDIT_REFUSED', path: 'l/en.yml', line: 6 }],
      warnings: [],
    });
    // F10: without the root, as in every other message.
    expect(refused.json.errors[0]?.message).toMatch(/^the key f\.k /);
    s.reads('l/en.yml', TEXT);
  });

  it('YM-07 a text that a merge key or an alias brings in is pulled where it is read, and pushed again', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
    const text = (code: string): string =>
      `${code}:\n  t: &t ${code}T\n  d: &d\n    k: ${code}K\n    l: ${code}L\n  e:\n    <<: *d\n    n: ${code}N\n  f:\n    <<: *d\n  u: *t # as above\n`;
    for (const code of ['en', 'de']) s.file(`l/${code}.yml`, text(code));
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.yml', { 'e.k': 'K2', 'f.l': 'yes', u: 'U2', 'e.n': 'N2' });
    (await s.run('pull')).code(0).emptyStderr();
    const pulled = text('de')
      .replace('<<: *d\n    n: deN', '<<: *d\n    k: K2\n    n: N2')
      .replace('  u: *t', '    l: "yes"\n  u: U2');
    s.reads('l/de.yml', pulled).reads('l/en.yml', text('en'));
    for (const command of ['status --check', 'push', 'pull']) (await s.run(command)).code(0).emptyStderr();
    s.reads('l/de.yml', pulled).file('l/de.yml', pulled.replace('K2', 'K3'));
    (await s.run('push')).code(0);
    expect(await s.service.texts('l/en.yml', 'de')).toMatchObject({
      'd.k': 'deK',
      'e.k': 'K3',
      'f.k': 'deK',
    });
    (await s.run('status --check')).code(0);
  });

  it('a pull of such a text is taken back byte for byte', async () => {
    const s = await withAliases();
    (await s.run('push')).code(0);
    await s.service.put('en', 'l/en.yml', { 'e.k': 'new' });
    (await s.run('pull')).code(0);
    s.reads('l/en.yml', TEXT.replace('    l: L\n', '    k: new\n    l: L\n'));
    (await s.run('undo')).code(0);
    s.reads('l/en.yml', TEXT);
  });

  it('a key whose text is an alias is removed by rm and renamed by mv, and what it points to stays', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.yml'] } });
    const lines = (code: string): string => `${code}:\n  a: &x A\n  b: *x\n  c: *x\n  d: D\n`;
    s.file('l/en.yml', lines('en')).file('l/de.yml', lines('de'));
    (await s.run('push')).code(0);
    (await s.run('rm b')).code(1);
    for (const code of ['en', 'de']) s.reads(`l/${code}.yml`, lines(code).replace('  b: *x\n', ''));
    for (const command of ['push', 'pull', 'status']) (await s.run(command)).code(0).emptyStderr();
    s.reads('l/de.yml', lines('de').replace('  b: *x\n', ''));
    (await s.run('mv c e')).code(1);
    s.reads('l/en.yml', 'en:\n  a: &x A\n  e: *x\n  d: D\n');
    (await s.run('undo')).code(0);
    s.reads('l/en.yml', lines('en').replace('  b: *x\n', ''));
  });
});
