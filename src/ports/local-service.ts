/** The embedded service of a project, as `.locsync/service.json` announces it. */
export interface LocalService {
  /** An origin on the loopback address. */
  readonly url: string;
  readonly project: string;
  /**
   * Its own token; undefined if a person gave it in LOCSYNC_TOKEN, which is never written to a
   * file.
   */
  readonly token: string | undefined;
  /** The SHA-256 of its token, in hexadecimal digits. */
  readonly tokenHash: string;
}

/** How the embedded service and the commands of one project find each other. */
export interface LocalServices {
  /**
   * The service that runs for the project of this folder; undefined if there is none, or if another
   * user may have written the announcement.
   */
  find(root: string): Promise<LocalService | undefined>;
  /**
   * Announces a service that listens. The returned function withdraws the announcement if it is
   * still this one, and never throws. Throws SERVE_NOT_ANNOUNCED if the folder cannot be written or
   * is not the user's own.
   */
  announce(
    root: string,
    service: Omit<LocalService, 'tokenHash'>,
    token: string,
  ): Promise<() => Promise<void>>;
}
