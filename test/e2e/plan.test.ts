import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inStep, of } from '../support/in-step.js';
import { posts, Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

const EN = 'config/locales/en.yml';
const DE = 'config/locales/de.yml';
const DE_TEXT = 'de:\n  hello: Hallo\n  bye: Ade\n';

/** `hello` is to be pulled, `bye` to be pushed. */
async function waiting() {
  const s = await Session.start();
  s.file(EN, 'en:\n  hello: Hello\n  bye: Bye\n').file(DE, DE_TEXT);
  (await s.run('push')).code(0);
  await s.service.put('de', EN, { hello: 'Moin' });
  s.file(DE, DE_TEXT.replace('Ade', 'Bis dann'));
  return s;
}

interface Plan {
  switches: string[];
  files: { path: string; here: string; locales: { locale: string; changes: object[] }[] }[];
}
const planOf = (s: { text(path: string): string }): Plan => JSON.parse(s.text('plan.json')) as Plan;

describe('PF-01 a plan', () => {
  it('of a pull says what would be done, changes nothing, and is done by apply', async () => {
    const s = await waiting();
    const before = s.snapshot();
    (await s.run('pull --plan plan.json')).code(0).stdout('Would pull 1 file.', '`locsync apply plan.json`');
    const plan = planOf(s);
    expect(plan.files.map(({ path }) => path)).toEqual([DE, EN, 'config/locales/pt-BR.yml']);
    expect(plan.files[0]?.locales[0]?.changes).toEqual([
      { key: 'hello', kind: 'changed', before: 'Hallo', after: 'Moin' },
    ]);
    expect(s.text('plan.json')).not.toContain(s.service.token);
    const text = s.text('plan.json');
    s.remove('plan.json').unchanged(before).file('plan.json', text);
    (await s.run('apply plan.json')).code(0).stdout('Pulled 1 file.');
    s.reads(DE, DE_TEXT.replace('Ade', 'Bis dann').replace('Hallo', 'Moin'));
    // It cannot be done twice.
    expect((await s.run('apply plan.json --json')).code(1).errors).toEqual(['PLAN_MOVED']);
  });

  it('of a push, made and applied in different folders, with its options', async () => {
    const s = await waiting();
    const uploads = posts(s.service).uploads;
    (await s.run('push --force --locale de --plan ../../plan.json de.yml', { cwd: 'config/locales' })).code(
      0,
    );
    expect(planOf(s).switches).toEqual(['force']);
    expect(posts(s.service).uploads).toBe(uploads);
    (await s.run('apply ../plan.json', { cwd: 'config' })).code(0).stdout('Pushed 1 file.');
    expect(posts(s.service).uploads).toBe(uploads + 1);
    const { hello, bye } = await s.service.texts(EN, 'de');
    expect({ hello, bye }).toEqual({ hello: 'Moin', bye: 'Bis dann' });
  });

  it('of nothing to do can be applied too, and a new plan replaces an old one', async () => {
    const s = await waiting();
    (await s.run('pull --plan plan.json')).code(0);
    (await s.run('pull')).code(0);
    (await s.run('pull --plan plan.json')).code(0);
    (await s.run('apply plan.json')).code(0).stdout('Nothing to pull.');
  });
});

describe('PF-02 a plan after something has moved', () => {
  it.each(['pull', 'push'])(
    'of %s: both sides and the lock are named, and nothing is done',
    async (command) => {
      const s = await waiting();
      (await s.run(`${command} --plan plan.json`)).code(0);
      const good = { de: s.text(DE), lock: s.text('locsync.lock') };
      const refused = async (what: string): Promise<void> => {
        const before = s.snapshot();
        const uploads = posts(s.service).uploads;
        (await s.run('apply plan.json'))
          .code(1)
          .stderr('the plan no longer holds, and nothing was done', what);
        s.unchanged(before);
        expect(posts(s.service).uploads).toBe(uploads);
      };
      s.file(DE, good.de.replace('Bis dann', 'Servus'));
      await refused('config/locales/de.yml (here)');
      // A comment counts, too.
      s.file(DE, `# x\n${good.de}`);
      await refused('config/locales/de.yml (here)');
      s.file(DE, good.de).remove('locsync.lock');
      await refused('locsync.lock');
      s.file('locsync.lock', good.lock).file('config/locales/pt-BR.yml', 'pt-BR:\n  hello: Olá\n');
      await refused('config/locales/pt-BR.yml (here');
      s.remove('config/locales/pt-BR.yml');
      await s.service.put('de', EN, { bye: 'Ade!' });
      await refused('config/locales/de.yml (on the service)');
    },
  );
});

describe('PF-09 a text that changes on the service while a plan is applied', () => {
  it('is not replaced, although the plan says --force', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    fakeService.set('de', { ...of('de'), b: 'Dort 1' });
    s.file('l/de.json', jsonText({ ...of('de'), b: 'Hier' }));
    (await s.run('push --force --plan p.json')).code(0);
    let reads = 0;
    s.service.script.on('texts', (request) => {
      if (request.url.includes('loc_de') && ++reads === 2)
        fakeService.set('de', { ...of('de'), b: 'Dort 2' });
      return fakeService.read(request);
    });
    (await s.run('apply p.json'))
      .code(1)
      .stderr('the plan no longer holds for this file', 'changed since: b');
    expect(fakeService.texts('de')['b']).toBe('Dort 2');
    s.reads('l/de.json', jsonText({ ...of('de'), b: 'Hier' }));
  });

  it('does not matter if the upload leaves it as it is', async () => {
    const { s, fakeService } = await inStep(() => undefined);
    s.file('l/de.json', jsonText({ ...of('de'), b: 'Hier' }));
    (await s.run('push --plan p.json')).code(0);
    let reads = 0;
    s.service.script.on('texts', (request) => {
      if (request.url.includes('loc_de') && ++reads === 2) fakeService.set('de', { ...of('de'), c: 'Dort' });
      return fakeService.read(request);
    });
    (await s.run('apply p.json')).code(0);
    expect(fakeService.texts('de')).toMatchObject({ b: 'Hier', c: 'Dort' });
  });
});

