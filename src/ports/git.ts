/** How a command of git ended. */
export interface GitResult {
  readonly exit: number;
  readonly out: string;
  /** What it wrote on stderr. */
  readonly err: string;
}

/**
 * Runs git as if started in `folder` (absolute). Throws GIT_UNAVAILABLE if git cannot be started.
 */
export type Git = (folder: string, args: readonly string[]) => Promise<GitResult>;
