import { relative, resolve } from 'node:path';
import { DataMismatch } from '../core/json/data.js';
import { LocsyncError } from '../core/errors/index.js';
import { EXIT } from '../core/errors/exit.js';
import { compilePattern } from '../core/patterns/compile.js';
import type { Report } from '../core/report/report.js';
import { switchesOf, switchNames, valuesOf } from '../options/read.js';
import type { OptionsOf, OptionValues } from '../options/types.js';
import { isPlan, parsePlan, renderPlan, type SavedPlan } from '../plan/saved-plan.js';
import type { Host } from '../ports/host.js';
import { openFolder } from '../sync/load/connect.js';
import { PlanRecorder } from '../sync/restrictions/plan-recorder.js';
import type { ProjectOptions } from '../sync/context/project-options.js';
import { pull } from './pull.js';
import { push } from './push.js';
import { fileAt } from './file-at.js';

type PlanCommandOptions = { readonly paths: readonly string[] } & (OptionsOf<'push'> | OptionsOf<'pull'>);

/** Writes what a push or pull would do into a file, for `apply`, and does nothing else. */
export async function plan(
  host: Host,
  command: 'push' | 'pull',
  options: PlanCommandOptions,
  path: string,
): Promise<Report> {
  const { files, name } = fileAt(host, path);
  const before = await files.read(name);
  const { found, files: project } = await openFolder(host, options);
  const inRoot = (argument: string): Promise<string> => project.pathInside(resolve(found.folder, argument));
  const own = await inRoot(path);
  const isLocaleFile = found.config.files.some((pattern) => compilePattern(pattern.path).match(own));
  if (isLocaleFile || (before && !isPlan(before.text)))
    throw LocsyncError.of('PLAN_FOREIGN', { isLocaleFile }, { place: { path } });
  const planRecorder = new PlanRecorder();
  const values: Readonly<Record<string, unknown>> = options;
  const switches = switchNames(command).filter((option) => option !== 'dryRun' && values[option] === true);
  const given = { command, switches, ...valuesOf(command, values) };
  const report = await run(host, given, options, planRecorder, true);
  // A run that could not compare everything leaves nothing to hold on to.
  if (report.exitCode > EXIT.differences || !planRecorder.found) return report;
  const paths = await Promise.all(options.paths.map(async (argument) => (await inRoot(argument)) || '.'));
  const text = renderPlan({ ...given, locales: options.locale, paths, ...planRecorder.found });
  await files.write(name, text, before?.contentHash);
  return { ...report, planWritten: path };
}

/** Does what a plan says, if both sides are as they were. */
export async function apply(host: Host, options: OptionsOf<'apply'>, path: string): Promise<Report> {
  const { files, name } = fileAt(host, path);
  const read = await files.read(name);
  const place = { place: { path } };
  if (!read) throw LocsyncError.of('PLAN_UNREADABLE', { reason: 'there is no such file' }, place);
  const expected = parseOrRefuse(read.text, path);
  const { found } = await openFolder(host, options);
  // As they are typed in the working folder.
  const typed = expected.paths.map((planned) => relative(found.folder, resolve(found.root, planned)) || '.');
  const flags = { ...options, locale: expected.locales, paths: typed };
  return run(host, expected, flags, new PlanRecorder(expected), false);
}

function parseOrRefuse(text: string, path: string): SavedPlan {
  try {
    return parsePlan(text);
  } catch (error) {
    if (!(error instanceof DataMismatch)) throw error;
    throw LocsyncError.of('PLAN_UNREADABLE', { reason: error.message }, { place: { path }, cause: error });
  }
}

function run(
  host: Host,
  { command, switches, ...values }: Pick<SavedPlan, 'command' | 'switches'> & OptionValues<'pull'>,
  options: ProjectOptions & { readonly verbose: boolean },
  planRecorder: PlanRecorder,
  dryRun: boolean,
): Promise<Report> {
  const given = Object.fromEntries(switches.map((name) => [name, true]));
  return command === 'push'
    ? push(host, { ...options, ...switchesOf('push', given), dryRun, planRecorder })
    : pull(host, {
        ...options,
        ...switchesOf('pull', given),
        ...valuesOf('pull', values),
        dryRun,
        planRecorder,
      });
}
