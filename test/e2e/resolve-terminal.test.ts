import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasPython, Person, type Step } from '../support/person.js';
import { withService } from '../support/service.js';
import { CANARY } from '../support/session.js';

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const DE_TEXT = 'de:\n  hello: Hallo\n  bye: Tschüss\n  terms: |\n    Eins\n    Zwei\n';
const MINE = DE_TEXT.replace('Hallo', 'Servus').replace('Tschüss', 'Ade').replace('Zwei', 'Drei');
const DOWN = '\u001b[B';

/** Three keys in conflict, and git has what both sides last held. */
async function inConflict() {
  const shop = await withService({ token: CANARY });
  onTestFinished(() => shop.close());
  const person = new Person();
  const env = {
    LOCSYNC_BASE_URL: shop.url,
    LOCSYNC_PROJECT: shop.project.id,
    LOCSYNC_TOKEN: CANARY,
    NO_COLOR: '1',
  };
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
      cwd: person.folder,
      stdio: 'ignore',
    });
  execFileSync('rmdir', [`${person.folder}/.git`]);
  person.file('.locsyncrc', 'files: ["config/locales/{locale}.yml"]\n');
  person.file(EN, 'en:\n  hello: Hello\n  bye: Bye\n  terms: |\n    One\n    Two\n').file(DE, DE_TEXT);
  (await person.run(['push'], { env })).code(0);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Sync');
  await shop.put('de', EN, { hello: 'Moin', bye: 'Bis dann', terms: 'Eins\nVier\n' });
  person.file(DE, MINE);
  const types = (steps: readonly Step[], more: Record<string, string> = {}) =>
    person.types(['resolve'], steps, { env: { ...env, ...more } });
  return { shop, person, env, types };
}

const ASKED = 'Which text is right?';
/** What is chosen with so many steps down, once the question for this key is there. */
const take = (key: string, down: number): Step[] => [
  [key, ''],
  [ASKED, `${DOWN.repeat(down)}\r`],
];
const [LATER, OURS, THEIRS, EDIT, STOP] = [0, 1, 2, 3, 4];

describe.skipIf(!hasPython)('RS-11 resolve on a terminal', () => {
  it('shows all texts of each conflict and does what is chosen', async () => {
    const { person, env, shop, types } = await inConflict();
    const ran = await types([...take('hello', OURS), ...take('bye', THEIRS), ...take('terms', LATER)]);
    ran.code(1).stdout(/hello\n {2}here +Servus\n {2}service +Moin\n {2}before +Hallo\n {2}source +Hello\n/);
    ran.stdout('1 of 3', '3 of 3', 'Resolved 2 conflicts. 1 conflict is left.', 'The next `locsync push`');
    expect(person.text(DE)).toBe(MINE.replace('Ade', 'Bis dann'));
    (await person.run(['push'], { env })).code(1);
    const { hello, bye, terms } = await shop.texts(EN, 'de');
    expect({ hello, bye, terms }).toEqual({ hello: 'Servus', bye: 'Bis dann', terms: 'Eins\nVier\n' });
  });

  it('another text is typed in one line, or in an editor if it has several', async () => {
    const { person, env, shop, types } = await inConflict();
    const steps: Step[] = [
      ...take('hello', EDIT),
      ['The text', ' Leute\r'],
      ...take('bye', LATER),
      ...take('terms', EDIT),
    ];
    (await types(steps, { EDITOR: "sed -i 's/Drei/Sieben/'" })).code(1);
    expect(person.text(DE)).toBe(MINE.replace('Servus', 'Servus Leute').replace('Drei', 'Sieben'));
    (await person.run(['push'], { env })).code(1);
    const { hello, terms } = await shop.texts(EN, 'de');
    expect({ hello, terms }).toEqual({ hello: 'Servus Leute', terms: 'Eins\nSieben\n' });
  });

  it('an editor gets no token, and no header for a gateway', async () => {
    const { person, types } = await inConflict();
    (
      await types([...take('hello', LATER), ...take('bye', LATER), ...take('terms', EDIT)], {
        EDITOR: 'sed -i "s/Drei/[$LOCSYNC_TOKEN$LOCSYNC_HEADERS]/"',
      })
    ).code(1);
    expect(person.text(DE)).toBe(MINE.replace('Drei', '[]'));
  });

  it('without an editor it says so and asks again', async () => {
    const { person, types } = await inConflict();
    const ran = await types(
      [...take('hello', LATER), ...take('bye', LATER), ...take('terms', EDIT), ['EDITOR', ''], [ASKED, '\r']],
      { EDITOR: '', VISUAL: '' },
    );
    ran.code(1).stdout('neither VISUAL nor EDITOR is set');
    expect(person.text(DE)).toBe(MINE);
  });

  it('RS-12 Ctrl+C writes nothing and says so; to stop writes what was decided', async () => {
    const { person, types } = await inConflict();
    const lock = person.text('locsync.lock');
    const ran = await types([...take('hello', THEIRS), ['bye', ''], [ASKED, '\u0003']]);
    ran.code(130).stdout('one conflict was decided, but nothing was written');
    expect([person.text(DE), person.text('locsync.lock')]).toEqual([MINE, lock]);
    (await types([...take('hello', THEIRS), ...take('bye', STOP)])).code(1).stdout('2 conflicts are left');
    expect(person.text(DE)).toBe(MINE.replace('Servus', 'Moin'));
  });

  it('RS-13 a text that changes while the question waits is not written over', async () => {
    const { person, types } = await inConflict();
    const ran = await types([...take('hello', THEIRS), ...take('bye', THEIRS), ...take('terms', EDIT)], {
      EDITOR: `sed -i 's/Servus/Grüezi/' ${DE} && sed -i 's/Drei/Acht/'`,
    });
    ran.code(1).stdout('a text has changed since you were asked, and stays as it is: hello');
    const after = MINE.replace('Servus', 'Grüezi').replace('Ade', 'Bis dann').replace('Drei', 'Acht');
    expect(person.text(DE)).toBe(after);
  });
});
