/** What a translation has too little and too much, as a person would write it. */
export interface Difference {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

export const NO_DIFFERENCE: Difference = { missing: [], extra: [] };
