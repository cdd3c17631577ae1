import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { withoutSecrets, type Env } from '../core/env.js';
import { LocsyncError } from '../core/errors/index.js';
import { reasonOf } from '../core/system/system-error.js';
import type { Git, GitResult } from '../ports/host.js';

/**
 * git as a process. It starts in a folder of the system: Windows would run a `git.exe` of the
 * working folder.
 */
export function createGit(env: Env, signal: AbortSignal): Git {
  return (folder, args) =>
    new Promise<GitResult>((resolve, reject) => {
      const child = spawn('git', ['-C', folder, ...args], {
        cwd: tmpdir(),
        env: withoutSecrets(env),
        stdio: ['ignore', 'pipe', 'pipe'],
        signal,
        windowsHide: true,
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.on('error', (error) => {
        const reason: unknown = signal.reason;
        reject(
          signal.aborted && reason instanceof Error
            ? reason
            : LocsyncError.of('GIT_UNAVAILABLE', { reason: reasonOf(error) }, { cause: error }),
        );
      });
      child.on('close', (code) =>
        resolve({
          exit: code ?? 255,
          out: Buffer.concat(out).toString(),
          err: Buffer.concat(err).toString().trim(),
        }),
      );
    });
}
