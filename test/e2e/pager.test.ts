import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPython, installed, Person } from '../support/person.js';
import { withService } from '../support/service.js';
import { CANARY } from '../support/session.js';

/** A project with `texts` texts that only this side has. */
async function project(texts: number): Promise<{ person: Person; env: Readonly<Record<string, string>> }> {
  const service = await withService({ token: CANARY });
  onTestFinished(() => service.close());
  const person = new Person();
  const lines = Array.from({ length: texts }, (_, i) => `  key${i}: Text ${i}\n`);
  person.file('.locsyncrc', 'files:\n  - l/{locale}.yml\n').file('l/en.yml', `en:\n${lines.join('')}`);
  const env = {
    LOCSYNC_BASE_URL: service.url,
    LOCSYNC_PROJECT: service.project.id,
    LOCSYNC_TOKEN: CANARY,
  };
  return { person, env };
}

// The pager says that it is one, and shows what it was given.
const PAGER = 'printf "%s\\n" "paged $LESS [$LOCSYNC_TOKEN]"; sed "s/^/| /"';

describe.runIf(hasPython)('diff that is longer than the screen', () => {
  it('is shown by LOCSYNC_PAGER, which gets no token, and keeps its exit code', async () => {
    const { person, env } = await project(30);
    const ran = (
      await person.types(['diff'], [], { env: { ...env, LOCSYNC_PAGER: PAGER, PAGER: 'false' } })
    ).code(1);
    expect(ran.out).toContain('paged FRX []\n');
    expect(ran.out.match(/^\| {5}here {3}Text \d+$/gm)).toHaveLength(30);
    expect(ran.out).not.toMatch(/^ {4}here/m);
  });

  it.runIf(installed('less'))(
    'is shown by less without a variable; q leaves it, Ctrl+C does not',
    async () => {
      const { person, env } = await project(60);
      const steps = [
        [':', '\u0003'],
        // less drops one key if the signal arrives just before it waits for one.
        ['', 'j '],
        ['Text 15', 'q'],
      ] as const;
      const ran = (await person.types(['diff'], steps, { env })).code(1);
      expect(ran.out).not.toContain('Text 59');
    },
  );

  it.each([
    ['PAGER is cat', { PAGER: 'cat' }],
    ['LOCSYNC_PAGER is empty', { LOCSYNC_PAGER: '', PAGER: PAGER }],
    ['the pager is not there', { PAGER: 'no-such-pager-here' }],
    ['the terminal is dumb', { TERM: 'dumb', PAGER }],
  ])('is printed if %s', async (_, more) => {
    const { person, env } = await project(30);
    const ran = (await person.types(['diff'], [], { env: { ...env, ...more } })).code(1);
    expect(ran.out).not.toContain('paged');
    expect(ran.out.match(/^ {4}here {3}Text \d+$/gm)).toHaveLength(30);
  });

  it('is printed into a pipe, as JSON, and if it fits the screen', async () => {
    const { person, env } = await project(5);
    const paging = { ...env, PAGER };
    expect((await person.types(['diff'], [], { env: paging })).code(1).out).not.toContain('paged');
    const long = await project(30);
    const options = { env: { ...long.env, PAGER } };
    expect((await long.person.types(['diff', '--json'], [], options)).code(1).out).not.toContain('paged');
    expect((await long.person.run(['diff'], options)).code(1).out).not.toContain('paged');
  });
});
