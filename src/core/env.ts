/** The environment's variables, read once. */
export type Env = Readonly<Record<string, string | undefined>>;
