// What `npm install` of the package brings, as npm itself packs it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Counts, which no second measurement changes. */
export function sizeRows() {
  const [{ unpackedSize }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  const { dependencies = {} } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const once = () => 1;
  return [
    {
      name: 'size of the installed package',
      limit: 3,
      unit: 'MB',
      rounds: once,
      subject: () => Promise.resolve(unpackedSize / 1e6),
    },
    {
      name: 'installed packages',
      limit: 1,
      unit: '',
      rounds: once,
      subject: () => Promise.resolve(1 + Object.keys(dependencies).length),
    },
  ];
}
