import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

export interface PageAsset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the page that scripts/build.mjs has put beside the program, by name. */
export function readAssets(folder = new URL('./page/', import.meta.url)): ReadonlyMap<string, PageAsset> {
  const assets = new Map<string, PageAsset>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const body = readFileSync(new URL(name, folder));
    const hash = createHash('sha256').update(body).digest('base64url');
    assets.set(name, { type, body, etag: `"${hash.slice(0, 22)}"` });
  }
  return assets;
}

/** No names if the program runs from its sources, which hold no built page. */
function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