describe('PF-03 what is not a plan for this project', () => {
  it.each([
    ['nothing', undefined],
    ['no JSON', 'x'],
    ['another document', '{"kind":"other"}'],
    ['of a later version', '{"kind":"locsync-plan","schemaVersion":2}'],
    [
      'without its files',
      '{"kind":"locsync-plan","schemaVersion":1,"command":"pull","origin":"x","project":"y"}',
    ],
    ['of another command', '{"kind":"locsync-plan","schemaVersion":1,"command":"serve"}'],
  ])('%s: usage error, nothing done', async (_, text) => {
    const s = await waiting();
    if (text !== undefined) s.file('plan.json', text);
    const before = s.snapshot();
    expect((await s.run('apply plan.json --json')).code(2).errors).toEqual(['PLAN_UNREADABLE']);
    s.unchanged(before);
  });

  it('a forged one leads to no other file and no other text', async () => {
    const s = await waiting();
    (await s.run('pull --plan plan.json')).code(0);
    const text = s.text('plan.json');
    const before = s.text(DE);
    for (const [from, to] of [
      ['"Moin"', '"pwned"'],
      ['config/locales/de.yml', '../../../etc/passwd'],
      ['"switches": []', '"switches": ["force", "prune"]'],
    ] as const) {
      expect(text).toContain(from);
      s.file('plan.json', text.replace(from, to));
      const ran = await s.run('apply plan.json');
      // With these switches the same would be done.
      if (from === '"switches": []') ran.code(0).stdout('Pulled 1 file.');
      else {
        ran.code(1).stderr('the plan no longer holds');
        s.reads(DE, before);
      }
    }
  });

  it('of another project or another service', async () => {
    const s = await waiting();
    (await s.run('pull --plan plan.json')).code(0);
    s.file('plan.json', s.text('plan.json').replace(/"project": "[^"]*"/, '"project": "pro_999"'));
    expect((await s.run('apply plan.json --json')).code(2).errors).toEqual(['PLAN_OTHER']);
  });

  it.runIf(process.platform !== 'win32')('a named pipe does not hang', async () => {
    const s = await waiting();
    execFileSync('mkfifo', [join(s.folder, 'plan.json')]);
    (await s.launch('apply plan.json')).code(5).stderr('named pipe');
  });
});

describe('PF-04 --plan', () => {
  it('replaces no other file, and goes with neither --dry-run nor --watch', async () => {
    const s = await waiting();
    const before = s.snapshot();
    expect((await s.run(`pull --json --plan ${DE}`)).code(2).errors).toEqual(['PLAN_FOREIGN']);
    const another = DE.replace('de', 'fr');
    (await s.run(`pull --plan ${another}`)).code(2).stderr('treats this path as a locale file');
    (await s.run('pull --plan plan.json --dry-run')).code(2);
    (await s.run('push --plan plan.json --watch')).code(2);
    s.unchanged(before);
  });
});
