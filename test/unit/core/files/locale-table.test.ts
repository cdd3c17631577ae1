import { describe, expect, it } from 'vitest';
import { LocsyncError } from '../../../../src/core/errors/index.js';
import { localeTable, selectLocales } from '../../../../src/core/files/locale-table.js';
import type { ServiceLocale } from '../../../../src/core/locales/locale.js';

const locale = (code: string, country = ''): ServiceLocale => ({
  id: `${code}/${country}`,
  name: code,
  code,
  country,
});
const table = (locales: readonly ServiceLocale[], map: Record<string, string> = {}) =>
  localeTable(locales, new Map(Object.entries(map)));
const tags = (locales: readonly ServiceLocale[], map?: Record<string, string>): string[] =>
  table(locales, map).locales.map((one) => one.tag);

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof LocsyncError) return `${error.code} (exit ${error.exit})`;
    throw error;
  }
  return 'no error';
}

describe('tags', () => {
  it('LO-04 LO-05 are the service’s codes as they are', () => {
    const codes = [
      'iw',
      'in',
      'sh',
      'tl',
      'mo',
      'cmn',
      'en-UK',
      'zh-Hans-CN',
      'es-419',
      'en-x-pirate',
      'ca-valencia',
      'sr@latin',
    ];
    expect(tags(codes.map((code) => locale(code)))).toEqual(codes);
  });
  it('take the country in only if the code alone means two locales', () => {
    expect(tags([locale('pt', 'BR'), locale('de', 'DE')])).toEqual(['pt', 'de']);
    expect(tags([locale('pt', 'BR'), locale('pt', 'PT'), locale('de', 'DE')])).toEqual([
      'pt-BR',
      'pt-PT',
      'de',
    ]);
    expect(tags([locale('pt'), locale('pt', 'BR')])).toEqual(['pt', 'pt-BR']);
    expect(tags([locale('pt-BR', 'BR'), locale('en', 'United States')])).toEqual(['pt-BR', 'en']);
  });
  it('are what localeMap says, by code, by code and country, in any spelling', () => {
    expect(tags([locale('zh-Hant')], { 'zh-Hant': 'zh-TW' })).toEqual(['zh-TW']);
    expect(tags([locale('zh-Hant')], { zh_hant: 'zh-TW' })).toEqual(['zh-TW']);
    expect(tags([locale('pt', 'BR'), locale('pt', 'PT')], { 'pt-BR': 'br' })).toEqual(['br', 'pt-PT']);
  });
});

describe('what a code in a file name means', () => {
  it('LO-12 is compared without case and with _ as -', () => {
    const { find } = table([locale('pt-BR'), locale('en', 'US'), locale('in')]);
    for (const code of ['pt-BR', 'pt_BR', 'PT-br']) expect(find(code)?.code).toBe('pt-BR');
    for (const code of ['en', 'en-US', 'en_us']) expect(find(code)?.code).toBe('en');
    expect(find('IN')?.code).toBe('in');
    for (const code of ['pt', 'en-GB', '', 'constructor']) expect(find(code)).toBeUndefined();
  });
  it('is only what localeMap says where it says something', () => {
    const { find, spellings } = table([locale('zh-Hant', 'TW'), locale('pt', 'BR')], {
      'zh-Hant': 'zh-TW',
      'pt-BR': 'br',
    });
    expect(find('zh-TW')?.code).toBe('zh-Hant');
    expect(find('br')?.code).toBe('pt');
    for (const code of ['zh-Hant', 'zh-Hant-TW', 'pt', 'pt-BR']) expect(find(code)).toBeUndefined();
    expect(spellings).toEqual(['zh-TW', 'br']);
  });
  it('does not let code and country stand for another locale that is called so', () => {
    const { find } = table([locale('en', 'US'), locale('en-US')]);
    expect(find('en-US')?.id).toBe('en-US/');
    expect(find('en')?.id).toBe('en/US');
  });
});

