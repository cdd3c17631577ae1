import type { ExitCode } from '../errors/exit.js';
import type { ExaminedReport, SettingReport } from './examined.js';
import type { FileReport } from './file-report.js';
import type { Problem } from './problem.js';

/**
 * The one JSON document that every command prints with `--json`, and what the library's functions
 * return. A key once published stays.
 */
export interface ReportDocument {
  /** Rises only if a key goes or changes its meaning; keys and values are added without it. */
  readonly schemaVersion: 1;
  /** The command; empty if the command line names none. */
  readonly command: ReportedCommand;
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  /** The exit code of the program. */
  readonly exitCode: ExitCode;
  /** True if nothing was to be done, only found out. */
  readonly dryRun?: boolean;
  readonly project: ProjectReport;
  readonly summary: Summary;
  readonly files: readonly FileReport[];
  /** `locales`: the project's languages. */
  readonly locales?: readonly LocaleReport[];
  /** `status` and `diff`: source files that no pattern covers. */
  readonly unmatched?: readonly SourceFileReport[];
  /**
   * `status`, `diff`, `push` and `pull`: what the configuration leaves out; absent if that is
   * nothing.
   */
  readonly leftOut?: readonly LeftOutReport[];
  /** `mv` and `rm`: what is left to delete on the service. */
  readonly left?: readonly LeftReport[];
  /** `config` and `doctor`: every setting with its value and origin. */
  readonly settings?: readonly SettingReport[];
  /** `doctor`: what it has looked at. */
  readonly examined?: readonly ExaminedReport[];
  /** `init`: the configuration. */
  readonly configuration?: ConfigurationReport;
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export interface LocaleReport {
  readonly id: string;
  readonly code: string;
  readonly country: string;
  readonly name: string;
  readonly tag: string;
  readonly files: number;
}

/** The project, as far as the command came to know it. */
export interface ProjectReport {
  /** Its API ID. */
  readonly id?: string;
  readonly name?: string;
  readonly technology?: string;
  readonly framework?: string;
  readonly format?: string;
  /** The origin of the service. */
  readonly baseUrl?: string;
}

/** Counts over all files of the report. Which of them there are depends on the command. */
export interface Summary {
  /** Locale files in the report. */
  readonly files?: number;
  readonly keys?: number;
  readonly translated?: number;
  readonly toPush?: number;
  readonly toPull?: number;
  readonly conflicts?: number;
  /** Conflicts that are texts which the service holds in another form. Only if there are any. */
  readonly notKept?: number;
  /** Keys by what push or pull does with them; `status`: both ways. */
  readonly added?: number;
  readonly changed?: number;
  /** Keys, too; `logout`: stored tokens, `undo`: files that it removed, `rm`: keys or files. */
  readonly removed?: number;
  /** `resolve`: conflicts that it settled, or would. */
  readonly resolved?: number;
  /** `undo`: files that it put back, or would. */
  readonly restored?: number;
  /** Files of the state of that name. */
  readonly pushed?: number;
  readonly pulled?: number;
  readonly skipped?: number;
  readonly failed?: number;
  /**
   * `status`, `diff`: keys deleted here that the service still has, which this interface cannot
   * delete.
   */
  readonly deletedHere?: number;
  /**
   * `status`, `diff`: texts that both sides held, and that are empty or gone on the service now.
   * They stay here. Only if there are any.
   */
  readonly emptiedThere?: number;
  /**
   * `status`, `diff`: keys that cannot be compared; a warning names them. Only if there are any.
   */
  readonly notCompared?: number;
  /**
   * `status`, `diff`: files of which a warning says that texts were lost, or that an answer is not
   * believed. Only if there are any.
   */
  readonly distrusted?: number;
  /** `push`: files that were uploaded, or would be. */
  readonly uploads?: number;
  /** `locales`: languages of the project. */
  readonly locales?: number;
  /** `check`: translations that were compared with their source text. */
  readonly texts?: number;
  /** `check`: what it found, in all and by kind. */
  readonly problems?: number;
  readonly placeholders?: number;
  readonly tags?: number;
  readonly blanks?: number;
  readonly syntax?: number;
  readonly plural?: number;
  readonly orphans?: number;
  /** Translations whose source text has changed since they last did; `check`: those it names. */
  readonly stale?: number;
  /** `check`: what it found and the baseline has. */
  readonly baselined?: number;
  /** `check` of the whole project: what the baseline has and is not found any more. */
  readonly outdated?: number;
  /** `mv`: keys, or files, that it renamed, or would. */
  readonly moved?: number;
  /** `pseudo`: files that it wrote, or would. */
  readonly written?: number;
  /** `accept`: translations that still fit. */
  readonly accepted?: number;
  /** `doctor`: faults that it found. */
  readonly faults?: number;
  /** `init`: patterns of the configuration. */
  readonly patterns?: number;
}

/** A source file of the service, in the list of those that no pattern covers. */
export interface SourceFileReport {
  readonly id: string;
  readonly name: string;
  readonly keys: number;
}

/** What a setting of the configuration keeps from being synced. */
export interface LeftOutReport {
  /** The key of the configuration. */
  readonly setting: 'locales' | 'excludeLocales' | 'pullOnly' | 'pushOnly' | 'ignoreKeys' | 'minTranslated';
  /** The locales that it leaves out, by the service's codes. */
  readonly locales?: readonly string[];
  /** The globs of the keys that it leaves out. */
  readonly keys?: readonly string[];
  /** The patterns of `files` that this is about; absent if it is about all. */
  readonly files?: readonly string[];
  /** `minTranslated`: how far the one locale is on the service, and how far it must be. */
  readonly translated?: number;
  readonly total?: number;
  readonly percent?: number;
}

/** What a person has to delete on the service by hand. */
export interface LeftReport {
  /** The name of the source file. */
  readonly name: string;
  /** The keys; none if it is the whole source file. */
  readonly keys: readonly string[];
}

/** The commands that make a report; empty if the command line names none. */
export type ReportedCommand =
  | ''
  | 'init'
  | 'login'
  | 'logout'
  | 'locales'
  | 'status'
  | 'diff'
  | 'check'
  | 'push'
  | 'pull'
  | 'apply'
  | 'resolve'
  | 'undo'
  | 'mv'
  | 'rm'
  | 'pseudo'
  | 'accept'
  | 'git-setup'
  | 'merge-driver'
  | 'doctor'
  | 'config'
  | 'serve'
  | 'completion';

/** A configuration that `init` made. */
export interface ConfigurationReport {
  /** Relative to the working folder. */
  readonly path: string;
  readonly written: boolean;
  readonly text: string;
  /** Each pattern with the locale files that it finds here. */
  readonly patterns: readonly { readonly path: string; readonly files: readonly string[] }[];
}
