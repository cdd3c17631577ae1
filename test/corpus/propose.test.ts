import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LocaleTable } from '../../src/core/files/locale-table.js';
import { propose, type Technology } from '../../src/core/propose/propose.js';
import { NONE, RAILS, REACT, table } from '../unit/core/propose/technologies.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const present = existsSync(CORPUS);
if (!present)
  process.stderr.write(`the corpus of real projects is not at ${CORPUS}: these tests are skipped\n`);

describe.skipIf(!present)('patterns for real projects', () => {
  const rows = present
    ? readFileSync(resolve(CORPUS, 'MANIFEST.tsv'), 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
    : [];
  const paths = (repo: string): string[] => rows.filter((row) => row[1] === repo).map((row) => row[3] ?? '');
  /** The codes that are in these paths, in the place that the regular expression says. */
  const codesOf = (files: readonly string[], where: RegExp): LocaleTable => {
    const codes = files.map((file) => where.exec(file)?.[1]).filter((code) => code !== undefined);
    return table([...new Set(codes.map((code) => code.replaceAll('_', '-')))]);
  };

  const projects: readonly (readonly [string, RegExp, Technology, string, readonly string[]])[] = [
    ['openstreetmap/openstreetmap-website', /([^/]+)\.yml$/, RAILS, 'en', ['config/locales/{locale}.yml']],
    ['redmine/redmine', /([^/]+)\.yml$/, RAILS, 'en', ['config/locales/{locale}.yml']],
    [
      'fatfreecrm/fat_free_crm',
      /fat_free_crm\.([^/]+)\.yml$/,
      RAILS,
      'en-US',
      ['config/locales/**/*.{locale}.yml'],
    ],
    ['violentmonkey/violentmonkey', /_locales\/([^/]+)\//, NONE, 'en', ['_locales/{locale}/messages.yml']],
    [
      'wallabag/wallabag',
      /\.([^./]+)\.yml$/,
      { ...NONE, framework: 'symfony' },
      'en',
      ['translations/*.{locale}.yml'],
    ],
    ['excalidraw/excalidraw', /([^/]+)\.json$/, REACT, 'en', ['packages/excalidraw/locales/{locale}.json']],
    ['mattermost/desktop', /([^/]+)\.json$/, REACT, 'en', ['i18n/{locale}.json']],
    ['nextcloud/tasks', /([^/]+)\.json$/, NONE, 'en', ['l10n/{locale}.json']],
    [
      'AuthMe/AuthMeReloaded',
      /_([a-z]+)\.yml$/,
      NONE,
      'en',
      [
        'authme-core/src/main/resources/messages/help_{locale}.yml',
        'authme-core/src/main/resources/messages/messages_{locale}.yml',
      ],
    ],
  ];
  it.each(projects)('%s', (repo, where, about, source, wanted) => {
    const files = paths(repo);
    expect(files.length, basename(repo)).toBeGreaterThan(0);
    const found = propose(files, codesOf(files, where), about, source);
    expect(found.map(({ path }) => path)).toEqual(wanted);
  });
});
