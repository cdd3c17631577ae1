// Runs programs and tells what they took. bash measures: Node does not tell the processor time of a
// child.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const NODE = process.execPath;
export const LOCSYNC = fileURLToPath(new URL('../bin/locsync.js', import.meta.url));

/** Whether a program can be started here. */
export const has = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;

/**
 * Runs a program to its end: its wall time and its processor time (user and system, all of its
 * threads), in milliseconds. Throws with what it printed if it does not exit with 0.
 */
export async function run(command, args, { cwd, env } = {}) {
  const script = 'exec 3>&2; TIMEFORMAT="%R %U %S"; time "$@" 2>&3 3>&-';
  const child = spawn('bash', ['-c', script, 'bash', command, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks = [];
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const said = Buffer.concat(chunks).toString().trimEnd();
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${code}: ${said}`);
  const [wall, user, system] = said
    .slice(said.lastIndexOf('\n') + 1)
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { wallMs: wall, cpuMs: user + system };
}

/** Runs this project's program. */
export const locsync = (args, options) => run(NODE, [LOCSYNC, ...args], options);
