/**
 * The codes of three letters that Microsoft's tools write (LOCALE_SABBREVLANGNAME), as in the
 * translations of VS Code: https://github.com/microsoft/vscode-loc. The others are ISO 639-2 codes,
 * which Intl knows.
 */
const OF_VENDORS: ReadonlyMap<string, string> = new Map([
  ['chs', 'zh-Hans'],
  ['cht', 'zh-Hant'],
  ['csy', 'cs'],
  ['enu', 'en'],
  ['esn', 'es'],
  ['plk', 'pl'],
  ['ptb', 'pt-BR'],
  ['sve', 'sv'],
  ['trk', 'tr'],
]);

/** The locale that a code of three letters means: `chs` is `zh-Hans`, `deu` is `de`. */
export function localeOfVendor(code: string): string | undefined {
  const own = OF_VENDORS.get(code.toLowerCase());
  if (own !== undefined || !/^[a-z]{3}$/i.test(code)) return own;
  const [canonical = code] = Intl.getCanonicalLocales(code);
  return canonical.length === 2 ? canonical : undefined;
}
