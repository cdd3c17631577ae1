// Loaded before the program (`node --import`): a machine whose clock is set while it runs. CLOCK is
// `<after> <by>`: so many milliseconds after the start, the clock is set forward by so many
// milliseconds (back if negative). What counts durations is not touched, as on a real machine.
const [after, by] = (process.env.CLOCK ?? '').split(' ').map(Number);
const begun = performance.now();
const RealDate = Date;
const real = Date.now;
const now = () => real() + (performance.now() - begun >= after ? by : 0);
globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }
  static now() {
    return now();
  }
};
