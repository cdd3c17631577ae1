import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { jsonText } from '../support/file-text.js';

type Texts = Record<string, string>;

const fold = (code: string): string => code.replaceAll('_', '-').toLowerCase();

/**
 * A service that lists pt with its country apart, and tells the language of an upload by its root
 * keys, else by its name.
 */
async function world(localeMap: Readonly<Record<string, string>>, pattern = 'c/{locale}.json') {
  const s = await Session.scripted({ config: { files: [pattern], localeMap } });
  const tags = ['en', 'pt-BR'];
  const held = new Map<string, Texts>([['en', { a: 'A', b: 'B' }]]);
  const sent: { readonly filename: string; readonly content: Record<string, unknown> }[] = [];
  const name = pattern.replace('*', 'all').replace('{locale}', 'en');
  s.service.script
    .on('locales', {
      body: [
        { api_id: 'loc_en', name: 'English', code: 'en', country: '' },
        { api_id: 'loc_pt-BR', name: 'Português', code: 'pt', country: 'BR' },
      ],
    })
    .on('sourceFiles', () => ({ body: [{ api_id: 'fil_1', name, keys: 2 }] }))
    .on('texts', ({ url }) => {
      const tag = (new URL(url, 'http://h').searchParams.get('locale_id') ?? '').replace('loc_', '');
      return { body: { api_id: 'fil_1', name, keys: 2, content: { [tag]: held.get(tag) ?? {} } } };
    })
    .on('upload', ({ body }) => {
      const { filename, content } = JSON.parse(body) as { filename: string; content: string };
      const texts = JSON.parse(content) as Record<string, unknown>;
      sent.push({ filename, content: texts });
      const own = tags.find((tag) => filename.includes(`/${tag}.`)) ?? 'en';
      const rootOf = (key: string): string | undefined => tags.find((tag) => fold(tag) === fold(key));
      const isRooted = Object.keys(texts).every((key) => rootOf(key) !== undefined);
      for (const [tag, part] of isRooted ? Object.entries(texts) : [[own, texts] as const]) {
        const code = rootOf(tag) ?? tag;
        held.set(code, { ...held.get(code), ...(part as Texts) });
      }
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      return { body: { api_id: 'fil_1', name, project_id: 'pro_1', last_version } };
    });
  return { s, held, sent };
}

const EN = jsonText({ en: { a: 'A', b: 'B' } });

const ROOTS = ['pt-BR', 'pt_BR', 'PT-br', 'pt_br', 'pt', 'PT'];

describe.each([{ 'pt-BR': 'pt' }, { pt: 'pt' }, { 'pt-BR': 'br' }] as const)(
  'A1 localeMap %j, a file that keeps a spelling of the locale as its root',
  (localeMap) => {
    const tag = Object.values(localeMap)[0] ?? '';
    const path = `c/${tag}.json`;
    const file = (root: string, texts: Texts): string => jsonText({ [root]: texts });

    it.each([...ROOTS, tag.toUpperCase()])('%s: pull writes below it, and keeps it', async (root) => {
      const { s, held } = await world(localeMap);
      held.set('pt-BR', { a: 'BR tr', b: 'pB' });
      s.file('c/en.json', EN).file(path, file(root, { a: 'BR tr' }));
      (await s.run('pull')).code(0).emptyStderr();
      s.reads(path, file(root, { a: 'BR tr', b: 'pB' }));
      held.set('pt-BR', { a: 'BR tr 2', b: 'pB' });
      (await s.run('pull')).code(0).emptyStderr();
      s.reads(path, file(root, { a: 'BR tr 2', b: 'pB' }));
      (await s.run('push')).code(0).stdout('Nothing to push.');
    });
  },
);

