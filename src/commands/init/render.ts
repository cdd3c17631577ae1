import type { ProposedPattern } from '../../core/propose/propose.js';

/** What the file says. */
export interface ConfigDraft {
  readonly baseUrl: string;
  readonly project: string;
  readonly sourceLocale: string;
  /** The service's codes to those in file names; none if they are the same. */
  readonly localeMap: ReadonlyMap<string, string>;
  /** The locales that are synced; all if undefined. */
  readonly locales: readonly string[] | undefined;
  readonly patterns: readonly ProposedPattern[];
  /** The path of the JSON Schema for editors; undefined if it is not there. */
  readonly schema: string | undefined;
}

/** The text of `.locsyncrc`: YAML, with comments on settings that need one. */
export function render(draft: ConfigDraft): string {
  const { baseUrl, project, sourceLocale, localeMap, locales, patterns, schema } = draft;
  return `${schema === undefined ? '' : `# yaml-language-server: $schema=./${schema}\n`}# locsync: keeps the locale files of this folder in step with the service.
# The token does not belong here: it comes from LOCSYNC_TOKEN, or from
# \`locsync login\`.
baseUrl: ${scalar(baseUrl)}
project: ${scalar(project)}

# The locale that developers write; translators write the others.
sourceLocale: ${scalar(sourceLocale)}
${renderMap(localeMap)}${locales === undefined ? '' : `\n# Files of other locales are left alone.\nlocales: [${locales.map(scalar).join(', ')}]\n`}
# Where the locale files are: {locale} stands for the code, * for any name,
# ** for any folders.
files:
${patterns.map(entry).join('')}`;
}

const renderMap = (map: ReadonlyMap<string, string>): string =>
  map.size === 0
    ? ''
    : `\n# The service's codes, and those in file names.\nlocaleMap:\n${[...map].map(([code, name]) => `  ${scalar(code)}: ${scalar(name)}\n`).join('')}`;

function entry({ path, ignore, name }: ProposedPattern): string {
  if (ignore.length === 0 && name === undefined) return `  - ${scalar(path)}\n`;
  const lines = [`  - path: ${scalar(path)}\n`];
  if (name !== undefined)
    lines.push(`    # The service names its files without folders.\n    name: ${name}\n`);
  if (ignore.length > 0) lines.push('    # These are not locale files.\n    ignore:\n');
  return [...lines, ...ignore.map((glob) => `      - ${scalar(glob)}\n`)].join('');
}

// What YAML 1.1 and 1.2 both read as this very text without quotes (`no` is a Boolean in 1.1, and a
// language).
const PLAIN = /^[A-Za-z][A-Za-z0-9._/{}*~:-]*[A-Za-z0-9}*]$/;
const WORD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** A text as YAML; JSON's strings are YAML's too. */
const scalar = (text: string): string => (PLAIN.test(text) && !WORD.test(text) ? text : JSON.stringify(text));
