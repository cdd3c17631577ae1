import { describe, expect, it } from 'vitest';
import {
  sourceLocaleChoice,
  detectFiles,
  type DetectionRules,
  type ServiceProjectInfo,
} from '../../../../src/commands/init/detect.js';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import type { ContentHash, Files } from '../../../../src/ports/files.js';

/** A folder of these names, in which a glob fails at `locked` until that is left out. */
function folder(names: readonly string[], locked?: string): Files {
  const none = (): never => {
    throw new Error('init writes nothing here');
  };
  return {
    root: '/project',
    glob: (_, { ignore }) =>
      locked === undefined || ignore.includes(`${locked}/**`)
        ? Promise.resolve(names)
        : Promise.reject(
            LocsyncError.of('FOLDER_UNREADABLE', { reason: 'EACCES' }, { place: { path: locked } }),
          ),
    globEach: none,
    read: () => Promise.resolve(undefined),
    readBytes: () => Promise.resolve({ text: () => '{"a":"b"}', contentHash: 'h' as ContentHash }),
    readParts: none,
    write: none,
    remove: none,
    writeParts: none,
    identities: () => new Map(),
    isLink: none,
    modeOf: none,
    contentHash: none,
    pathInside: none,
    statFingerprints: none,
    runLock: none,
  };
}

const LOOKING: DetectionRules = {
  sourceLocale: 'en',
  mayGuess: false,
  mapFor: () => Promise.resolve(undefined),
};
const project = { id: 'pro_1', name: 'Shop', technology: '', framework: '', format: '' };
const locale = (code: string, country = '') => ({ id: `loc_${code}${country}`, name: code, code, country });
const remote = (...locales: ServiceProjectInfo['locales']): ServiceProjectInfo => ({
  project,
  locales,
  names: [],
});
const codes = ({ warnings }: { readonly warnings: readonly LocsyncError[] }): string[] =>
  warnings.map(({ code }) => code);

describe('what init finds out', () => {
  it('a folder that may not be searched is warned of and left out', async () => {
    const found = await detectFiles(folder(['locales/en.json'], 'data/db'), remote(locale('en')), LOOKING);
    expect(codes(found)).toEqual(['FOLDER_UNREADABLE']);
    expect(found.patterns.map(({ path }) => path)).toEqual(['locales/{locale}.json']);
  });

  it('two languages that mean one file name are warned of; the others are found', async () => {
    const found = await detectFiles(
      folder(['locales/en.json', 'locales/de.json']),
      remote(locale('en'), locale('de'), { ...locale('de'), id: 'loc_3' }),
      LOOKING,
    );
    expect(codes(found)).toEqual(['LOCALE_COLLISION']);
    expect(found.patterns[0]?.files).toEqual(['locales/en.json', 'locales/de.json']);
  });

  it.each([
    [['de', 'en'], undefined, 'en'],
    [['de', 'en-GB'], undefined, 'en-GB'],
    [['fr', 'de'], undefined, 'fr'],
    [[], undefined, 'en'],
    [['en', 'de'], 'de', 'de'],
    [['de', 'en'], 'fr', 'en'],
  ])('of the languages %j, %j until now, the source locale is %s', (all, said, wanted) => {
    expect(sourceLocaleChoice(remote(...all.map((code) => locale(code))), said).proposed).toBe(wanted);
  });
});
