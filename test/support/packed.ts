import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A project of someone else's that has this package installed from its tarball, offline. */
export interface Consumer {
  readonly folder: string;
  /** An environment in which nothing of ours is set. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a file and returns its path. */
  file(name: string, text: string): string;
  remove(): void;
}

export function consumer(): Consumer {
  const temp = mkdtempSync(join(tmpdir(), 'locsync-consumer-'));
  const folder = join(temp, 'app');
  const env = {
    PATH: process.env['PATH'],
    HOME: temp,
    npm_config_cache: join(temp, 'cache'),
    npm_config_offline: 'true',
  };
  const npm = (cwd: string, ...args: string[]): void =>
    void execFileSync('npm', [...args, '--silent'], { cwd, env });
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "app", "private": true, "type": "module" }\n');
  // --ignore-scripts: the suite has built dist/ already, and other tests are running it now.
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', temp);
  const tarball = readdirSync(temp).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack made no tarball');
  npm(folder, 'install', join(temp, tarball));
  mkdirSync(join(folder, 'node_modules/@types'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction');
  symlinkSync(join(ROOT, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), 'junction');
  return {
    folder,
    env,
    file: (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    remove: () => rmSync(temp, { recursive: true, force: true }),
  };
}
