import { join, resolve } from 'node:path';
import { describe, it } from 'vitest';
import { pushWhole } from '../support/push-whole.js';

const FILES = resolve(import.meta.dirname, '../locale-files');

describe('projects are pushed whole, then in sync to the byte', () => {
  it.each([
    { name: 'rails', folder: 'config/locales', suffix: '.yml', source: 'en' },
    { name: 'symfony', folder: 'translations', prefix: 'messages.', suffix: '.yaml', source: 'en' },
    { name: 'i18next', folder: 'public/locales', suffix: '.json', source: 'en' },
    { name: 'flat', folder: 'src/i18n', suffix: '.json', source: 'en' },
  ])('$name', (project) => pushWhole({ ...project, from: join(FILES, project.name) }));
});
