/** The environment's variables, read once. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What a program that this one starts gets: all but the secrets. */
export const withoutSecrets = (env: Env): Env => ({
  ...env,
  LOCSYNC_TOKEN: undefined,
  LOCSYNC_HEADERS: undefined,
});
