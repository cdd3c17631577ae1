import { RULE_NAMES, severityOf, type CheckRule, type RuleSeverities } from './rules.js';

/** Where the baseline of `check` is, beside the configuration. */
export const BASELINE = '.locsync-check.json';

/** The findings that a project lives with, by path and rule: names as {@link nameOf} makes them. */
export type Baseline = ReadonlyMap<string, ReadonlyMap<CheckRule, ReadonlySet<string>>>;

/** One finding as the baseline names it. Its line is not part of it: files grow. */
export interface BaselineEntry {
  readonly path: string;
  readonly rule: CheckRule;
  readonly key: string;
  /** A digest of what was found: another fault of the same key is a new finding. */
  readonly digest: string;
}

const nameOf = ({ key, digest }: BaselineEntry): string => `${key} ${digest}`;

/** The baseline as text: sorted, one finding a line, so that git merges it. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const files: Record<string, Record<string, string[]>> = {};
  const inOrder = entries.toSorted(
    (a, b) => order(a.path, b.path) || order(a.rule, b.rule) || order(nameOf(a), nameOf(b)),
  );
  for (const entry of inOrder) {
    const rules = (files[entry.path] ??= {});
    const names = (rules[entry.rule] ??= []);
    if (names.at(-1) !== nameOf(entry)) names.push(nameOf(entry));
  }
  return `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The baseline of a text; undefined if the text is not a baseline. */
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
    const namesByRule = new Map<CheckRule, ReadonlySet<string>>();
    for (const rule of RULE_NAMES) {
      const names = Object.hasOwn(rules, rule) ? rules[rule] : [];
      if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
      namesByRule.set(rule, new Set(names));
    }
    baseline.set(path, namesByRule);
  }
  return baseline;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many findings of the baseline are not found any more, rules that are off left out. */
export function countOutdated(
  baseline: Baseline,
  found: readonly BaselineEntry[],
  rules?: RuleSeverities,
): number {
  const names = new Set(found.map((entry) => JSON.stringify([entry.path, entry.rule, nameOf(entry)])));
  let count = 0;
  for (const [path, namesByRule] of baseline)
    for (const [rule, accepted] of namesByRule)
      if (severityOf(rule, rules) !== 'off')
        for (const name of accepted) if (!names.has(JSON.stringify([path, rule, name]))) count++;
  return count;
}

/** Whether the baseline has this very finding. */
export const isKnown = (baseline: Baseline, entry: BaselineEntry): boolean =>
  baseline.get(entry.path)?.get(entry.rule)?.has(nameOf(entry)) === true;

/** The entries of these paths, as they were read: those of files that could not be checked. */
export function entriesOf(baseline: Baseline, paths: ReadonlySet<string>): readonly BaselineEntry[] {
  return [...baseline].flatMap(([path, rules]) =>
    !paths.has(path)
      ? []
      : [...rules].flatMap(([rule, names]) =>
          [...names].map((name): BaselineEntry => {
            const end = name.lastIndexOf(' ');
            return { path, rule, key: name.slice(0, end), digest: name.slice(end + 1) };
          }),
        ),
  );
}
