import { RULE_NAMES, RULES, type CheckRule, type Severity } from './rules.js';

/** Where the baseline of `check` is, beside the configuration. */
export const BASELINE = '.locsync-check.json';

/** The keys of findings that a project lives with, by path and rule. */
export type Baseline = ReadonlyMap<string, ReadonlyMap<CheckRule, ReadonlySet<string>>>;

/** One finding as the baseline names it. Its line is not part of it: files grow. */
export interface BaselineEntry {
  readonly path: string;
  readonly rule: CheckRule;
  readonly key: string;
}

/** The baseline as text: sorted, one key a line, so that git merges it. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const files: Record<string, Record<string, string[]>> = {};
  const inOrder = entries.toSorted(
    (a, b) => order(a.path, b.path) || order(a.rule, b.rule) || order(a.key, b.key),
  );
  for (const { path, rule, key } of inOrder) {
    const rules = (files[path] ??= {});
    const keys = (rules[rule] ??= []);
    if (keys.at(-1) !== key) keys.push(key);
  }
  return `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The baseline of a text; undefined if it is none of ours. */
export function readBaseline(text: string): Baseline | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(data) || data['version'] !== 1 || !isRecord(data['files'])) return undefined;
  const baseline = new Map<string, Map<CheckRule, ReadonlySet<string>>>();
  for (const [path, rules] of Object.entries(data['files'])) {
    if (!isRecord(rules)) return undefined;
    const known = new Map<CheckRule, ReadonlySet<string>>();
    for (const rule of RULE_NAMES) {
      const keys = Object.hasOwn(rules, rule) ? rules[rule] : [];
      if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) return undefined;
      known.set(rule, new Set(keys));
    }
    baseline.set(path, known);
  }
  return baseline;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many findings of the baseline are not found any more, rules that are off left out. */
export function outdated(
  baseline: Baseline,
  found: readonly BaselineEntry[],
  rules: Readonly<Partial<Record<CheckRule, Severity | undefined>>> = {},
): number {
  const keys = new Set(found.map(({ path, rule, key }) => JSON.stringify([path, rule, key])));
  let count = 0;
  for (const [path, known] of baseline)
    for (const [rule, names] of known)
      if ((rules[rule] ?? RULES[rule]) !== 'off')
        for (const key of names) if (!keys.has(JSON.stringify([path, rule, key]))) count++;
  return count;
}

export const isKnown = (baseline: Baseline, { path, rule, key }: BaselineEntry): boolean =>
  baseline.get(path)?.get(rule)?.has(key) === true;
