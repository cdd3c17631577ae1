// The table that a person reads.
const HEAD = ['', 'median', '(min to max)', 'against', '(min to max)', 'ratio', '(min to max)', 'limit', ''];

/** The results as lines of text, a row each. */
export function table(results) {
  const lines = results.map(({ name, unit = 'ms', limit, ok, compared, ratio, figures }) => [
    name,
    `${number(figures.subject.median)} ${unit}`.trimEnd(),
    range(figures.subject),
    compared ? `${number(figures.baseline.median)} ${unit}` : '',
    compared ? range(figures.baseline) : '',
    compared ? ratio.median.toFixed(3) : '',
    compared ? `${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)}` : '',
    limit === undefined ? '' : `${limit}${compared ? '' : ` ${unit}`}`.trimEnd(),
    limit === undefined ? '' : ok ? 'ok' : 'over',
  ]);
  const widths = HEAD.map((_, at) => Math.max(...[HEAD, ...lines].map((line) => line[at].length)));
  return [HEAD, ...lines]
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

const range = ({ min, max }) => (min === max ? '' : `${number(min)} to ${number(max)}`);
const number = (value) =>
  Number.isInteger(value)
    ? value.toLocaleString('en')
    : value >= 1000
      ? Math.round(value).toLocaleString('en')
      : value.toFixed(2);
