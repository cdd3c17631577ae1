import { describe, expect, it } from 'vitest';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const NAME = 'l/en.json';
describe('LS-06 ignoreKeys', () => {
  const config = { files: ['l/{locale}.json'], ignoreKeys: ['legal.**'] };
  const doc = (a: string, terms: string, more: object = {}): string =>
    jsonText({ legal: { terms, ...more }, a });

  async function synced() {
    const s = await Session.start({ config: { files: config.files } });
    s.file('l/en.json', doc('A', 'T')).file('l/de.json', doc('D', 'U'));
    (await s.run('push')).code(0);
    s.config(config);
    return s;
  }

  it('go up as the service has them, never come down, are no conflict, and keep their base', async () => {
    const s = await synced();
    const [base] = s.text('locsync.lock').match(/"legal\.terms".*/g) ?? [];
    await s.service.put('de', NAME, { 'legal.terms': 'vom Anwalt' });
    s.file('l/de.json', doc('D2', 'hier', { own: 'nur hier' }));
    (await s.run('status --check=conflict,pull')).code(0).stdout('Keys neither pushed nor pulled: legal.**');
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts(NAME, 'de')).toEqual({ a: 'D2', 'legal.terms': 'vom Anwalt' });
    s.reads('l/de.json', doc('D2', 'hier', { own: 'nur hier' }));
    await s.service.put('de', NAME, { a: 'D3', 'legal.new': 'neu' });
    (await s.run('pull --force --prune --empty --restore')).code(0).emptyStderr();
    s.reads('l/de.json', doc('D3', 'hier', { own: 'nur hier' }));
    expect(s.text('locsync.lock')).toContain(base);
    (await s.run('status --check --missing')).code(0).never('legal.terms', 'legal.new');
    (await s.run('push --force --all')).code(0);
    expect(await s.service.texts(NAME, 'de')).toEqual({
      a: 'D3',
      'legal.terms': 'vom Anwalt',
      'legal.new': 'neu',
    });
    s.config({ files: config.files });
    const { changes } = (await s.run('diff --json l/de.json --locale de')).code(1).json.files[0] ?? {};
    expect(changes?.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'legal.terms conflict',
      'legal.own to-push',
      'legal.new to-pull',
    ]);
  });

  it('alone changed they are no reason for an upload or a write', async () => {
    const s = await synced();
    s.file('l/de.json', doc('D', 'hier'));
    await s.service.put('en', NAME, { 'legal.terms': 'there' });
    const before = posts(s.service);
    const files = s.snapshot();
    (await s.run('push')).code(0).stdout('Nothing to push');
    (await s.run('pull')).code(0).stdout('Nothing to pull');
    expect(posts(s.service)).toEqual(before);
    s.unchanged(files);
  });

  it('deleted here, they stay deleted here and there as they are', async () => {
    const s = await synced();
    s.file('l/de.json', jsonText({ a: 'D2' }));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts(NAME, 'de')).toEqual({ a: 'D2', 'legal.terms': 'U' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('l/de.json', jsonText({ a: 'D2' }));
  });

  it('of a file that the service does not have do not go up', async () => {
    const s = await Session.start({ config });
    s.file('l/en.json', jsonText({ 'legal.terms': 'flat', legal: { a: 'nested' }, b: 'B' }));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts(NAME, 'en')).toEqual({ b: 'B' });
  });

  it('in YAML and in files of several languages: with comments and quotes kept', async () => {
    const s = await Session.start({ config: { files: ['all.yml'] } });
    const yaml = (de: string, text: string): string =>
      `en:\n  legal: {terms: T} # ours\n  a: A\nde:\n  legal:\n    # law\n    terms: '${de}'\n  a: ${text}\n`;
    s.file('all.yml', yaml('U', 'D'));
    (await s.run('push')).code(0);
    s.config({ files: [{ path: 'all.yml', ignoreKeys: ['legal.**'] }], ignoreKeys: ['a'] });
    await s.service.put('de', 'all.yml', { 'legal.terms': 'dort' });
    s.file('all.yml', yaml('hier', 'D2'));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts('all.yml', 'de')).toEqual({ a: 'D2', 'legal.terms': 'dort' });
    await s.service.put('de', 'all.yml', { a: 'D3' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('all.yml', yaml('hier', 'D3'));
  });
});

it.each([
  ['**', 'would ignore every key'],
  ['a..b', 'is empty'],
  ['legal**', 'write * within one'],
])('LS-07 the glob %s over keys is refused', async (glob, reason) => {
  const s = await Session.start({ config: { files: ['l/{locale}.json'], ignoreKeys: [glob] } });
  (await s.run('status')).code(2).stderr('.locsyncrc', reason);
});