describe('what cannot be told apart or written', () => {
  it.each([
    ['LO-03 en_US and en-US', [locale('en_US'), locale('en-US')], {}, 'LOCALE_COLLISION (exit 2)'],
    ['LO-07 EN and en', [locale('EN'), locale('en')], {}, 'LOCALE_CASE_COLLISION (exit 5)'],
    [
      'the same code twice',
      [locale('en'), { ...locale('en'), id: 'other' }],
      {},
      'LOCALE_COLLISION (exit 2)',
    ],
    [
      'two codes mapped to one',
      [locale('nb'), locale('nn')],
      { nb: 'no', nn: 'no' },
      'LOCALE_COLLISION (exit 2)',
    ],
    [
      'one mapped to the code of another',
      [locale('nb'), locale('no')],
      { nb: 'no' },
      'LOCALE_COLLISION (exit 2)',
    ],
    ['LO-01 ../../x', [locale('../../x')], {}, 'LOCALE_UNSAFE (exit 5)'],
    ['LO-01 en/US', [locale('en/US')], {}, 'LOCALE_UNSAFE (exit 5)'],
    ['LO-08 full-width letters', [locale('ｅｎ')], {}, 'LOCALE_UNSAFE (exit 5)'],
    ['LO-08 a zero-width space', [locale('e\u200bn')], {}, 'LOCALE_UNSAFE (exit 5)'],
    ['LO-09 __proto__', [locale('__proto__')], {}, 'LOCALE_UNSAFE (exit 5)'],
    ['an empty code', [locale('')], {}, 'LOCALE_UNSAFE (exit 5)'],
    ['a code mapped to a path', [locale('en')], { en: '../en' }, 'LOCALE_UNSAFE (exit 5)'],
  ])('%s', (_, locales, map, error) => {
    expect(codeOf(() => table(locales, map))).toBe(error);
  });
  it('LO-09 constructor and toString are ordinary codes', () => {
    const { find } = table([locale('constructor'), locale('toString')]);
    expect(find('toString')?.code).toBe('toString');
    expect(find('valueOf')).toBeUndefined();
  });
  it('LO-03 LO-07 localeMap tells them apart, as the message says', () => {
    expect(tags([locale('en_US'), locale('en-US')], { en_US: 'en-old' })).toEqual(['en-old', 'en-US']);
    expect(tags([locale('EN'), locale('en')], { EN: 'en-caps' })).toEqual(['en-caps', 'en']);
  });
  it('LO-01 localeMap makes an unsafe code usable', () => {
    expect(tags([locale('en/US')], { 'en/US': 'en-US' })).toEqual(['en-US']);
  });
});

describe('--locale', () => {
  const all = table(
    [locale('en'), locale('de', 'AT'), locale('pt', 'BR'), locale('pt', 'PT'), locale('zh-Hant')],
    { 'zh-Hant': 'zh-TW' },
  );
  const chosen = (...asked: string[]): string[] => {
    const ids = selectLocales([all], asked);
    return all.locales.filter((one) => ids.has(one.id)).map((one) => one.tag);
  };
  it('chooses by tag, code, code and country, in the project’s order, each once', () => {
    expect(chosen()).toEqual(['en', 'de', 'pt-BR', 'pt-PT', 'zh-TW']);
    expect(chosen('de', 'en', 'DE')).toEqual(['en', 'de']);
    expect(chosen('de_AT')).toEqual(['de']);
    expect(chosen('pt_br')).toEqual(['pt-BR']);
    expect(chosen('zh-Hant')).toEqual(['zh-TW']);
    expect(chosen('zh-tw')).toEqual(['zh-TW']);
  });
  it('takes a code that several countries share for all of them', () => {
    expect(chosen('pt')).toEqual(['pt-BR', 'pt-PT']);
  });
  it('LO-10 names the codes that exist if it is none of them', () => {
    expect(codeOf(() => chosen('fr'))).toBe('LOCALE_UNKNOWN (exit 2)');
    expect(() => chosen('de', 'fr')).toThrow('en, de, pt, pt-BR, pt-PT, zh-Hant, zh-TW');
  });
  it('knows a code that any of several tables knows, and names each code once if none does', () => {
    const project = [locale('en'), locale('de'), locale('pt-BR')];
    const tables = [{ de: 'de-DE' }, { de: 'ger', 'pt-BR': 'pt_br' }].map((map) => table(project, map));
    for (const code of ['de', 'de_de', 'GER']) expect([...selectLocales(tables, [code])]).toEqual(['de/']);
    expect([...selectLocales(tables, ['ger', 'en'])].sort()).toEqual(['de/', 'en/']);
    expect(selectLocales(tables, []).size).toBe(3);
    expect(codeOf(() => selectLocales(tables, ['ger', 'fr']))).toBe('LOCALE_UNKNOWN (exit 2)');
    expect(() => selectLocales(tables, ['fr'])).toThrow('has no locale fr; it has en, de, de-DE, ger, pt-BR');
    expect(() => selectLocales([table([])], ['fr'])).toThrow('has no locale fr; it has none');
  });
});
