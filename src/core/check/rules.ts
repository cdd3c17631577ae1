import type { Finding } from './finding.js';

/** The rules of `check`: the kinds of what it finds. */
export type CheckRule = Finding['kind'];

export const SEVERITIES = ['error', 'warning', 'off'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How much each rule matters if the configuration does not say. */
export const RULES: Readonly<Record<CheckRule, Severity>> = {
  placeholders: 'error',
  tags: 'error',
  syntax: 'error',
  plural: 'error',
  blanks: 'warning',
  orphans: 'off',
  stale: 'warning',
};

export const RULE_NAMES = ['placeholders', 'tags', 'syntax', 'plural', 'blanks', 'orphans', 'stale'] as const;

/** The severities that a configuration sets; absent rules have their default. */
export type RuleSeverities = Readonly<Partial<Record<CheckRule, Severity | undefined>>>;

/** How much a rule matters under this configuration. */
export const severityOf = (rule: CheckRule, rules: RuleSeverities = {}): Severity =>
  rules[rule] ?? RULES[rule];
