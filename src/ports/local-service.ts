/** The embedded service of a project, as it announces itself in `.locsync/service.json` (contract.md, section 3). */
export interface LocalService {
  /** An origin on the loopback address. */
  readonly url: string;
  readonly project: string;
  /** Its own token; undefined if a person gave it in LOCSYNC_TOKEN, which is then not written anywhere. */
  readonly token: string | undefined;
  /** The SHA-256 of its token, in hexadecimal digits. */
  readonly tokenHash: string;
}

/** How the embedded service and the commands of one project find each other. */
export interface LocalServices {
  /** The service that runs for the project of this folder; undefined if there is none, or if another user may have written what announces it. */
  find(root: string): Promise<LocalService | undefined>;
  /**
   * Announces a service that listens; the returned function takes the announcement back if it is still this one, and never throws. Throws
   * SERVE_NOT_ANNOUNCED if the folder is not the user's own, or cannot be written.
   */
  announce(
    root: string,
    service: Omit<LocalService, 'tokenHash'>,
    token: string,
  ): Promise<() => Promise<void>>;
}
