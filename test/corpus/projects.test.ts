import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'vitest';
import { pushWhole } from '../support/push-whole.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const present = existsSync(CORPUS);
if (!present)
  process.stderr.write(`the corpus of real projects is not at ${CORPUS}: these tests are skipped\n`);

describe.skipIf(!present)('real projects: pushed whole, then in sync to the byte', () => {
  it.each([
    { name: 'openstreetmap__openstreetmap-website', folder: 'config/locales', suffix: '.yml', source: 'en' },
    { name: 'excalidraw__excalidraw', folder: 'packages/excalidraw/locales', suffix: '.json', source: 'en' },
    { name: 'mattermost__desktop', folder: 'i18n', suffix: '.json', source: 'en' },
  ])('$name', (project) => pushWhole({ ...project, from: join(CORPUS, project.name, project.folder) }));
});
