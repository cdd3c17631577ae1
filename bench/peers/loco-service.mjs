// What loco-cli asks for: one export of everything, the locales, and an import for each locale.
import { nested } from './texts.mjs';

export function loco({ sets, keys, codes }, held) {
  // Keys begin with the namespace.
  const language = (code) =>
    Object.fromEntries(
      Array.from({ length: sets }, (_, set) =>
        Object.entries(nested(code, set, keys)).map(([group, texts]) => [`ns${set}:${group}`, texts]),
      ).flat(),
    );
  const everything = held ? Object.fromEntries(codes.map((code) => [code, language(code)])) : {};
  const exported = { body: Buffer.from(JSON.stringify(everything)) };
  const locales = codes.map((code) => ({ code, name: code }));
  return ({ url: { pathname } }) => {
    if (pathname === '/api/export/all.json') return exported;
    if (pathname === '/api/locales') return locales;
    if (pathname === '/api/import/json') return { status: 200, message: 'ok' };
    return undefined;
  };
}
