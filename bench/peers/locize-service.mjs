// What locize-cli asks for: the languages, a list of files, and each file.
import { nested } from './texts.mjs';

export function locize({ sets, keys, codes }, held) {
  const files = new Map();
  for (const code of codes)
    for (let set = 0; set < (held ? sets : 0); set++) {
      const body = Buffer.from(JSON.stringify(nested(code, set, keys)));
      files.set(`pid/latest/${code}/ns${set}`, { body });
    }
  const languages = Object.fromEntries(
    codes.map((code, at) => [
      code,
      { name: code, nativeName: code, isReferenceLanguage: at === 0, translated: {} },
    ]),
  );
  const list = (origin) =>
    [...files].map(([key, { body }]) => ({
      url: `${origin}/${key}`,
      key,
      lastModified: '2026-01-01T00:00:00.000Z',
      size: body.length,
    }));
  return ({ url: { pathname, origin } }) => {
    if (pathname === '/languages/pid') return languages;
    if (pathname === '/download/pid/latest') return list(origin);
    if (pathname.startsWith('/stats/project/'))
      return { latest: Object.fromEntries(codes.map((code) => [code, {}])) };
    if (pathname.startsWith('/update/pid/')) return {};
    return files.get(pathname.slice(1)) ?? (pathname.startsWith('/pid/latest/') ? {} : undefined);
  };
}
