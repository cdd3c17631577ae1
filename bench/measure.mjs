// Measures two functions in turn (A B A B …), so that what else the machine does hits both alike.

/** Milliseconds of one call: a sample lasts at least this long, shorter functions are called several times in it. */
const SAMPLE_MS = 40;

/**
 * The times of `subject` and `baseline` in milliseconds a call, and their ratio. `ratio.median` compares the two medians; `ratio.min` and
 * `ratio.max` are those of single rounds.
 */
export function compare(subject, baseline, rounds) {
  const calls = [subject, baseline].map(callsPerSample);
  const times = [[], []];
  for (let round = 0; round < rounds; round++) {
    [subject, baseline].forEach((run, index) => times[index].push(sample(run, calls[index])));
  }
  const ratios = times[0].map((time, round) => time / times[1][round]);
  const [own, base] = times.map(spread);
  return { subject: own, baseline: base, ratio: { ...spread(ratios), median: own.median / base.median } };
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

function sample(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) run();
  return (performance.now() - start) / calls;
}

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { min: sorted[0], median, max: sorted.at(-1) };
}
