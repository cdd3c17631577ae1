import { newlineIn } from '../text/lines.js';
import type { Token } from './parse.js';
import type { Pattern } from './pattern.js';

/** The name of the merge driver, in attributes and in the configuration of git. */
export const MERGE_DRIVER = 'locsync';

const BEGIN = '# locsync: begin, written by `locsync git-setup`';
const END = '# locsync: end';
const OURS = ` merge=${MERGE_DRIVER}`;

/**
 * The lines of `.gitattributes` that hand these patterns and this lock to the merge driver. A path
 * that an attribute finds beyond a pattern is merged by the same rules.
 */
export function attributeLines(patterns: readonly Pattern[], lock: string): readonly string[] {
  const globs = patterns.flatMap(({ alternatives }) => alternatives.flatMap(gitGlobs));
  return [...new Set([...globs, escape(lock)])].map((glob) => `${quote(`/${glob}`)} merge=${MERGE_DRIVER}`);
}

/**
 * A pattern as git reads it: `{locale}` becomes `*`, which git never lets match a `/`. A class such
 * as `[lang]` is also the name of a folder, as for locsync itself: git needs a pattern for each.
 */
function gitGlobs(tokens: readonly Token[]): readonly string[] {
  let globs = [''];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    // `/**/` would be folders to git, however many.
    if (isStar(token) && before && isStar(before)) return;
    const signs = gitSigns(token);
    globs = globs.flatMap((glob) => signs.map((sign) => glob + sign));
  });
  return globs;
}

/** A class that is not the name of a folder, or a pattern for dates would be 64 patterns of git. */
const RANGE = /^\[[!^]?.-.\]$/;

const isStar = ({ kind }: Token): boolean => kind === 'star' || kind === 'locale';

function gitSigns(token: Token): readonly string[] {
  switch (token.kind) {
    case 'text':
      return [escape(token.text)];
    case 'class':
      return RANGE.test(token.raw) ? [token.raw] : [token.raw, escape(token.raw)];
    case 'any':
      return ['?'];
    case 'folders':
      return ['**/'];
    case 'star':
    case 'locale':
      return ['*'];
  }
}

const escape = (text: string): string => text.replace(/[\\*?[]/g, String.raw`\$&`);

/** A pattern with spaces or quotes as git reads it in a line of attributes. */
const quote = (glob: string): string =>
  /[\s"]/.test(glob) ? `"${glob.replace(/[\\"]/g, String.raw`\$&`)}"` : glob;

/** The attributes with our lines at their end, so that they win; earlier ones are replaced. */
export function withAttributes(text: string, lines: readonly string[]): string {
  const newline = newlineIn(text);
  const block = [BEGIN, ...lines, END].map((line) => line + newline).join('');
  if (text.includes(block)) return text;
  const rest = withoutAttributes(text);
  const gap = rest === '' || rest.endsWith('\n') ? '' : newline;
  return rest + gap + block;
}

/** The attributes without our lines; as they were if there are none. */
export function withoutAttributes(text: string): string {
  const kept: string[] = [];
  let isInside = false;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.trimEnd();
    if (bare === BEGIN) isInside = true;
    else if (isInside && bare === END) isInside = false;
    // Without the line that ends them, only what git-setup writes is taken for ours.
    else if (!isInside || !bare.endsWith(OURS)) {
      isInside = false;
      kept.push(line);
    }
  }
  return kept.join('');
}
