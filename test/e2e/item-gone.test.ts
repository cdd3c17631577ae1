import { load } from 'js-yaml';
import { describe, it } from 'vitest';
import { Session } from '../support/session.js';
import { fileText } from '../support/file-text.js';

const flatten = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`))
    : [[path, typeof value === 'string' ? value : '']];

/** A service that merges what is uploaded, and from which a test may take keys. */
async function start(ending: string) {
  const s = await Session.scripted({ config: { files: [`i18n/{locale}.${ending}`], retries: 1 } });
  const held = new Map<string, Map<string, string>>();
  let uploads = 0;
  const source = { api_id: 'fil_1', name: `i18n/en.${ending}` };
  s.service.script
    .on('locales', () => ({
      body: ['en', 'de'].map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })),
    }))
    .on('sourceFiles', () => ({
      body: held.size === 0 ? [] : [{ ...source, keys: held.get('en')?.size ?? 0 }],
    }))
    .on('texts', ({ url }) => {
      const code = new URL(url, 'http://h').searchParams.get('locale_id')?.replace('loc_', '') ?? '';
      const texts = Object.fromEntries(held.get(code) ?? []);
      return { body: { ...source, keys: held.get('en')?.size ?? 0, content: { [code]: texts } } };
    })
    .on('upload', ({ body }) => {
      const { filename, content } = JSON.parse(body) as { filename: string; content: string };
      const code = filename.slice(5, 7);
      held.set(code, new Map([...(held.get(code) ?? []), ...flatten(load(content))]));
      const last_version = { id: `fiv_${++uploads}`, number: uploads, upload: 'api' };
      return { body: { ...source, project_id: 'pro_1', last_version } };
    });
  return { s, held };
}

const SAID =
  'is gone on the service and cannot be removed here: removing an item that is not at the end of its list would renumber those after it';
const WAY_OUT =
  'set its text to "" by hand, which keeps its place, or bring it back on the service; the file was left as it is';

const LISTS: [string, string, (text: string | null) => object][] = [
  ['a text', 'days.1', (text) => ({ a: 'Ä', days: ['Mo', text, 'Mi'] })],
  ['a map', 'faq.1.q', (text) => ({ a: 'Ä', faq: [{ q: 'F' }, { q: text }, { q: 'G' }] })],
  ['an item of an inner list', 'grid.0.1', (text) => ({ a: 'Ä', grid: [['x', text, 'z'], ['w']] })],
];

describe.each(['json', 'yaml'])(
  'LI-11 an item in the middle of a list is gone on the service, in %s',
  (ending) => {
    it.each(LISTS)('%s: pull says in which line, and how to go on', async (_, key, list) => {
      const { s, held } = await start(ending);
      const [en, de] = [`i18n/en.${ending}`, `i18n/de.${ending}`];
      s.file(en, fileText(ending, list('Tu'))).file(de, fileText(ending, list('Di')));
      (await s.run('push')).code(0);
      for (const texts of held.values()) texts.delete(key);
      const line =
        s
          .text(de)
          .split('\n')
          .findIndex((one) => one.includes('Di')) + 1;
      const lines = key === 'faq.1.q' && ending === 'json' ? line - 1 : line;
      const ran = (await s.run('pull')).code(5);
      ran.stderr(`error: ${de}:${lines}:`, `: the key ${key} ${SAID}\n  ${WAY_OUT}\n`);
      (await s.run('push --all')).code(5).stderr(`the key ${key} ${SAID}`);
      s.reads(de, fileText(ending, list('Di')));

      for (const text of ['', null]) {
        s.file(en, fileText(ending, list(text))).file(de, fileText(ending, list(text)));
        (await s.run('pull')).code(0).emptyStderr().stdout('Nothing to pull.');
        (await s.run('push')).code(0).emptyStderr();
        (await s.run('status --check')).code(0).emptyStderr();
      }
      held.get('de')?.set('a', 'neu');
      (await s.run('pull')).code(0);
      s.reads(de, fileText(ending, { ...list(null), a: 'neu' }));
      s.file(de, fileText(ending, { ...list(null), a: 'hier' }));
      (await s.run('push')).code(0);
      (await s.run('status --check')).code(0);
      (await s.run('pull')).code(0).stdout('Nothing to pull.');
    });

    it('its text back on the service ends it, too; --prune refuses the source locale with the same words', async () => {
      const { s, held } = await start(ending);
      const list = (text: string): string => fileText(ending, { a: 'A', days: ['Mo', text, 'We'] });
      s.file(`i18n/en.${ending}`, list('Tu')).file(`i18n/de.${ending}`, list('Di'));
      (await s.run('push')).code(0);
      for (const texts of held.values()) texts.delete('days.1');
      const ran = (await s.run('pull --prune')).code(5);
      for (const locale of ['en', 'de']) ran.stderr(new RegExp(`i18n/${locale}\\.${ending}:.*${SAID}`));
      for (const texts of held.values()) texts.set('days.1', 'back');
      (await s.run('pull')).code(0);
      s.reads(`i18n/de.${ending}`, list('back'));
      (await s.run('status --check')).code(0);
    });

    it('the warning of the source locale names the way that works', async () => {
      const { s, held } = await start(ending);
      const path = `i18n/en.${ending}`;
      const list = (text: string, more: object): string =>
        fileText(ending, { a: 'A', days: ['Mo', text, 'We'], ...more });
      s.file(path, list('Tu', { z: 'Z' }));
      (await s.run('push')).code(0);
      held.get('en')?.delete('days.1');
      held.get('en')?.delete('z');
      const ran = (await s.run('pull')).code(0);
      ran.stderr('2 keys of the source locale are no longer on the service, in any language: days.1, z');
      ran.stderr(
        `set to "" by hand, which keeps the place in the list: days.1; no pull removes an item that others follow\n  then remove the others here with \`locsync pull --prune --locale en ${path}\``,
      );
      s.file(path, list('', { z: 'Z' }));
      (await s.run(`pull --prune --locale en ${path}`)).code(0);
      s.reads(path, list('', {}));
      (await s.run('pull')).code(0).emptyStderr();
      (await s.run('status --check')).code(0);
    });

    it('a gap in one file for all languages: the error says in which one, and where', async () => {
      const path = `i18n/all.${ending}`;
      const s = await Session.start({ config: { files: [path] } });
      s.file(path, fileText(ending, { en: { l: ['A', 'B'] }, de: { l: ['a', 'last'] } }));
      (await s.run('push')).code(0);
      await s.service.put('de', path, { 'l.5': 'f' });
      const lines = s.text(path).split('\n');
      // JSON names the list, YAML its last item.
      const at = lines.findLastIndex((one) => one.includes(ending === 'json' ? '"l"' : 'last')) + 1;
      (await s.run('pull')).code(5).stderr(new RegExp(`${path}:${at}:\\d+: the key l.5 in de cannot be`));
    });

    it('several items', async () => {
      const { s, held } = await start(ending);
      const list = (...days: string[]): string => fileText(ending, { a: 'A', days });
      s.file(`i18n/en.${ending}`, list('1', '2', '3', '4', '5')).file(
        `i18n/de.${ending}`,
        list('1', '2', '3', '4', '5'),
      );
      (await s.run('push')).code(0);
      for (const i of [0, 1, 4]) for (const texts of held.values()) texts.delete(`days.${i}`);
      (await s.run('pull')).code(5).stderr(`the key days.0 ${SAID}; and 1 more like it: days.1\n`);
      s.file(`i18n/de.${ending}`, list('', '', '3', '4', '5'));
      (await s.run('pull')).code(0);
      s.reads(`i18n/de.${ending}`, list('', '', '3', '4'));
    });
  },
);
