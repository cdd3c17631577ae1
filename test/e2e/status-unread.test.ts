import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

const text = (code: string): string => `${code}:\n  hello: Hello\n  bye: Bye\n`;
const BROKEN = 'de:\n  hello: "Hallo\n';

async function project(...files: readonly string[]) {
  const s = await Session.start({ config: { files: files.map((name) => `${name}/{locale}.yml`) } });
  for (const name of files) for (const code of ['en', 'de']) s.file(`${name}/${code}.yml`, text(code));
  (await s.run('push')).code(0);
  return s;
}

describe('status names a language of which a file cannot be read', () => {
  it('if that is its only file', async () => {
    const s = await project('a');
    s.file('a/de.yml', BROKEN);
    const ran = (await s.run('status')).code(5);
    expect(ran.out).toMatch(/^en +100% +2 of 2 keys$/m);
    expect(ran.out).toMatch(/^de +1 file not read$/m);
  });

  it('if it has others', async () => {
    const s = await project('a', 'b');
    s.file('a/de.yml', BROKEN);
    expect((await s.run('status')).code(5).out).toMatch(/^de +100% +2 of 2 keys, 1 file not read$/m);
    expect((await s.run('status --reporter markdown')).out).toContain('2 of 2, 1 file not read');
  });
});
