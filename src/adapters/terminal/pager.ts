import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { withoutSecrets, type Env } from '../../core/env.js';
import { processInfo } from '../process-info.js';

export interface PagerContext {
  readonly env: Env;
  /** Rows of the terminal; undefined or 0 if it does not say. */
  readonly rows: number | undefined;
  /** Called before the pager starts. */
  readonly onStart: (() => void) | undefined;
}

/**
 * Shows a text that is longer than the screen in the person's pager, and resolves when they leave
 * it. False if nothing was shown: the text fits, there is no pager, or it does not start.
 */
export async function showInPager(text: string, { env, rows = 0, onStart }: PagerContext): Promise<boolean> {
  const command = pagerOf(env);
  // One row is for the prompt of the shell.
  if (command === undefined || text.split('\n').length - 1 < rows || rows === 0) return false;
  // What git sets: end if it fits the screen, show colours, leave the text on the screen.
  const usual = { LESS: 'FRX', LV: '-c' };
  const own = withoutSecrets({ ...usual, ...env });
  onStart?.();
  return new Promise((resolve) => {
    // Windows would run a program of the working folder.
    const child = spawn(command, {
      shell: true,
      cwd: tmpdir(),
      env: own,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.on('error', () => resolve(false));
    // What the shell says of a command that it cannot start.
    child.on('close', (code) => resolve(code !== 126 && code !== 127));
    // Somebody left the pager before its end.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}

/**
 * As git and gh choose it: LOCSYNC_PAGER, else PAGER, else `less`. Undefined if that is empty or
 * `cat`, and on Windows without either.
 */
function pagerOf(env: Env): string | undefined {
  const usual = processInfo.platform === 'win32' ? '' : 'less';
  const command = (env['LOCSYNC_PAGER'] ?? env['PAGER'] ?? usual).trim();
  return command === '' || command === 'cat' || env['TERM'] === 'dumb' ? undefined : command;
}
