import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFiles, type FilesOptions } from '../../src/adapters/files/files.js';
import { processInfo } from '../../src/adapters/process-info.js';
import { LocsyncError } from '../../src/core/errors/index.js';
import type { Files } from '../../src/ports/files.js';

/** A fresh folder that is gone after the test. */
export async function folder(parent = tmpdir()): Promise<string> {
  const path = await realpath(await mkdtemp(join(parent, 'locsync-files-')));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Options of a run by this process whose waits take no time. */
export function options(changes: Partial<FilesOptions> = {}): FilesOptions {
  return {
    pid: process.pid,
    hostname: 'here',
    isAlive: (pid) => pid === process.pid,
    stat: (pid) => processInfo.processes.stat(pid),
    clock: {
      now: () => 0,
      date: () => Date.UTC(2026, 0, 2, 3, 4, 5),
      sleep: () => Promise.resolve(),
      random: () => 0,
    },
    lockWait: 300,
    ...changes,
  };
}

export async function project(changes: Partial<FilesOptions> = {}): Promise<{ root: string; files: Files }> {
  const root = await folder();
  return { root, files: createFiles(root, options(changes)) };
}

/** The catalogue error that the promise rejects with; anything else fails the test. */
export async function fault(promise: Promise<unknown>): Promise<LocsyncError> {
  const outcome: unknown = await promise.then(
    () => new Error('expected a LocsyncError, but nothing was thrown'),
    (error: unknown) => error,
  );
  if (outcome instanceof LocsyncError) return outcome;
  throw outcome;
}
