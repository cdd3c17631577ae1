import { createSecrets } from './adapters/tokens/secrets.js';
import { createTerminal } from './adapters/terminal/terminal.js';
import { staticText } from './cli/static-help.js';
import { EXIT, type ExitCode } from './core/errors/exit.js';
import { GRACE_MS, Interrupted } from './ports/host.js';
import { VERSION } from './version.js';

// A report that Node writes when it dies holds the environment, and so the token
// (--report-on-fatalerror).
if ('excludeEnv' in process.report) process.report.excludeEnv = true;

const secrets = createSecrets(process.env['LOCSYNC_TOKEN']);
const terminal = createTerminal({
  standard: process,
  // What is asked of a person is coloured too, before any option is read.
  env: process.argv.includes('--no-color') ? { ...process.env, NO_COLOR: '1' } : process.env,
  redact: (text) => secrets.redact(text),
  onPager: () => void process.removeAllListeners('SIGINT').on('SIGINT', () => undefined),
});
void main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  const prepared = await staticText(argv, VERSION, terminal.out.columns);
  if (prepared === undefined) process.exitCode = await runProgram(argv);
  else terminal.out.write(prepared);
  const failure = await terminal.flush();
  if (failure) {
    const { LocsyncError } = await import('./core/errors/index.js');
    const error = LocsyncError.of('OUTPUT_FAILED', { reason: failure.message }, { cause: failure });
    terminal.err.write(`error: ${error.message}\n`);
    process.exitCode = error.exit;
  }
}

/**
 * Runs a command line with the process's host. Loaded only here: `--version` does not wait for what
 * it does not need.
 */
async function runProgram(argv: readonly string[]): Promise<ExitCode> {
  const interruption = new AbortController();
  const givingUp = new AbortController();
  let interrupts = 0;
  const interruptWith = (exit: 130 | 143) => () => {
    // The second one ends at once: its sender does not want to wait for what is in flight.
    if (interrupts++ > 0) {
      terminal.status?.(undefined);
      process.exit(exit);
    }
    const reason = new Interrupted(exit);
    interruption.abort(reason);
    setTimeout(() => givingUp.abort(reason), GRACE_MS).unref();
  };
  const onInterrupt = interruptWith(EXIT.sigint);
  const onTerminate = interruptWith(EXIT.sigterm);
  const handlers = {
    add: () => void process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate),
    remove: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate),
  };
  handlers.add();
  // An unhandled exception or rejection ends the run as an interruption does, so that its lock is
  // released, and is reported like any other bug.
  let isOver = false;
  const defects: unknown[] = [];
  process.on('uncaughtException', (error: unknown) => {
    defects.push(error);
    if (isOver) void reportDefects();
    interruption.abort(error);
    givingUp.abort(error);
    setTimeout(() => process.exit(EXIT.defect), GRACE_MS).unref();
  });
  const reportDefects = async (): Promise<void> => {
    const { describeDefect } = await import('./cli/error-report.js');
    for (const defect of defects.splice(0)) terminal.err.write(describeDefect(defect, argv));
    process.exitCode = EXIT.defect;
  };
  const [{ createHost }, { LongWork }, { run }] = await Promise.all([
    import('./adapters/host.js'),
    import('./adapters/long-work.js'),
    import('./cli/run.js'),
  ]);
  tuneEngine();
  const long = new LongWork(handlers, { onLarge: growYoung, onMuch: collectSooner });
  const host = createHost({
    cwd: workingFolder(),
    env: process.env,
    terminal,
    version: VERSION,
    signal: interruption.signal,
    giveUp: givingUp.signal,
    secrets,
    long,
  });
  const exit = await run(argv, host);
  await long.over();
  isOver = true;
  if (exit === EXIT.defect || defects.length === 0) return exit;
  // The run came to its end in spite of it.
  await reportDefects();
  return EXIT.defect;
}

/** V8 of Node 20 to 26. Others may not know the flags, and would say so on stderr. */
const KNOWN_V8 = /^1[1-4]\./;

/** What is set here is set back in compile-cache.ts, before compiled code is kept. */
function tuneEngine(): void {
  const { v8 } = process.versions;
  if (!KNOWN_V8.test(v8)) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // By itself V8 lets its heap grow to four times of what is alive. `status` of 288,000 texts takes
  // 191 instead of 244 MB on Node 20, 191 instead of 228 on 22, 301 instead of 340 on 24, for 1 to
  // 7 % more processor time.
  setFlagsFromString('--heap-growing-percent=100');
  // New objects keep the 2 MB that they begin with, which otherwise grow to 32: a pull of 200 files
  // takes 119 instead of 131 MB, in the same processor time. One large text needs more of them at a
  // time, see growYoung.
  setFlagsFromString('--semi-space-growth-factor=1');
  // V8 of Node 20 optimizes a function from 67,584 bytes of executed bytecode on. Most of what a
  // short run optimizes is hardly called again, on two to four threads beside the main one: a first
  // pull of 200 files takes a tenth less processor time if it begins later.
  if (v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=400000');
  // By itself V8 compiles the WebAssembly parser of undici a second time, optimized, after a few
  // responses: 40 to 90 ms of processor time on another thread, and 20 MB, on Node 20, 22 and 24. A
  // run of 10,000 requests gains less than that by it.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}

/** V8's default again: without it, work on one large text takes 15 % more processor time. */
function growYoung(): void {
  if (!KNOWN_V8.test(process.versions.v8)) return;
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=2');
}

/** Bytes of objects below which a run that reads very much keeps little of it. */
const LITTLE_HELD = 42 * 1024 * 1024;
/** Bytes of objects from which on V8 lets its heap grow by a quarter of them only. */
const MUCH_HELD = 128 * 1024 * 1024;

/**
 * For a run that reads very much: `pull --force` that writes 10,000 files takes 424 instead of 519
 * MB on Node 20, in the same processor time.
 */
function collectSooner(): void {
  if (!KNOWN_V8.test(process.versions.v8)) return;
  const { getHeapStatistics, setFlagsFromString } = process.getBuiltinModule('node:v8');
  const held = getHeapStatistics().used_heap_size;
  // Two fifths of the processor time of `status` of 4,000 files went into collecting new objects
  // again and again: it takes 14 % less, and 30 MB more. A run that writes or uploads holds more.
  if (held < LITTLE_HELD) growYoung();
  // With few objects a quarter is soon full again: `status` of 4,000 files took 12 % longer.
  const percent = held < MUCH_HELD ? 50 : 25;
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    // Commands that read it say so (ARG-17); `--help` works in a folder that is gone.
    return '';
  }
}
