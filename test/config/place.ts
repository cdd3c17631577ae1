import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSettings } from '../../src/adapters/config/settings.js';
import { LocsyncError, LocsyncErrors } from '../../src/core/errors/index.js';
import type { Env } from '../../src/core/env.js';
import type { FoundConfig } from '../../src/ports/settings.js';

/**
 * A temporary folder with these files, gone when the test is over. A name that ends in `/` is a
 * folder.
 */
export function place(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'locsync-config-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(path, content);
  }
  return root;
}

export interface LoadOptions {
  readonly config?: string;
  readonly env?: Env;
}

export const load = (cwd: string, { config, env = {} }: LoadOptions = {}): Promise<FoundConfig> =>
  createSettings(env, { uid: process.geteuid?.() }).load(cwd, config);

/** The errors that loading ends with; fails if it ends well. */
export async function faults(cwd: string, options: LoadOptions = {}): Promise<readonly LocsyncError[]> {
  const error: unknown = await load(cwd, options).then(
    () => new Error('the configuration was taken'),
    (reason: unknown) => reason,
  );
  if (error instanceof LocsyncErrors) return error.errors;
  if (error instanceof LocsyncError) return [error];
  throw error;
}

/** The only error. */
export async function fault(cwd: string, options: LoadOptions = {}): Promise<LocsyncError> {
  const [first, ...others] = await faults(cwd, options);
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} errors`);
  return first;
}
