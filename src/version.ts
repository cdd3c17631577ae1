declare const LOCSYNC_VERSION: string | undefined;

/** The program's version. The build writes it in; the sources by themselves have none. */
export const VERSION: string = typeof LOCSYNC_VERSION === 'string' ? LOCSYNC_VERSION : '0.0.0';
