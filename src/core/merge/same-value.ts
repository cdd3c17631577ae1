/** A number or a truth value, as YAML and JSON writers spell it. */
const NUMBER = /^[-+]?(?:\d[\d_]{0,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[-+]?\d{1,3})?$/iu;
const OTHER_BASE = /^0(?:x[0-9a-f]{1,16}|o[0-7]{1,22}|b[01]{1,64})$/iu;
const INFINITE = /^([-+]?)(?:\.inf|inf|infinity)$/iu;
const TRUTH = new Map<string, boolean>([
  ...['true', 'yes', 'on', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', 'n', '0'].map((word) => [word, false] as const),
]);
const NOT_A_NUMBER = new Set(['.nan', 'nan']);
const NOTHING = new Set(['null', '~', 'nil', 'none']);

/** Whether two texts are spellings of one number or truth value, or both say that there is none. */
export function isSameValue(left: string, right: string): boolean {
  if (left.length > 100 || right.length > 100) return false;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return a === b;
  const [p, q] = [left.toLowerCase(), right.toLowerCase()];
  if (NOT_A_NUMBER.has(p) && NOT_A_NUMBER.has(q)) return true;
  if (NOTHING.has(p) && NOTHING.has(q)) return true;
  const truth = TRUTH.get(p);
  return truth !== undefined && truth === TRUTH.get(q);
}

/** What each spelling of a number begins with. */
const NUMERIC = /^[-+.\di]/i;

function numberOf(text: string): number | undefined {
  if (!NUMERIC.test(text)) return undefined;
  if (OTHER_BASE.test(text)) return Number(text);
  const infinite = INFINITE.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return NUMBER.test(text) ? Number(text.replaceAll('_', '')) : undefined;
}
