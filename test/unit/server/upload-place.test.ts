import { describe, expect, it } from 'vitest';
import { proposedPlace } from '../../../src/server/page/upload-place.js';

const CODES = ['en', 'de', 'pt-BR', 'it'];
const FILES = [
  'config/locales/en.yml',
  'src/i18n/en/cart.json',
  'src/i18n/en/common.json',
  'src/i18n/en/it.json',
  'web/messages_en.json',
  'a/en/twice.json',
  'b/en/twice.json',
  'strings.json',
].map((name, at) => ({ id: at + 1, name }));

describe('PG-63 where a dropped file belongs by its name', () => {
  it.each([
    ['de.yml', 1, 'de'],
    ['de.yaml', undefined, 'de'],
    ['pt_BR.yml', 1, 'pt-BR'],
    ['fr.yml', undefined, undefined],
    ['common.json', 3, undefined],
    ['pt-BR.json', undefined, 'pt-BR'],
    ['pt-PT.json', undefined, undefined],
    ['fr.json', undefined, undefined],
    ['it.json', 4, undefined],
    ['messages_de.json', 5, 'de'],
    ['messages_fr.json', undefined, undefined],
    ['twice.json', undefined, undefined],
    ['de-it.json', undefined, undefined],
    ['strings.json', 8, undefined],
    ['notes.txt', undefined, undefined],
  ])('%s: file %s, language %s', (name, file, code) => {
    expect(proposedPlace(name, FILES, CODES)).toEqual({ file, code });
  });
});
