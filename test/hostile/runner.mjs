// Runs a regular expression on hostile texts in a process of its own, so that it can be ended, and
// says how much processor time each took.
const SMALL = [1_000, 16_000];
const LARGE = 1_000_000;
/** Of the inputs that took longest when small, so many are run large. */
const WORST = 5;
/**
 * Milliseconds for the small size: at the large one this is far above a second, even if it only
 * grew linearly.
 */
const HOPELESS = 100;

const build = (input, length) =>
  input
    .map(([piece, share]) => (share === 0 ? piece : piece.repeat(Math.ceil((share * length) / piece.length))))
    .join('');

function milliseconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** As it is used, and over the whole text, as `replaceAll`, `matchAll` and `split` do. */
function run({ source, flags }, text) {
  const regex = new RegExp(source, flags);
  regex.exec(text);
  const global = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  text.replace(global, '');
}

process.on('message', (task) => {
  const timed = [];
  for (const input of task.inputs) {
    for (const length of SMALL) {
      const text = build(input, length);
      process.send({ doing: input, length });
      let taken = milliseconds(() => run(task, text));
      if (taken > HOPELESS)
        taken = Math.min(
          taken,
          milliseconds(() => run(task, text)),
        );
      if (length === SMALL.at(-1) || taken > HOPELESS) timed.push({ input, taken });
      if (taken > HOPELESS) return process.send({ slow: { input, length, taken } });
    }
  }
  timed.sort((one, other) => other.taken - one.taken);
  let worst = { taken: 0 };
  for (const { input } of timed.slice(0, WORST)) {
    const text = build(input, LARGE);
    process.send({ doing: input, length: LARGE });
    const taken = milliseconds(() => run(task, text));
    if (taken > worst.taken) worst = { input, length: text.length, taken };
  }
  return process.send({ done: worst });
});
process.on('disconnect', () => process.exit());
