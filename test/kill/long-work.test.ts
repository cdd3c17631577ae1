import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Session } from '../support/session.js';
import { leftovers } from './place.js';

/**
 * From the signal to the end, on a machine that does other things too; the work itself takes far
 * longer.
 */
const SOON_MS = 4_000;
/** Its reading takes a minute. */
const LINES = 1_500_000;
const HUGE = `en:\n${Array.from({ length: LINES }, (_, i) => `  k${i}: "Text ${i}"\n`).join('')}`;

/** Whether a process handles this signal itself (Linux). */
function handles(pid: number, signal: 'SIGINT' | 'SIGTERM'): boolean {
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & (signal === 'SIGINT' ? 1n << 1n : 1n << 14n)) !== 0n;
}

describe.runIf(existsSync('/proc/self/status'))(
  'Ctrl+C while the program works on something large (M3)',
  () => {
    it.each([
      ['SIGINT', 'push', 130],
      ['SIGTERM', 'push', 143],
      ['SIGINT', 'pull', 130],
      ['SIGTERM', 'status', 143],
    ] as const)('%s ends %s at once, and the next run works', async (signal, command, exit) => {
      const s = await Session.start();
      const file = 'config/locales/en.yml';
      s.file(file, HUGE);
      let sentAt = 0;
      let asked: Promise<void> | undefined;
      const ran = await s.run(command, {
        killed: true,
        // A shell that tells the exit code as people see it.
        shell: '"$@" & child=$!; echo "pid $child"; wait $child; echo "exit $?"; trap - INT',
        during: (child) => {
          child.stdout?.once('data', (chunk: Buffer) => {
            const pid = Number(/pid (\d+)/.exec(chunk.toString())?.[1]);
            asked = interrupt(pid);
          });
          const interrupt = async (pid: number): Promise<void> => {
            const began = Date.now();
            const isBusy = (): boolean => !handles(pid, signal);
            while (!handles(pid, signal)) await wait(5);
            // Busy now and a second later: the event loop is blocked.
            while (!isBusy()) {
              expect(Date.now() - began).toBeLessThan(60_000);
              await wait(50);
            }
            await wait(1_000);
            expect(isBusy()).toBe(true);
            sentAt = Date.now();
            process.kill(pid, signal);
          };
        },
      });
      await asked;
      expect(Date.now() - sentAt, ran.transcript).toBeLessThan(SOON_MS);
      expect(ran.out, ran.transcript).toContain(`exit ${exit}`);
      expect(leftovers([...s.snapshot().keys()].filter((path) => !path.endsWith('run.lock')))).toEqual([]);
      s.reads(file, HUGE);
      s.file(file, 'en:\n  a: A\n');
      (await s.run('push')).code(0);
      expect(leftovers([...s.snapshot().keys()])).toEqual([]);
    });
  },
);
