import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { GitProject } from '../support/git-project.js';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

const EN = 'i18n/en.yaml';
const DE = 'i18n/de.yaml';
const PT = 'i18n/pt-BR.yaml';
const EN_TEXT = `# The theme
- id: home
  translation: "Home" # in the menu

- id: readingTime
  translation:
    one: "One minute"
    other: "{{ .Count }} minutes"

# Below a post
- id: nav.back
  translation: "Back"
`;
const DE_TEXT = EN_TEXT.replace('"Home"', "'Start'")
  .replace('One minute', 'Eine Minute')
  .replace('minutes', 'Minuten')
  .replace('Back', 'Zurück');

const FILES = { files: ['i18n/{locale}.yaml'] };

async function pushed() {
  const s = await Session.start({ config: FILES });
  s.file(EN, EN_TEXT).file(DE, DE_TEXT);
  (await s.run('push')).code(0).emptyStderr();
  return s;
}

describe('LI-01 lists of items with ids are synced by id', () => {
  it('push uploads them as they are, and nothing differs afterwards', async () => {
    const s = await pushed();
    expect(await s.service.texts(EN, 'de')).toEqual({
      home: 'Start',
      'readingTime.one': 'Eine Minute',
      'readingTime.other': '{{ .Count }} Minuten',
      'nav.back': 'Zurück',
    });
    (await s.run('status --check')).code(0);
    (await s.run('diff')).code(0);
    (await s.run('check')).code(0);
    const before = s.snapshot();
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
    (await s.run('push')).code(0).stdout('Nothing to push.');
    s.unchanged(before).reads(EN, EN_TEXT).reads(DE, DE_TEXT);
  });

  it('pull changes the one line of the text that a translator changed', async () => {
    const s = await pushed();
    await s.service.put('de', EN, { 'readingTime.one': '1 Minute', 'nav.back': 'Nach oben' });
    (await s.run('status --check')).code(1);
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(DE, DE_TEXT.replace('Eine Minute', '1 Minute').replace('Zurück', 'Nach oben')).reads(EN, EN_TEXT);
    (await s.run('status --check')).code(0);
  });

  it('a text that both sides changed is a conflict with its id, and resolve settles it', async () => {
    const s = await pushed();
    await s.service.put('de', EN, { home: 'Anfang' });
    const own = DE_TEXT.replace('Start', 'Startseite').replace('Zurück', 'Heim');
    s.file(DE, own);
    (await s.run('pull')).code(1).stderr(/home/);
    s.reads(DE, own);
    (await s.run('push')).code(1);
    expect(await s.service.texts(EN, 'de')).toMatchObject({ home: 'Anfang', 'nav.back': 'Heim' });
    (await s.run('resolve --service')).code(0);
    s.reads(DE, own.replace('Startseite', 'Anfang'));
    (await s.run('status --check')).code(0);
  });

  it('a new id goes up, and comes down where the source file has it', async () => {
    const s = await pushed();
    const item = '- id: search\n  translation: "Search"\n\n';
    s.file(EN, EN_TEXT.replace('# Below', `${item}# Below`));
    (await s.run('push')).code(0);
    await s.service.put('de', EN, { search: 'Suche' });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(DE, DE_TEXT.replace('\n# Below', '- id: search\n  translation: "Suche"\n\n# Below'));
    (await s.run('status --check')).code(0);
  });

  it('an id that was deleted here stays gone, and one that is gone there goes as a whole', async () => {
    const s = await pushed();
    s.file(DE, DE_TEXT.replace(/\n# Below[^]*$/, ''));
    (await s.run('pull')).code(0);
    expect(s.text(DE)).not.toContain('nav.back');
    (await s.run('status')).code(0);
  });

  it('a missing language is written as a list', async () => {
    const s = await pushed();
    await s.service.put('pt-BR', EN, {
      home: 'Início',
      'readingTime.one': 'Um minuto',
      'readingTime.other': '{{ .Count }} minutos',
    });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(
      PT,
      '- id: home\n  translation: "Início"\n\n- id: readingTime\n  translation:\n    one: "Um minuto"\n    other: "{{ .Count }} minutos"\n',
    );
    (await s.run('status --check')).code(0);
  });

  it('in JSON with the forms beside the id, notes and all', async () => {
    const en =
      '[\n  {\n    "id": "cats",\n    "description": "Cats.",\n    "one": "{{.Count}} cat",\n    "other": "{{.Count}} cats"\n  },\n  {\n    "id": "no",\n    "other": "No"\n  }\n]\n';
    const s = await Session.start({ config: { files: ['active.{locale}.json'] } });
    s.file('active.en.json', en);
    (await s.run('push')).code(0).emptyStderr();
    await s.service.put('de', 'active.en.json', {
      'cats.one': '{{.Count}} Katze',
      'cats.other': '{{.Count}} Katzen',
      'no.other': 'Nein',
    });
    (await s.run('pull')).code(0).emptyStderr();
    s.reads(
      'active.de.json',
      '[\n  {\n    "id": "cats",\n    "one": "{{.Count}} Katze",\n    "other": "{{.Count}} Katzen"\n  },\n  {\n    "id": "no",\n    "other": "Nein"\n  }\n]\n',
    );
    s.reads('active.en.json', en);
    (await s.run('status --check')).code(0);
    (await s.run('check')).code(0);
  });

  it('an item whose id is the code of a language is an item', async () => {
    const list = '- id: de\n  translation:\n    one: Day\n    other: Days\n';
    const s = await Session.start({ config: FILES });
    s.file(EN, list).file(DE, list.replace('Day', 'Tag').replace('Days', 'Tage'));
    (await s.run('push')).code(0).emptyStderr();
    expect(await s.service.texts(EN, 'de')).toEqual({ 'de.one': 'Tag', 'de.other': 'Tage' });
    (await s.run('status --check')).code(0);
  });
});

describe('LI-02 lists that cannot be told apart by id are refused with their place', () => {
  it.each([
    ['an id twice', EN_TEXT.replace('id: nav.back', 'id: home'), `${DE}:11:1`, 'has the `id` of item 1'],
    ['an item without an id', EN_TEXT.replace('id: nav.back', 'name: x'), `${DE}:11:1`, 'has no `id`'],
    ['an item that is a text', `${EN_TEXT}- x\n`, `${DE}:13:1`, 'is not a map'],
  ])('%s; the other files go on', async (_, text, place, reason) => {
    const s = await pushed();
    await s.service.put('en', EN, { home: 'Start page' });
    s.file(DE, text);
    const before = text;
    (await s.run('pull')).code(5).stderr(place, reason);
    s.reads(DE, before);
    expect(s.text(EN)).toContain('Start page');
  });

  it('an empty list beside a source file that is a map', async () => {
    const s = await Session.start({ config: { files: ['l/{locale}.json'] } });
    s.file('l/en.json', '{"a": "A"}\n').file('l/de.json', '[]\n');
    (await s.run('push')).code(0);
    await s.service.put('de', 'l/en.json', { a: 'Ä' });
    (await s.run('pull')).code(5).stderr('the source file is not a list of items with ids');
    s.reads('l/de.json', '[]\n');
  });
});

describe('LI-03 the commands that work on keys take ids', () => {
  it('mv gives an item another id in every language', async () => {
    const s = await pushed();
    (await s.run('mv readingTime nav.time')).code(1).emptyStderr();
    s.reads(EN, EN_TEXT.replace('readingTime', 'nav.time')).reads(
      DE,
      DE_TEXT.replace('readingTime', 'nav.time'),
    );
    (await s.run('push')).code(0);
    expect(await s.service.texts(EN, 'de')).toMatchObject({ 'nav.time.one': 'Eine Minute' });
    (await s.run('pull')).code(0).stdout('Nothing to pull.');
  });

  it('mv refuses a new name that is taken', async () => {
    const s = await pushed();
    (await s.run('mv home nav.back')).code(2).stderr(/nav\.back/);
    s.reads(EN, EN_TEXT).reads(DE, DE_TEXT);
  });

  it('rm removes the whole item in every language', async () => {
    const s = await pushed();
    (await s.run('rm nav.back')).code(1).emptyStderr();
    const without = (text: string): string => text.replace(/\n?# Below[^]*$/, '');
    expect(s.text(EN).trimEnd()).toBe(without(EN_TEXT).trimEnd());
    expect(s.text(DE).trimEnd()).toBe(without(DE_TEXT).trimEnd());
    (await s.run('pull')).code(0);
    expect(s.text(DE)).not.toContain('nav.back');
  });

  it('mv and rm find the item of a language that has no text of it', async () => {
    const s = await Session.start({ config: { files: ['i18n/{locale}.json'] } });
    const [en, de] = ['i18n/en.json', 'i18n/de.json'];
    s.file(en, '[{"id":"rt","translation":"A"},{"id":"x","translation":"X"}]\n');
    for (const item of ['{"id":"rt","translation":{}}', '{"id":"rt"}']) {
      s.file(de, `[${item},{"id":"x","translation":"XD"}]\n`);
      (await s.run('mv rt rt2')).code(0).stdout('in 2 files');
      s.reads(de, `[${item.replace('"rt"', '"rt2"')},{"id":"x","translation":"XD"}]\n`);
      (await s.run('rm rt2')).code(0).stdout('in 2 files');
      s.reads(en, '[{"id":"x","translation":"X"}]\n').reads(de, '[{"id":"x","translation":"XD"}]\n');
      s.file(en, '[{"id":"rt","translation":"A"},{"id":"x","translation":"X"}]\n');
    }
  });

  it('pseudo writes a list', async () => {
    const s = await pushed();
    (await s.run('pseudo')).code(0).stdout(/en-XA\.yaml: 4 texts/);
    expect(s.text('i18n/en-XA.yaml')).toMatch(
      /^# The theme\n- id: home\n {2}translation: ".*" # in the menu\n/,
    );
    expect(s.text('i18n/en-XA.yaml')).toContain('{{ .Count }}');
  });

  it('undo puts back what a pull replaced', async () => {
    const s = await pushed();
    await s.service.put('de', EN, { home: 'Anfang' });
    (await s.run('pull')).code(0);
    (await s.run('undo')).code(0);
    s.reads(DE, DE_TEXT);
  });

  it('check names a placeholder that a translation lost, at its place in the list', async () => {
    const s = await pushed();
    s.file(DE, DE_TEXT.replace('{{ .Count }} Minuten', 'viele Minuten'));
    (await s.run('check')).code(1).stdout(/^ {2}8:12 {2}the translation of readingTime\.other lacks/m);
  });
});

describe('LI-04 git merges lists by id', () => {
  async function repository() {
    const session: Session = await Session.start({ config: FILES });
    session.file(EN, EN_TEXT).file(DE, DE_TEXT).file('.gitignore', '.locsync/\n');
    (await session.run('push')).code(0);
    const git = new GitProject(session);
    (await session.run('git-setup', { env: { PATH: git.path } })).code(0).emptyStderr();
    git.commit('first');
    return { session, git };
  }

  it('items that two branches add in one place, with their notes, and texts of one item', async () => {
    const { session, git } = await repository();
    const a = '- id: a\n  description: "Of a"\n  translation: "A"\n';
    const b = '- id: b\n  description: "Of b"\n  translation: "B"\n';
    git.branch('a', { [DE]: DE_TEXT + a });
    git.branch('b', { [DE]: DE_TEXT.replace('Start', 'Anfang') + b });
    git.git('merge', '--quiet', 'a');
    git.git('merge', '--quiet', '--no-edit', 'b');
    session.reads(DE, DE_TEXT.replace('Start', 'Anfang') + b + a);
    expect((await session.run('status --json')).json.errors).toEqual([]);
  });

  it('a text that both branches changed gets markers, and nothing else does', async () => {
    const { session, git } = await repository();
    git.branch('a', { [DE]: DE_TEXT.replace('Start', 'Anfang').replace('Zurück', 'Heim') });
    git.branch('b', { [DE]: DE_TEXT.replace('Start', 'Startseite').replace('Eine', '1') });
    git.git('merge', '--quiet', 'a');
    const ran = git.tryGit('merge', '--quiet', '--no-edit', 'b');
    expect(ran.exit).toBe(1);
    expect(ran.said).toContain('home.translation');
    const text = session.text(DE);
    expect(text).toMatch(
      /^<{7} .*\n {2}translation: 'Anfang' # in the menu\n={7}\n {2}translation: 'Startseite' # in the menu\n>{7} /m,
    );
    expect(text.match(/^<{7}/gm)).toHaveLength(1);
    expect(text).toContain('1 Minute');
    expect(text).toContain('Heim');
  });

  it('a note that one branch changed beside a text that the other changed', async () => {
    const { session, git } = await repository();
    const noted = DE_TEXT.replace('- id: nav.back\n', '- id: nav.back\n  description: "Below"\n');
    git.branch('a', { [DE]: noted });
    git.branch('b', { [DE]: DE_TEXT.replace('Zurück', 'Heim') });
    git.git('merge', '--quiet', 'a');
    git.git('merge', '--quiet', '--no-edit', 'b');
    session.reads(DE, noted.replace('Zurück', 'Heim'));
  });
});

describe('LI-07 a pull writes plural forms and ids with dots that the source file lacks', () => {
  const PL = { 'a.b.one': 'Jeden', 'a.b.few': 'Kilka', 'a.b.many': 'Wiele', 'a.b.other': 'Inne' };
  const forms = { one: 'Jeden', other: 'Inne', few: 'Kilka', many: 'Wiele' };
  const shapes = {
    translation: (texts: object): object => ({ translation: texts }),
    forms: (texts: object): object => texts,
  };

  for (const ending of ['yaml', 'json'])
    for (const [shape, of] of Object.entries(shapes))
      it.each([
        ['no file', undefined],
        ['an empty list', '[]\n'],
        ['a file with the source forms', [{ id: 'a.b', ...of({ one: '1', other: '2' }) }]],
      ])(`${ending}, ${shape}, %s`, async (_, before) => {
        const [en, pl] = [`i18n/en.${ending}`, `i18n/pl.${ending}`];
        const config = { files: [`i18n/{locale}.${ending}`] };
        const s = await Session.start({ config, service: { locales: ['en', 'pl'] } });
        s.file(en, fileText(ending, [{ id: 'a.b', ...of({ one: 'One', other: 'Other' }) }]));
        if (before !== undefined) s.file(pl, typeof before === 'string' ? before : fileText(ending, before));
        (await s.run('push')).code(0);
        const added = { 'x.y.few': 'Parę', 'x.y.other': 'Reszta' };
        await s.service.put('pl', en, { ...PL, ...added });
        (await s.run('pull')).code(0).emptyStderr();
        expect(load(s.text(pl))).toEqual([
          { id: 'a.b', ...of(forms) },
          { id: 'x.y', ...of({ few: 'Parę', other: 'Reszta' }) },
        ]);
        (await s.run('status --check')).code(0);
        (await s.run('pull')).code(0).stdout('Nothing to pull.');
      });

  it('a form of an item that is one text here is a conflict that names the file and both keys', async () => {
    const s = await pushed();
    await s.service.put('de', EN, { 'nav.back.few': 'X', 'nav.top': 'Nach oben' });
    (await s.run('pull')).code(1).stderr(DE, 'nav.back is a text here', 'nav.back.few');
    s.reads(DE, `${DE_TEXT}- id: nav.top\n  translation: "Nach oben"\n`);
  });
});
