import { foldCode } from '../../core/locales/locale.js';
import { nameMatches, type NameMatch, hasName } from '../../core/files/language-in-name.js';
import { FileNames } from '../import/file-names.js';

import type { Behaviour } from './behaviour.js';

/**
 * The code of any language counts as the language, anywhere in the name: `it.en.json` and
 * `no.en.json` are one source file, even in a project without Italian and Norwegian. A name without
 * a language of the project is compared as usual.
 */
export const mergeAnyCode: Behaviour = { names: (codes) => new FileNames(codes, anyReadings) };

function anyReadings(name: string, codes: readonly string[]): readonly NameMatch[] {
  const own = nameMatches(name, codes);
  const words = wordsOf(name);
  const byFolded = new Map(codes.map((code) => [foldCode(code), code]));
  const inFolders = words.flatMap(({ start, word }): NameMatch[] => {
    const code = byFolded.get(foldCode(word));
    return code === undefined ? [] : [{ code, frame: frameOf(name, start, word) }];
  });
  const sure = [...own, ...inFolders];
  const [likeliest] = sure;
  if (likeliest === undefined) return [];
  const others = words.filter(({ word }) => /^[a-z]{2}$/.test(word) && hasName('language', word));
  const found = [
    ...sure,
    ...others.map(({ start, word }) => ({ code: likeliest.code, frame: frameOf(name, start, word) })),
  ];
  return found.filter(({ frame }, at) => found.findIndex((match) => match.frame === frame) === at);
}

const wordsOf = (name: string): readonly { readonly start: number; readonly word: string }[] => {
  const dot = name.lastIndexOf('.');
  const end = dot > name.lastIndexOf('/') ? dot : name.length;
  return Array.from(name.slice(0, end).matchAll(/[^./_-]+/g), ({ index, 0: word }) => ({
    start: index,
    word,
  }));
};

function frameOf(name: string, start: number, word: string): string {
  return `${name.slice(0, start)}\u0000${name.slice(start + word.length)}`;
}
