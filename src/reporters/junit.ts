import { printable } from '../core/text/printable.js';
import { failsCheck, untranslatedKeys } from '../core/report/summary.js';
import type { FileReport } from '../core/report/file-report.js';
import type { Report } from '../core/report/report.js';
import { type Problem, namesLostTexts } from '../core/report/problem.js';
import type { Printed } from './reporter.js';
import { quantity } from '../core/text/wording.js';
import { getOrMake } from '../core/util/collections.js';

// XML 1.0, section 2.2: what no document may hold, even escaped.

const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escape = (text: string): string =>
  text
    .replace(FORBIDDEN, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');

type FileStates = readonly FileReport['state'][];
const DONE: FileStates = ['in-sync', 'pushed', 'pulled'];
/** What is left to the other direction. */
const NOT_TO_PUSH: FileStates = [...DONE, 'to-pull', 'only-there'];
const NOT_TO_PULL: FileStates = [...DONE, 'to-push', 'only-here'];

/** The states of a file with which this run is content. */
function passingStates({ command, dryRun }: Report): FileStates {
  if (command === 'undo') return NOT_TO_PUSH;
  if (command === 'resolve') return [...NOT_TO_PUSH, ...NOT_TO_PULL];
  if (command !== 'push' && command !== 'pull') return DONE;
  // A dry run has done its part with what it says would be done.
  if (dryRun === true) return [...NOT_TO_PUSH, ...NOT_TO_PULL, 'both'];
  return command === 'push' ? NOT_TO_PUSH : NOT_TO_PULL;
}

/** One test case a locale file; one with a problem fails, unless the run ends well. */
export function junit(report: Report): Printed {
  const { checks } = report;
  const passes = passingStates(report);
  const byPath = new Map<string | undefined, Problem[]>();
  for (const problem of report.errors) getOrMake(byPath, problem.path, () => []).push(problem);
  const ofFiles = report.files.map((file) => {
    const errors = byPath.get(file.path) ?? [];
    // A file that was pushed but for a text that `--strict` kept back is not done.
    const waits =
      checks === undefined
        ? file.reason === undefined && !passes.includes(file.state)
        : failsCheck(file, checks);
    const fails = report.exitCode !== 0 && (waits || errors.length > 0);
    const { toPush, toPull, conflicts } = file.keys;
    const lacks = checks?.includes('missing') === true ? file.keys.total - file.keys.translated : 0;
    const waiting =
      `${file.state}: ${toPush} to push, ${toPull} to pull, ${conflicts} in conflict` +
      (lacks > 0 ? `, ${lacks} not translated` : '');
    const message = errors[0]?.message ?? waiting;
    const text = fails ? failure(message, errors) : '';
    const name = printable(`${file.path} (${file.locale})`, Infinity);
    return { fails, title: `${name}: ${message}`, xml: testCase(name, text) };
  });
  const paths = new Set(report.files.map((file) => file.path));
  const others = report.errors
    .filter((problem) => problem.path === undefined || !paths.has(problem.path))
    .map((problem) => ({
      fails: true,
      title: problem.message,
      xml: testCase(problem.code, failure(problem.message, [problem])),
    }));
  const found = [...ofFiles, ...others];
  // What belongs to no file here: a language that lacks a whole file, an answer that is doubted.
  const isUnexplained = report.exitCode !== 0 && !found.some(({ fails }) => fails);
  const cases = isUnexplained ? [...found, unexplainedFailure(report)] : found;
  const counts = `tests="${cases.length}" failures="${cases.filter((test) => test.fails).length}" errors="0"`;
  const suite = `  <testsuite name="locsync ${escape(report.command)}" ${counts}>\n${cases.map((test) => test.xml).join('')}${lostTexts(report)}  </testsuite>\n`;
  const [first] = cases.filter(({ fails }) => fails);
  return {
    out: `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n${suite}</testsuites>\n`,
    // The document usually goes into a file: the log of the job would say nothing.
    err: first === undefined ? '' : `error: ${failureCount(cases)}; the first: ${first.title}\n`,
  };
}

const failureCount = (cases: readonly { readonly fails: boolean }[]): string =>
  `${cases.filter(({ fails }) => fails).length} of ${quantity(cases.length, 'test case')} failed`;

/** Texts that this run has replaced or removed: no test case fails for them. */
function lostTexts({ warnings }: Report): string {
  const lines = warnings
    .filter(namesLostTexts)
    .map(({ path, message }) => `warning: ${path === undefined ? '' : `${path}: `}${message}`);
  return lines.length === 0 ? '' : `    <system-err>${escape(lines.join('\n'))}</system-err>\n`;
}

function unexplainedFailure(report: Report): {
  readonly fails: true;
  readonly title: string;
  readonly xml: string;
} {
  const missing = report.checks?.includes('missing') === true ? untranslatedKeys(report) : 0;
  const message =
    missing > 0 ? `${missing} keys not translated` : (report.warnings[0]?.message ?? 'see above');
  return { fails: true, title: message, xml: testCase(`locsync ${report.command}`, failure(message, [])) };
}

function testCase(name: string, inner: string): string {
  const head = `    <testcase classname="locsync" name="${escape(name)}"`;
  return inner === '' ? `${head}/>\n` : `${head}>\n${inner}    </testcase>\n`;
}

function failure(message: string, problems: readonly Problem[]): string {
  const detail = problems
    .map(({ message: text, hint }) => (hint === undefined ? text : `${text}\n${hint}`))
    .join('\n');
  return `      <failure message="${escape(message)}" type="${escape(problems[0]?.code ?? 'DIFFERS')}">${escape(detail)}</failure>\n`;
}
