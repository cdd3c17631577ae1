import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';

type Texts = Record<string, string>;
interface Listed {
  readonly code: string;
  readonly country: string;
}

/**
 * A service with one source file, whose languages may be called otherwise from one run to the next.
 */
async function renaming(pattern: string, before: readonly Listed[]) {
  const s = await Session.scripted({ config: { files: [pattern] } });
  const held = new Map<string, Texts>();
  let listed = before;
  let name = '';
  // A country stays the same language, whatever its code is; without one it is the only one of its
  // language.
  const idOf = (code: string): string => {
    const [language = '', country = ''] = code.toLowerCase().split(/[-_]/);
    return language === 'pt' ? `pt-${country === '' ? 'br' : country}` : language;
  };
  s.service.script
    .on('locales', () => ({
      body: listed.map(({ code, country }) => ({
        api_id: `loc_${idOf(country === '' ? code : `${code}-${country}`)}`,
        name: code,
        code,
        country,
      })),
    }))
    .on('sourceFiles', () => ({
      body: name === '' ? [] : [{ api_id: 'fil_1', name, keys: held.get('en')?.['c'] === undefined ? 0 : 3 }],
    }))
    .on('texts', ({ url }) => {
      const id = (new URL(url, 'http://h').searchParams.get('locale_id') ?? '').replace('loc_', '');
      return { body: { api_id: 'fil_1', name, keys: 3, content: { [id]: held.get(id) ?? {} } } };
    })
    .on('upload', ({ body }) => {
      const { filename, content } = JSON.parse(body) as { filename: string; content: string };
      if (name === '') name = filename;
      const own = /([a-z]{2}(?:[-_][a-z]{2})?)\.json$/i.exec(filename)?.[1] ?? '';
      const all = JSON.parse(content) as Record<string, Texts>;
      const parts = filename.startsWith('i/')
        ? Object.entries(all)
        : [[own, all as unknown as Texts] as const];
      for (const [code, texts] of parts) held.set(idOf(code), { ...held.get(idOf(code)), ...texts });
      const last_version = { id: 'fiv_1', number: 1, upload: 'api' };
      return { body: { api_id: 'fil_1', name, project_id: 'pro_1', last_version } };
    });
  return { s, held, list: (now: readonly Listed[]) => void (listed = now) };
}

const locale = (code: string, country = ''): Listed => ({ code, country });
const EN = locale('en');
const EN_TEXTS = { a: 'A', b: 'B', c: 'C' };

const CASES: readonly (readonly [string, readonly Listed[], readonly Listed[]])[] = [
  ['M5 pt-PT joins pt-BR', [EN, locale('pt', 'BR')], [EN, locale('pt', 'PT'), locale('pt', 'BR')]],
  ['K0 pt+BR becomes pt_BR', [EN, locale('pt', 'BR')], [EN, locale('pt_BR')]],
  ['K0 en and pt become EN and PT', [EN, locale('pt')], [locale('EN'), locale('PT')]],
];

describe.each(CASES)('%s', (_name, before, then) => {
  it.each(['c/{locale}.json', 'i/*.json'])(
    '%s: what is called pt here stays the same language, edits go both ways',
    async (pattern) => {
      const isMulti = pattern.startsWith('i');
      const { s, held, list } = await renaming(pattern, before);
      const render = (texts: Texts): string => `${JSON.stringify(texts)}\n`;
      const write = (pt: Texts): void => {
        if (isMulti) s.file('i/all.json', JSON.stringify({ en: EN_TEXTS, pt }));
        else s.file('c/en.json', render(EN_TEXTS)).file('c/pt.json', render(pt));
      };
      const reads = (pt: Texts): void => {
        if (isMulti) expect(JSON.parse(s.text('i/all.json'))).toEqual({ en: EN_TEXTS, pt });
        else s.reads('c/pt.json', render(pt));
      };
      write({ a: 'pA', b: 'pB', c: 'pC' });
      (await s.run('push')).code(0).emptyStderr();
      list(then);
      held.set('pt-br', { a: 'pA tr', b: 'pB', c: 'pC' });
      held.set('en', { ...EN_TEXTS });
      write({ a: 'pA', b: 'pB dev', c: 'pC' });
      (await s.run('pull')).code(0).emptyStderr();
      reads({ a: 'pA tr', b: 'pB dev', c: 'pC' });
      (await s.run('push')).code(0).emptyStderr();
      expect(held.get('pt-br')).toEqual({ a: 'pA tr', b: 'pB dev', c: 'pC' });
      expect([...held.keys()].sort()).toEqual(['en', 'pt-br']);
      const check = await s.run('status --check');
      check.code(0);
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
      expect([...s.snapshot().keys()].filter((path) => /pt[-_]/i.test(path))).toEqual([]);
    },
  );
});

describe('M5 the neighbours', () => {
  it('the texts tell that the other region is meant, also if the file was synced before the country was known', async () => {
    const { s, held, list } = await renaming('c/{locale}.json', [EN, locale('pt')]);
    s.file('c/en.json', JSON.stringify(EN_TEXTS)).file('c/pt.json', '{"a": "pA", "b": "pB", "c": "pC"}');
    (await s.run('push')).code(0);
    list([EN, locale('pt', 'BR'), locale('pt', 'PT')]);
    held.set('pt-pt', { a: 'pA', b: 'pB 2', c: 'pC' });
    held.set('pt-br', { a: 'bA', b: 'bB', c: 'bC' });
    (await s.run('pull')).code(0);
    s.reads('c/pt.json', '{"a": "pA", "b": "pB 2", "c": "pC"}');
    expect(JSON.parse(s.text('c/pt-BR.json'))).toEqual({ a: 'bA', b: 'bB', c: 'bC' });
  });

  it('both regions hold the same texts: nothing is guessed, the file is left alone', async () => {
    const { s, held, list } = await renaming('c/{locale}.json', [EN, locale('pt', 'BR')]);
    s.file('c/en.json', JSON.stringify(EN_TEXTS)).file('c/pt.json', '{"a": "pA", "b": "pB", "c": "pC"}');
    (await s.run('push')).code(0);
    list([EN, locale('pt', 'BR'), locale('pt', 'PT')]);
    held.set('pt-pt', { ...held.get('pt-br') });
    (await s.run('pull')).code(2).stderr(/c\/pt\.json.*pt-BR and pt-PT/, /"pt-BR": "pt"/);
    s.reads('c/pt.json', '{"a": "pA", "b": "pB", "c": "pC"}');
    s.config({ files: ['c/{locale}.json'], localeMap: { 'pt-BR': 'pt' } });
    (await s.run('pull')).code(0);
    s.reads('c/pt.json', '{"a": "pA", "b": "pB", "c": "pC"}');
  });
});
