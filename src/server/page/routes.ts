import type { ProjectContext } from '../project-context.js';
import { addLanguage, saveEdit, undoVersion } from './edit.js';
import { pageDetail } from './detail.js';
import { pageKeys, pageRows, searchForm } from './keys.js';
import { editOf, filterOf, idsOf, numberField, numberOf, pairOf, textField, whoOf } from './questions.js';
import { placeOf } from './place.js';
import { importDropped } from './transfer.js';
import { pageChanges, pageEvents, pageFiles, pageProject } from './versions.js';

type Query = (context: ProjectContext, query: URLSearchParams) => unknown;
type Change = (context: ProjectContext, fields: Readonly<Record<string, unknown>>) => unknown;

/** What the page asks, under `/ui/api/`. Synchronous, so that no answer sees half a change. */
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

export const changes: Readonly<Partial<Record<string, Change>>> = {
  texts: (context, fields) => {
    const edit = editOf(fields);
    return saveEdit(context, pairOf(context, edit.locale), edit);
  },
  undo: (context, fields) => undoVersion(context, numberField(fields, 'version'), whoOf(fields)),
  uploads: (context, fields) =>
    importDropped(context, {
      filename: textField(fields, 'filename'),
      content: textField(fields, 'content'),
      file: numberField(fields, 'file'),
      locale: numberField(fields, 'locale'),
      who: whoOf(fields),
    }),
  languages: (context, fields) => {
    addLanguage(context, textField(fields, 'code').trim(), whoOf(fields));
    return pageProject(context);
  },
};
