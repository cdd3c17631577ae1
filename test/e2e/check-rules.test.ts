import { expect, describe, it } from 'vitest';
import { Session } from '../support/session.js';

const FILES = { files: ['config/locales/{locale}.yml'] };
const EN = 'en:\n  hello: Hello %{name}\n  label: "Name: "\n  bye: Bye %{name}\n';
const DE = 'de:\n  hello: Hallo\n  label: "Name:"\n  bye: Bis bald, %{name}\n  old: Alt\n';
const BASELINE = '.locsync-check.json';

function project(config: Readonly<Record<string, unknown>> = {}): Session {
  return Session.at({ url: 'http://127.0.0.1:9', project: 'p', token: 'tok_nobody_1234567890' })
    .config({ ...FILES, ...config })
    .file('config/locales/en.yml', EN)
    .file('config/locales/de.yml', DE);
}

describe('check in a project with many findings (issue 15, item 9)', () => {
  it('a lost placeholder is an error, a trailing space a warning, an orphan key nothing', async () => {
    const { json } = (await project().run('check --json')).code(1);
    expect(json.errors.map(({ code }) => code)).toEqual(['CHECK_PLACEHOLDERS']);
    expect(json.warnings.map(({ code }) => code)).toEqual(['CHECK_BLANKS']);
    expect(json.summary).toMatchObject({ problems: 2, placeholders: 1, blanks: 1, orphans: 0, baselined: 0 });
  });

  it('counts by rule and by file', async () => {
    (await project().run('check'))
      .code(1)
      .stdout('config/locales/de.yml  2 problems', 'By rule: 1 placeholders, 1 blanks. 1 error, 1 warning.');
  });

  it('the configuration switches rules off and says how much the others matter', async () => {
    const rules = { placeholders: 'off', blanks: 'error', orphans: 'warning' };
    const { json } = (await project({ check: { rules } }).run('check --json')).code(1);
    expect(json.errors.map(({ code }) => code)).toEqual(['CHECK_BLANKS']);
    expect(json.warnings).toMatchObject([{ code: 'CHECK_ORPHAN', key: 'old', line: 5 }]);
    (await project({ check: { rules: { placeholders: 'off' } } }).run('check')).code(0);
    const yaml =
      'files:\n  - config/locales/{locale}.yml\ncheck:\n  rules:\n    placeholders: off\n    blanks: off\n';
    (await project().config(yaml).run('check')).code(0).stdout('nothing is wrong');
  });

  it('an unknown rule or severity is an error of the configuration', async () => {
    (await project({ check: { rules: { blank: 'off' } } }).run('check')).code(2).stderr('blanks');
    (await project({ check: { rules: { blanks: 'no' } } }).run('check'))
      .code(2)
      .stderr('error, warning, off');
  });

  it('--max-warnings bounds the warnings', async () => {
    const s = project({ check: { rules: { placeholders: 'warning' } } });
    (await s.run('check')).code(0);
    (await s.run('check --max-warnings 2')).code(0);
    (await s.run('check --max-warnings 1')).code(1).stderr('there are 2 warnings');
  });

  it('a baseline hides what it has, and nothing new', async () => {
    const s = project();
    (await s.run('check --update-baseline')).code(0).stdout(`${BASELINE} holds 2 findings now. Commit it.`);
    expect(s.text(BASELINE).replaceAll(/ [\w-]{11}"/g, ' …"')).toBe(
      `${JSON.stringify({ version: 1, files: { 'config/locales/de.yml': { blanks: ['label …'], placeholders: ['hello …'] } } }, undefined, 2)}\n`,
    );
    const before = s.snapshot();
    (await s.run('check')).code(0).emptyStderr().stdout('nothing is wrong', '2 more in the baseline');
    s.unchanged(before);
    s.file('config/locales/de.yml', DE.replace(', %{name}', ''));
    const { json } = (await s.run('check --json')).code(1);
    expect(json.errors).toMatchObject([{ code: 'CHECK_PLACEHOLDERS', key: 'bye' }]);
    expect(json.summary.baselined).toBe(2);
    s.file('config/locales/de.yml', DE.replace('Hallo', 'Hallo %{name}'));
    (await s.run('check')).code(0).stdout('1 finding of the baseline no longer applies: --update-baseline');
    expect((await s.run('check --json')).json.summary).toMatchObject({ outdated: 1, baselined: 1 });
    // A part of the project says nothing of the rest.
    expect((await s.run('check --json --locale en')).json.summary.outdated).toBe(0);
    (await s.run('check --update-baseline')).code(0).stdout('holds 1 finding now');
    expect(s.text(BASELINE)).not.toContain('hello');
  });

  it('a baseline hides no other fault of a key that it has', async () => {
    const s = project();
    (await s.run('check --update-baseline')).code(0);
    (await s.run('check')).code(0);
    s.file('config/locales/de.yml', DE.replace('Hallo', 'Hallo %{nmae}'));
    const { json } = (await s.run('check --json')).code(1);
    expect(json.errors).toMatchObject([{ code: 'CHECK_PLACEHOLDERS', key: 'hello' }]);
  });

  it('--update-baseline keeps what is accepted in a file that cannot be read', async () => {
    const s = project();
    (await s.run('check --update-baseline')).code(0);
    const before = s.text(BASELINE);
    s.file('config/locales/de.yml', 'de: [\n');
    (await s.run('check --update-baseline')).code(5).stdout('holds 2 findings now');
    s.reads(BASELINE, before);
  });

  it('a baseline is for the whole project, and a damaged one is no permission', async () => {
    const s = project();
    (await s.run('check --update-baseline --locale de')).code(2).stderr('--update-baseline');
    (await s.run('check --update-baseline config/locales/de.yml')).code(2);
    for (const text of [
      '',
      '{',
      '{}',
      '{"version":1,"files":[]}',
      '{"version":1,"files":{"a":{"tags":3}}}',
    ]) {
      s.file(BASELINE, text);
      (await s.run('check')).code(5).stderr(`${BASELINE}: this is not a baseline`);
    }
    (await s.run('check --update-baseline')).code(0);
    (await s.run('check')).code(0);
    s.remove('config/locales/de.yml')
      .remove(BASELINE)
      .file('config/locales/de.yml', EN.replace('en:', 'de:'));
    (await s.run('check --update-baseline')).code(0);
    expect(s.has(BASELINE)).toBe(false);
  });
});