describe('A1 localeMap pt-BR to pt: push', () => {
  const file = (root: string, texts: Texts): string => jsonText({ [root]: texts });

  it.each(ROOTS)('%s: an edit goes up under the code of the service, nothing beside it', async (root) => {
    const { s, held, sent } = await world({ 'pt-BR': 'pt' });
    held.set('pt-BR', { a: 'pA', b: 'pB' });
    s.file('c/en.json', EN).file('c/pt.json', file(root, { a: 'pA', b: 'pB' }));
    (await s.run('pull')).code(0);
    held.set('pt-BR', { a: 'pA', b: 'pB tr' });
    s.file('c/pt.json', file(root, { a: 'pA dev', b: 'pB' }));
    (await s.run('push')).code(0);
    expect(held.get('pt-BR')).toEqual({ a: 'pA dev', b: 'pB tr' });
    expect(sent.map(({ filename, content }) => [filename, Object.keys(content)])).toEqual([
      ['c/pt-BR.json', ['pt-BR']],
    ]);
    s.reads('c/pt.json', file(root, { a: 'pA dev', b: 'pB' }));
    (await s.run('pull')).code(0);
    s.reads('c/pt.json', file(root, { a: 'pA dev', b: 'pB tr' }));
  });

  it.each(ROOTS)('%s: at first contact no text of the service is overwritten', async (root) => {
    const { s, held } = await world({ 'pt-BR': 'pt' });
    held.set('pt-BR', { a: 'BR tr', b: 'pB' });
    s.file('c/en.json', EN).file('c/pt.json', file(root, { a: 'pA', b: 'pB' }));
    (await s.run('push'))
      .code(1)
      .stderr('the last sync is not recorded, so locsync cannot tell which text is newer: a');
    expect(held.get('pt-BR')).toEqual({ a: 'BR tr', b: 'pB' });
    s.reads('c/pt.json', file(root, { a: 'pA', b: 'pB' }));
  });

  it('with a base, texts that differ on both sides are a conflict, and the service keeps its own', async () => {
    const { s, held } = await world({});
    held.set('pt-BR', { a: 'pA', b: 'pB' });
    s.file('c/en.json', EN).file('c/pt-BR.json', file('pt-BR', { a: 'pA', b: 'pB' }));
    (await s.run('pull')).code(0);
    s.config({ files: ['c/{locale}.json'], localeMap: { 'pt-BR': 'pt' } }).remove('c/pt-BR.json');
    s.file('c/pt.json', file('pt-BR', { a: 'dev', b: 'pB dev' }));
    held.set('pt-BR', { a: 'tr', b: 'pB' });
    (await s.run('push')).code(1).stderr(/1 key was changed on both sides: a/);
    expect(held.get('pt-BR')).toEqual({ a: 'tr', b: 'pB dev' });
  });

  it.each([
    ['pt', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
  ])('%s and %s in one file: refused, nothing is sent or written', async (one, other) => {
    const { s, held, sent } = await world({ 'pt-BR': 'pt' });
    held.set('pt-BR', { a: 'BR tr', b: 'pB' });
    s.file('c/en.json', EN).file('c/pt.json', jsonText({ [one]: { a: 'x' }, [other]: { a: 'y' } }));
    const before = s.text('c/pt.json');
    for (const command of ['pull', 'push']) {
      const ran = await s.run(`${command} --json`);
      expect(ran.errors, ran.transcript).toEqual(['LOCALE_ROOT_TWICE']);
    }
    expect(sent).toEqual([]);
    s.reads('c/pt.json', before);
  });

  it('the root of the service’s code is another language in the file of the source locale', async () => {
    const { s, sent } = await world({ 'pt-BR': 'pt' });
    s.file('c/en.json', file('pt-BR', { a: 'A' })).file('c/pt.json', file('pt', { a: 'pA' }));
    const push = await s.run('push --json --locale en');
    expect(push.errors).toEqual(['LOCALE_ROOT']);
    expect(sent).toEqual([]);
  });
});

describe('A1 localeMap pt-BR to pt: a file of several languages', () => {
  it.each(ROOTS)('%s: it is that language, both ways', async (root) => {
    const { s, held, sent } = await world({ 'pt-BR': 'pt' }, 'i/*.json');
    held.set('pt-BR', { a: 'pA', b: 'pB' });
    const texts = (pt: Texts): string => jsonText({ en: { a: 'A', b: 'B' }, [root]: pt });
    s.file('i/all.json', texts({ a: 'pA' }));
    (await s.run('pull')).code(0).emptyStderr();
    s.reads('i/all.json', texts({ a: 'pA', b: 'pB' }));
    s.file('i/all.json', texts({ a: 'pA dev', b: 'pB' }));
    (await s.run('push')).code(0);
    expect(held.get('pt-BR')).toEqual({ a: 'pA dev', b: 'pB' });
    expect(sent.map(({ content }) => Object.keys(content))).toEqual([['en', 'pt-BR']]);
    s.reads('i/all.json', texts({ a: 'pA dev', b: 'pB' }));
  });

  it('two spellings of it: refused', async () => {
    const { s, sent } = await world({ 'pt-BR': 'pt' }, 'i/*.json');
    s.file('i/all.json', jsonText({ en: { a: 'A', b: 'B' }, pt: { a: 'x' }, 'pt-BR': { a: 'y' } }));
    const push = await s.run('push --json');
    expect(push.errors).toEqual(['LOCALE_ROOT_TWICE']);
    expect(sent).toEqual([]);
  });
});
