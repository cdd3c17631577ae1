/**
 * locsync as a library: the same code as the commands, with the process left alone. Nothing here
 * reads `process.env` or the working folder, prints, exits, or listens to signals: what a call
 * needs, it is given.
 *
 * @packageDocumentation
 */
export { createClient, type Client } from './library/client.js';
export { loadFolder, loadProject } from './library/project.js';
export type { FolderHandle, ProjectHandle } from './library/handle.js';
export { diff, plan, pull, push, resolve, status } from './library/sync.js';
export { accept, check, mv, pseudo, rm, undo } from './library/folder.js';
export { detect, type DetectOptions } from './library/detect.js';
export { startService, type StartServiceOptions, type StartedService } from './library/start-service.js';
export { LocsyncError, LocsyncErrors, type ErrorCode, type Place } from './core/errors/index.js';
export type {
  CallOptions,
  ClientOptions,
  DiffOptions,
  LoadOptions,
  PathOptions,
  PlanOptions,
  PullOptions,
  PushOptions,
  RequestOptions,
  ResolveOptions,
  RunOptions,
  StatusOptions,
} from './library/options.js';
export type {
  AcceptOptions,
  CheckOptions,
  FolderOptions,
  PseudoOptions,
  RenameOptions,
  UndoOptions,
} from './library/folder-options.js';
export type { ExitCode } from './core/errors/exit.js';
export type { ReportDocument as Report } from './core/report/report.js';
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
