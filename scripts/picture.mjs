// Draws docs/demo.svg: the end of the demo as it looks on a terminal of 80 columns. The demo is run
// for it, on a pseudo terminal (python3); ids and ports are made the same each time. `--check` only
// compares.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const CELL = { width: 8.4, height: 19 };
const PADDING = 18;
const COLUMNS = 80;
const INK = { plain: '#d8dee9', faint: '#8790a0', bold: '#ffffff' };
// The colours of ANSI 31 to 36 on a dark terminal.
const COLORS = {
  31: '#f07178',
  32: '#a3d977',
  33: '#ffcb6b',
  34: '#82aaff',
  35: '#c792ea',
  36: '#7fdbca',
};

// Progress, which is drawn at the start of a line and erased again.
const ERASED = /^[^\n]*\u001b\[K\r?/gm;

/**
 * The demo's output, from the moment when translators have changed texts to the lines that git then
 * shows.
 */
function scene(output) {
  const text = output.replaceAll('\r\n', '\n');
  const from = text.indexOf('\n$ locsync status', text.indexOf('# Elsewhere')) + 1;
  const to = text.lastIndexOf('\n$ locsync status');
  return text
    .slice(from, to)
    .replaceAll(ERASED, '')
    .replaceAll(/\bpro_\d+/g, 'pro_921635980')
    .replaceAll(/\n# .*\n\n/g, '\n')
    .trimEnd();
}

/** Text with colour codes as spans of one look each: `[{ text, color, bold }]` for a line. */
function spansOf(line) {
  const spans = [];
  let look = { color: INK.plain, bold: false };
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1];
    if (codes === undefined) {
      if (part !== '') spans.push({ text: part, ...look });
      continue;
    }
    for (const code of codes.split(';').map(Number)) {
      if (code === 0) look = { color: INK.plain, bold: false };
      else if (code === 1) look = { color: INK.bold, bold: true };
      else if (code === 2) look = { ...look, color: INK.faint };
      else if (code === 22 || code === 39) look = { color: INK.plain, bold: false };
      else look = { ...look, color: COLORS[code] ?? look.color };
    }
  }
  return spans;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The letters of a span where they stand: each word has its own place, so that columns are straight
 * in every font.
 */
function words({ text, color, bold }, column, y) {
  const weight = bold ? ' font-weight="bold"' : '';
  return [...text.matchAll(/\S+(?: \S+)*/g)].map((word) => {
    const x = (PADDING + (column + word.index) * CELL.width).toFixed(1);
    const hasOwnWidth = /[\u0590-\u08ff]/.test(word[0]);
    const length = hasOwnWidth ? '' : ` textLength="${(word[0].length * CELL.width).toFixed(1)}"`;
    return `<text x="${x}" y="${y}" fill="${color}"${weight}${length}>${escaped(word[0])}</text>`;
  });
}

/** A terminal with this text in it, as SVG. Throws if a line is wider than the terminal. */
function picture(text) {
  const lines = text.split('\n');
  const drawn = lines.flatMap((line, row) => {
    const y = PADDING + 34 + row * CELL.height;
    const spans = line.startsWith('$ ')
      ? [
          { text: '$ ', color: COLORS[32], bold: false },
          { text: line.slice(2), color: INK.bold, bold: true },
        ]
      : spansOf(line);
    let column = 0;
    const found = spans.flatMap((span) => {
      const at = column;
      column += span.text.length;
      return words(span, at, y);
    });
    if (column > COLUMNS) throw new Error(`wider than ${COLUMNS} columns: ${line}`);
    return found;
  });
  const width = Math.ceil(COLUMNS * CELL.width + 2 * PADDING);
  const height = lines.length * CELL.height + 2 * PADDING + 24;
  const buttons = ['#f07178', '#ffcb6b', '#a3d977'].map(
    (color, index) => `<circle cx="${PADDING + 6 + index * 20}" cy="${PADDING}" r="6" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>locsync status, locsync pull, and what git then shows as changed</title>
<rect width="${width}" height="${height}" rx="10" fill="#1b2029"/>
${buttons.join('\n')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">
${drawn.join('\n')}
</g>
</svg>
`;
}

/** The demo's output on a terminal of 80 columns. Throws if the demo fails. */
function demo() {
  const { PATH, HOME, TMPDIR } = process.env;
  const input = JSON.stringify({
    argv: [process.execPath, join(root, 'scripts/demo.mjs')],
    cwd: root,
    env: { PATH, TERM: 'xterm', ...(HOME ? { HOME } : {}), ...(TMPDIR ? { TMPDIR } : {}) },
    steps: [],
    seconds: 120,
  });
  const { error, stdout, stderr } = spawnSync('python3', [join(root, 'test/support/on-terminal.py')], {
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (stdout === '') throw new Error(stderr);
  const { output, exit } = JSON.parse(stdout);
  if (exit !== 0) throw new Error(`the demo failed: ${output}`);
  return output;
}

const target = join(root, 'docs/demo.svg');
const svg = picture(scene(demo()));
if (!process.argv.includes('--check')) writeFileSync(target, svg);
else if (svg !== readFileSync(target, 'utf8')) {
  console.error('docs/demo.svg is not what the demo prints: run `node scripts/picture.mjs` and look at it');
  process.exitCode = 1;
}
