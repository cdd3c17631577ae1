// A run of its own process, for tests that kill it or let its system calls fail: `node child.mjs
// <root> <action> [argument…]`.
import { createFiles } from '../../src/adapters/files/files.js';
import { processInfo } from '../../src/adapters/process-info.js';
import { LocsyncError } from '../../src/core/errors/index.js';

const [root = '', action = '', ...args] = process.argv.slice(2);

const files = createFiles(root, {
  pid: process.pid,
  hostname: 'here',
  isAlive: (pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  },
  stat: (pid) => processInfo.processes.stat(pid),
  clock: {
    now: () => performance.now(),
    date: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => 0,
  },
  lockWait: 300,
});

async function replace(path: string, text: string): Promise<void> {
  await files.write(path, text, (await files.read(path))?.contentHash);
}

async function act(): Promise<unknown> {
  switch (action) {
    case 'write': // path and text in turns; the outcome of each
      return Promise.all(
        Array.from({ length: args.length / 2 }, (_, n) =>
          replace(args[2 * n] ?? '', args[2 * n + 1] ?? '').then(() => 'written', code),
        ),
      );
    case 'run': {
      const release = await files.runLock();
      await replace(args[0] ?? '', args[1] ?? '');
      await release();
      return 'done';
    }
    case 'hold':
      await files.runLock();
      process.stdout.write('held\n');
      setInterval(() => undefined, 1000);
      return new Promise(() => undefined);
    case 'many': {
      const paths = await files.glob(['**/*.json'], { ignore: [] });
      await Promise.all(paths.map((path) => replace(path, 'new')));
      return paths.length;
    }
    default:
      throw new Error(`no such action: ${action}`);
  }
}

function code(error: unknown): string {
  return error instanceof LocsyncError
    ? `${error.code}: ${error.message}${error.place ? ` at ${error.place.path}` : ''}`
    : `defect: ${String(error)}`;
}

process.stdout.write(JSON.stringify(await act().catch(code)) + '\n');
