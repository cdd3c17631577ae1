// Measures two things in turn (A B A B …), so that what else the machine does hits both alike.

/**
 * Milliseconds of one call: a sample lasts at least this long, shorter functions are called several
 * times in it.
 */
const SAMPLE_MS = 40;

/**
 * Measures a row: the spread of `subject` and, if there is one, of `baseline`, and of what the
 * limit speaks of: their ratio, or the figure itself if nothing is compared. `ratio.median`
 * compares the two medians; `ratio.min` and `ratio.max` are those of single rounds.
 *
 * A row of functions that return nothing is timed here, in milliseconds a call. Asynchronous
 * functions return their own figure, in the row's `unit`.
 */
export async function measure(row, rounds) {
  const runs = [row.subject, row.baseline].filter((run) => run !== undefined);
  const samplers = [];
  for (const run of runs) samplers.push(await sampler(run, row.warm !== false));
  const figures = runs.map(() => []);
  for (let round = 0; round < (row.rounds?.(rounds) ?? rounds); round++) {
    for (const [index, sample] of samplers.entries()) figures[index].push(await sample());
  }
  const [subject, baseline] = figures.map(spread);
  if (!baseline) return { subject, ratio: subject };
  const ratios = figures[0].map((figure, round) => figure / figures[1][round]);
  return { subject, baseline, ratio: { ...spread(ratios), median: subject.median / baseline.median } };
}

/**
 * A function that gives one figure. If it is not to be `warm`, it is asynchronous, and so long that
 * caches do not matter.
 */
async function sampler(run, warm) {
  if (!warm) return run;
  const first = run();
  if (first instanceof Promise) {
    // The first one has warmed the disk's cache and the network's.
    await first;
    return run;
  }
  const calls = callsPerSample(run);
  return () => Promise.resolve(timed(run, calls));
}

/** Warms a function up, and finds how often it has to be called to fill a sample. */
function callsPerSample(run) {
  let calls = 0;
  const start = performance.now();
  let longest = 0;
  while (performance.now() - start < 3 * SAMPLE_MS || calls < 3) {
    const before = performance.now();
    run();
    longest = performance.now() - before;
    calls++;
  }
  return Math.max(1, Math.ceil(SAMPLE_MS / longest));
}

function timed(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) run();
  return (performance.now() - start) / calls;
}

/** The smallest value, the median and the largest. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { min: sorted[0], median, max: sorted.at(-1) };
}
