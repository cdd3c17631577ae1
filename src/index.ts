/**
 * locsync as a library: the same code as the commands, with the process left alone. Nothing here
 * reads `process.env` or the working folder, prints, exits, or listens to signals: what a call
 * needs, it is given.
 *
 * @packageDocumentation
 */
export { createClient, type Client } from './library/client.js';
export { loadProject } from './library/project.js';
export type { ProjectHandle } from './library/handle.js';
export { plan, pull, push, status } from './library/sync.js';
export { LocsyncError, LocsyncErrors, type ErrorCode, type Place } from './core/errors/index.js';
export type {
  ClientOptions,
  LoadOptions,
  PlanOptions,
  PullOptions,
  PushOptions,
  RequestOptions,
  RunOptions,
  StatusOptions,
} from './library/options.js';
export type { ExitCode } from './core/errors/exit.js';
export type { ReportDocument as Report } from './core/report/report-json.js';
export type {
  ChangeKind,
  ChangeReport,
  FileReport,
  FileState,
  KeyCounts,
} from './core/report/file-report.js';
export type {
  ConfigurationReport,
  LocaleReport,
  ProjectReport,
  ReportedCommand,
  SourceFileReport,
  StatusCheck,
  Summary,
} from './core/report/report.js';
export type { Problem } from './core/report/problem.js';
export type { ServiceLocale } from './core/locales/locale.js';
export type { Env } from './core/env.js';
export type { OnProgress, Phase, ProgressStep } from './core/report/progress.js';
export type {
  ServiceProject as Project,
  RemoteEntry,
  RemoteTexts,
  SourceFile,
  SyncEvent,
  Upload,
  Uploaded,
} from './ports/service.js';
