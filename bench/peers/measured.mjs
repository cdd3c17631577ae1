// What a program costs with all the processes that it starts.
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setInterval } from 'node:timers';

const POLL_MS = 10;

/**
 * Runs programs one after the other: wall and processor time in milliseconds, and the peak memory
 * in megabytes (Linux only). Throws with what a program printed if it does not exit with 0.
 */
export async function measured(programs, { cwd, env }) {
  const script = 'TIMEFORMAT="%R %U %S"; exec 3>&2; time "$@" 2>&1 3>&-';
  let [wall, cpu, mb] = [0, 0, 0];
  for (const program of programs) {
    const child = spawn('bash', ['-c', script, 'bash', ...program], {
      cwd,
      env: { PATH: process.env.PATH, NO_COLOR: '1', CI: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const peaks = new Map();
    const poll = setInterval(() => look(child.pid, peaks), POLL_MS);
    const [said, timed] = [child.stdout, child.stderr].map(async (stream) => {
      let text = '';
      for await (const chunk of stream.setEncoding('utf8')) text += chunk;
      return text;
    });
    const [code] = await once(child, 'close');
    clearInterval(poll);
    if (code !== 0)
      throw new Error(`${program.slice(1).join(' ')} exited with ${code}: ${await said}${await timed}`);
    const [real, user, system] = (await timed).trim().split('\n').at(-1).split(' ').map(Number);
    wall += real * 1000;
    cpu += (user + system) * 1000;
    mb = Math.max(mb, [...peaks.values()].reduce((sum, kb) => sum + kb, 0) / 1024);
  }
  return { wall, cpu, mb };
}

/** Notes the peak of each process below this one, in kilobytes. bash itself is left out. */
function look(pid, peaks) {
  for (const child of childrenOf(pid)) {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(textOf(`/proc/${child}/status`))?.[1];
    if (peak !== undefined) peaks.set(child, Number(peak));
    look(child, peaks);
  }
}

const childrenOf = (pid) => textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or this is not Linux.
    return '';
  }
}
