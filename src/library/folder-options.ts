import type { CallOptions, LoadOptions, PathOptions, RunOptions } from './options.js';

/** What {@link loadFolder} takes. */
export type FolderOptions = Pick<
  LoadOptions,
  'cwd' | 'config' | 'env' | 'signal' | 'onNotice' | 'onProgress'
>;

/** What {@link check} takes. */
export interface CheckOptions extends RunOptions {
  /** More warnings than these make the exit code 1. Default: any number is fine. */
  readonly maxWarnings?: number | undefined;
  /**
   * Write what is found into `.locsync-check.json`: only what is new is reported from then on.
   * Default: false.
   */
  readonly updateBaseline?: boolean | undefined;
}

/** What {@link accept} takes. */
export interface AcceptOptions extends RunOptions {
  /** The files, folders or globs in which translations are accepted, relative to `cwd`. */
  readonly paths: readonly string[];
  /** Only these keys, as a glob: `legal.**`. Default: all stale ones. */
  readonly key?: string | undefined;
}

/** What {@link mv} and {@link rm} take. */
export interface RenameOptions extends CallOptions {
  /** A file or glob of the set that is meant, if several sets have the key. */
  readonly file?: string | undefined;
  /** Find out what would be done and do nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** What {@link pseudo} takes. */
export interface PseudoOptions extends PathOptions {
  /** The pseudo-locale. Default: `en-XA`, with `bidi` `ar-XB`. */
  readonly as?: string | undefined;
  /** Write each word from right to left. Default: false. */
  readonly bidi?: boolean | undefined;
  /** Find out what would be written and do nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** What {@link undo} takes. */
export interface UndoOptions extends CallOptions {
  /** Find out what would be put back and do nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
}
