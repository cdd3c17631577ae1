type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The properties of an object that are not undefined: optional ones are absent, not undefined. */
export const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
