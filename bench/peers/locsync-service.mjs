// The interface of docs/service-interface.md, as far as pull and push ask.
import { flat, pathOf } from './texts.mjs';

const PROJECT = '/api/v1/projects/pro_1';

export function locsyncService({ sets, keys, codes, edition }, held) {
  /** The source files by id: the texts of each language, and ready answers about it. */
  const files = new Map();
  const add = (set, textsOf) => {
    const id = `fil_${set + 1}`;
    files.set(id, {
      id,
      name: pathOf(codes[0], set),
      texts: new Map(codes.map((code) => [code, textsOf(code)])),
      answers: new Map(),
      version: 1,
    });
    return files.get(id);
  };
  for (let set = 0; set < (held ? sets : 0); set++) add(set, (code) => flat(code, set, keys, edition));
  const project = ready({ api_id: 'pro_1', name: 'Bench', technology: '', framework: '', format: 'json' });
  const locales = ready(codes.map((code) => ({ api_id: `loc_${code}`, name: code, code, country: '' })));
  for (const file of files.values()) about(file, undefined);

  function about({ id, name, texts, answers }, locale) {
    const known = answers.get(locale);
    if (known) return known;
    const asked = locale === undefined ? [...texts] : [[locale, texts.get(locale)]];
    const made = ready({ api_id: id, name, keys, content: Object.fromEntries(asked) });
    answers.set(locale, made);
    return made;
  }

  function upload({ filename, content }) {
    const [, code, number] = /^locales\/(.+)\/ns(\d+)\.json$/.exec(filename);
    const set = Number(number);
    const file = files.get(`fil_${set + 1}`) ?? add(set, () => ({}));
    const texts = {};
    for (const [group, members] of Object.entries(JSON.parse(content)))
      for (const [key, text] of Object.entries(members)) texts[`${group}.${key}`] = text;
    file.texts.set(code, texts);
    file.answers.clear();
    file.version += 1;
    return {
      api_id: file.id,
      name: file.name,
      project_id: 'pro_1',
      last_version: { id: `fiv_${file.version}`, number: file.version, upload: 'api' },
    };
  }

  return ({ url, method, body }) => {
    const path = url.pathname.slice(PROJECT.length);
    if (path === '') return project;
    if (path === '/locales') return locales;
    if (path === '/events') return { api_id: 'evt_1', kind: 'api_upload' };
    if (path === '/source_files' && method === 'POST') return upload(JSON.parse(body));
    if (path === '/source_files')
      return [...files.values()].map(({ id, name }) => ({ api_id: id, name, keys }));
    const file = files.get(path.slice('/source_files/'.length));
    return file && about(file, url.searchParams.get('locale_id')?.slice('loc_'.length));
  };
}

const ready = (value) => ({ body: Buffer.from(JSON.stringify(value)) });
