// What @crowdin/cli asks for: the project, its languages and files, an archive that is built on
// request, and for an upload a storage for each file and an import of each.
import { archive } from './archive.mjs';

const API = '/api/v2';
const PROJECT = `${API}/projects/1`;
const AT = '2026-01-01T00:00:00+00:00';

export function crowdin({ sets, keys, codes }, held) {
  let lastId = 0;
  const language = (code) => ({
    id: code,
    name: code,
    editorCode: code,
    twoLettersCode: code,
    threeLettersCode: code,
    locale: code,
    androidCode: code,
    osxCode: code,
    osxLocale: code,
    pluralCategoryNames: ['one', 'other'],
    pluralRules: '',
    pluralExamples: [],
    textDirection: 'ltr',
    dialectOf: null,
  });
  const project = {
    id: 1,
    type: 0,
    userId: 1,
    name: 'Bench',
    identifier: 'bench',
    sourceLanguageId: 'en',
    targetLanguageIds: codes.slice(1),
    sourceLanguage: language('en'),
    targetLanguages: codes.slice(1).map(language),
    languageAccessPolicy: 'moderate',
    visibility: 'private',
    publicDownloads: true,
    languageMapping: {},
    isSuspended: false,
    exportTranslatedOnly: false,
    skipUntranslatedStrings: false,
    skipUntranslatedFiles: false,
    exportApprovedOnly: false,
    isMtAllowed: true,
    hasManagerAccess: true,
  };
  const file = (id, name) => ({
    id,
    projectId: 1,
    branchId: null,
    directoryId: null,
    name,
    title: null,
    path: `/${name}`,
    type: 'json',
    status: 'active',
    revisionId: 1,
    priority: 'normal',
    importOptions: null,
    exportOptions: { exportPattern: '/locales/%two_letters_code%/%file_name%.json' },
    excludedTargetLanguages: [],
    parserVersion: 1,
    createdAt: AT,
    updatedAt: AT,
  });
  const files = Array.from({ length: held ? sets : 0 }, (_, set) => file(100 + set, `ns${set}.json`));
  const zip = {
    body: archive({ sets, keys, codes }, (code, set) => `locales/${code}/ns${set}.json`),
    type: 'application/zip',
  };
  const job = {
    identifier: 'job',
    status: 'finished',
    progress: 100,
    attributes: {},
    createdAt: AT,
    updatedAt: AT,
    startedAt: AT,
    finishedAt: AT,
  };

  const get = ({ pathname, searchParams, origin }) => {
    const list = (values) => {
      const offset = Number(searchParams.get('offset') ?? 0);
      const data = offset === 0 ? values.map((value) => ({ data: value })) : [];
      return { data, pagination: { offset, limit: Number(searchParams.get('limit') ?? 500) } };
    };
    if (pathname === PROJECT) return { data: project };
    if (pathname === `${API}/languages`) return list(codes.map(language));
    if (pathname === `${PROJECT}/files`) return list(files);
    if (pathname === `${PROJECT}/translations/builds/7`) return { data: { id: 7, projectId: 1, ...job } };
    if (pathname === `${PROJECT}/translations/builds/7/download`)
      return { data: { url: `${origin}/archive.zip`, expireIn: '2036-01-01T00:00:00+00:00' } };
    if (pathname === '/archive.zip') return zip;
    const empty = ['branches', 'directories', 'labels'].map((name) => `${PROJECT}/${name}`);
    return empty.includes(pathname) || pathname === `${API}/storages` ? list([]) : undefined;
  };

  const create = ({ pathname }, headers, body) => {
    const created = (data) => ({ status: 201, body: Buffer.from(JSON.stringify({ data })) });
    if (pathname === `${API}/storages`)
      return created({
        id: ++lastId,
        fileName: decodeURIComponent(headers['crowdin-api-filename'] ?? 'file'),
      });
    if (pathname === `${PROJECT}/files`) {
      const made = file(1000 + ++lastId, JSON.parse(body).name);
      files.push(made);
      return created(made);
    }
    if (pathname === `${PROJECT}/translations/imports`)
      return { status: 202, body: Buffer.from(JSON.stringify({ data: job })) };
    if (pathname === `${PROJECT}/translations/builds`) return { data: { id: 7, projectId: 1, ...job } };
    if (pathname.startsWith(`${PROJECT}/translations/`))
      return { data: { projectId: 1, storageId: 1, languageId: 'de', fileId: 100 } };
    return undefined;
  };

  return ({ url, method, headers, body }) => {
    if (method === 'GET') return get(url);
    if (method === 'POST') return create(url, headers, body);
    // A new revision of a source file.
    const known = files.find(({ id }) => url.pathname === `${PROJECT}/files/${id}`);
    return known && { data: { ...known, revisionId: 2 } };
  };
}
