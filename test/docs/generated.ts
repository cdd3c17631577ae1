import { settingsTable } from '../../src/core/config/print.js';
import { checkErrors } from '../../src/core/errors/check.js';
import { cliErrors } from '../../src/core/errors/cli.js';
import { configErrors } from '../../src/core/errors/config.js';
import type { ErrorEntry } from '../../src/core/errors/entry.js';
import { fileErrors } from '../../src/core/errors/files.js';
import { catalogue } from '../../src/core/errors/index.js';
import { doctorErrors } from '../../src/core/errors/doctor.js';
import { planErrors } from '../../src/core/errors/plans.js';
import { resolveErrors } from '../../src/core/errors/resolve.js';
import { undoErrors } from '../../src/core/errors/undo.js';
import { gitErrors } from '../../src/core/errors/git.js';
import { initErrors } from '../../src/core/errors/init.js';
import { libraryErrors } from '../../src/core/errors/library.js';
import { serveErrors } from '../../src/core/errors/serve.js';
import { pseudoErrors } from '../../src/core/errors/pseudo.js';
import { renameErrors } from '../../src/core/errors/rename.js';
import { serviceErrors } from '../../src/core/errors/service.js';
import { PLAIN_HINTS, suggestIn } from '../../src/core/errors/suggest.js';
import { syncErrors } from '../../src/core/errors/sync.js';
import { BEHAVIOURS } from '../../src/server/behave/table.js';
import { SAMPLES } from './error-samples.js';

/** The parts of the catalogue with what each is about, in the order in which someone meets them. */
const PARTS = [
  ['The command line', cliErrors],
  ['A new configuration', initErrors],
  ['Configuration and token', configErrors],
  ['The service and the way to it', serviceErrors],
  ['Comparing and syncing', syncErrors],
  ['Local files', fileErrors],
  ['Translations that would break something', checkErrors],
  ['Merges in git', gitErrors],
  ['What doctor finds', doctorErrors],
  ['Plans', planErrors],
  ['Deciding conflicts', resolveErrors],
  ['Renaming and removing', renameErrors],
  ['Pseudo-locales', pseudoErrors],
  ['Taking a pull back', undoErrors],
  ['The embedded service', serveErrors],
  ['The library', libraryErrors],
] as const;

/** One error as the program prints it, with its exit code. */
function section(code: string, entry: ErrorEntry<unknown>): string {
  const known: Readonly<Record<string, unknown>> = SAMPLES;
  const sample = known[code];
  if (sample === undefined) throw new Error(`${code} has no sample: add one to test/docs/error-samples.ts`);
  const hint = entry.hint?.(sample, suggestIn(PLAIN_HINTS));
  const lines = [`${entry.exit === 0 ? 'warning' : 'error'}: ${entry.text(sample)}`];
  for (const line of [hint ?? []].flat()) lines.push(`  ${line}`);
  const exit = entry.exit === 0 ? 'A warning: no exit code of its own.' : `Exit code ${entry.exit}.`;
  return `### ${code}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n\n${exit}`;
}

/**
 * docs/errors.md: every error of the catalogue by its code. Throws if one has no sample, or is in
 * no part.
 */
export function errorsPage(): string {
  const parts = PARTS.map(([title, entries]) => {
    const sections = Object.entries(entries)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, entry]) => section(code, entry as ErrorEntry<never> as ErrorEntry<unknown>));
    return `## ${title}\n\n${sections.join('\n\n')}`;
  });
  const count = PARTS.reduce((sum, [, entries]) => sum + Object.keys(entries).length, 0);
  if (count !== Object.keys(catalogue).length) throw new Error('a part of the catalogue is missing in PARTS');
  return `# Errors and warnings

Every error and warning of locsync by its code, which is in \`--json\` and in annotations. The first line says what happened, those after it what to do next; names and numbers are examples. In a run, its place may come first: \`config/locales/de.yml:12:3\`. If several errors occur, the highest exit code of 1 to 5 is the program's.

Written by \`node scripts/docs.mjs\` from the catalogue in \`src/core/errors\`; a test fails when this page is older.

${parts.join('\n\n')}
`;
}

/** docs/serve.md with its table of behaviours as the program knows them now. */
export function servePage(page: string): string {
  const rows = Object.entries(BEHAVIOURS).map(
    ([name, { valueSyntax: form, description: about }]) => `| \`${name}${form}\` | ${about} |`,
  );
  const table = ['| behaviour | what the service does |', '|---|---|', ...rows].join('\n');
  return page.replace(
    /(<!-- table: behaviours -->\n)[^]*?(<!-- end -->)/,
    (_, before: string, after: string) => `${before}\n${table}\n\n${after}`,
  );
}

/** docs/configuration.md with its two tables as the definition has them now. */
export function configurationPage(page: string): string {
  return (['file', 'entry'] as const).reduce(
    (text, of) =>
      text.replace(
        new RegExp(`(<!-- table: ${of} -->\\n)[^]*?(<!-- end -->)`),
        (_, before: string, after: string) => `${before}\n${settingsTable(of)}\n${after}`,
      ),
    page,
  );
}
