import type { ProjectContext } from '../project-context.js';
import { addLanguage, saveEdit, undoVersion } from './edit.js';
import { pageDetail } from './detail.js';
import { pageKeys, pageRows, searchForm } from './keys.js';
import {
  dropOf,
  editOf,
  filterOf,
  idsOf,
  numberField,
  numberOf,
  pairOf,
  textField,
  whoOf,
} from './request-fields.js';
import { placeOf } from './upload-place.js';
import { previewDropped } from './preview.js';
import { importDropped } from './dropped-files.js';
import { pageProject } from './progress.js';
import { pageChanges, pageEvents, pageFiles } from './versions.js';

type Query = (context: ProjectContext, query: URLSearchParams) => unknown;
type Change = (context: ProjectContext, fields: Readonly<Record<string, unknown>>) => unknown;

/** What the page asks, under `/ui/api/`. */
export const queries: Readonly<Partial<Record<string, Query>>> = {
  project: (context) => pageProject(context),
  files: (context, query) => pageFiles(context, numberOf(query, 'after')),
  events: (context, query) => pageEvents(context, numberOf(query, 'before', Number.MAX_SAFE_INTEGER)),
  changes: (context, query) => pageChanges(context, numberOf(query, 'version'), query.get('after') ?? ''),
  keys: (context, query) =>
    pageKeys(context, {
      pair: pairOf(context, numberOf(query, 'locale')),
      file: numberOf(query, 'file'),
      filter: filterOf(query),
      search: searchForm(query.get('search') ?? ''),
      after: query.get('after') ?? '',
    }),
  rows: (context, query) => pageRows(context, pairOf(context, numberOf(query, 'locale')), idsOf(query)),
  key: (context, query) =>
    pageDetail(context, pairOf(context, numberOf(query, 'locale')), numberOf(query, 'key')),
  place: (context, query) => placeOf(context, query.get('name') ?? ''),
};

/** What the page changes. A promise writes in one turn, after what it read was found unchanged. */
export const changes: Readonly<Partial<Record<string, Change>>> = {
  texts: (context, fields) => {
    const edit = editOf(fields);
    return saveEdit(context, pairOf(context, edit.locale), edit);
  },
  undo: (context, fields) => undoVersion(context, numberField(fields, 'version'), whoOf(fields)),
  previews: (context, fields) => {
    const from = fields['from'] === undefined ? 0 : numberField(fields, 'from');
    return previewDropped(context, dropOf(fields), from);
  },
  uploads: (context, fields) => importDropped(context, dropOf(fields), textField(fields, 'seen')),
  languages: (context, fields) => {
    addLanguage(context, textField(fields, 'code').trim(), whoOf(fields));
    return pageProject(context);
  },
};
