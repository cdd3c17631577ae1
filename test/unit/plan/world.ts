import type { RemoteText } from '../../../src/core/align/aligned.js';
import { agreedBase, settledBase } from '../../../src/core/lock/base.js';
import { keyName, keyPath, type KeyId } from '../../../src/core/keys/key.js';
import type { BaseHashes } from '../../../src/core/merge/key-state.js';
import type { LocaleContext } from '../../../src/core/merge/policy.js';
import type { Document, Format } from '../../../src/formats/format.js';
import { json } from '../../../src/formats/json.js';
import { yaml } from '../../../src/formats/yaml.js';
import { compareLanguage, type Comparison } from '../../../src/plan/comparison.js';
import { planPull, settledByPull, type PullRules, type PullPlan } from '../../../src/plan/pull.js';
import {
  planPush,
  settledByPush,
  type PushPart,
  type PushPlan,
  type PushRules,
} from '../../../src/plan/push.js';
import { receiptOf } from '../../../src/plan/receipt.js';
import { leavesUnder } from '../../../src/plan/locale-root.js';

/** One locale file with its service and its base, small enough to be held in the hand. */
export interface World {
  format: 'json' | 'yaml';
  text: string | undefined;
  root?: string | undefined;
  there: ReadonlyMap<KeyId, string>;
  base: BaseHashes;
  /** What `ignoreKeys` names. */
  ignores?: (key: KeyId) => boolean;
}

export const PULL: PullRules = {
  force: false,
  prune: false,
  empty: false,
  allowShrink: false,
  restore: false,
};
export const PUSH: PushRules = { force: false, all: false };
export const PLAIN: Omit<LocaleContext, 'firstContact'> = { isSource: false, isLockUnusable: false };

export const formatNamed = (name: 'json' | 'yaml'): Format => (name === 'json' ? json : yaml);

const remoteOf = (there: ReadonlyMap<KeyId, string>): RemoteText[] =>
  [...there].map(([id, text]) => ({ key: [keyName(id)], text }));

const documentOf = ({ format, text }: World): Document | undefined =>
  text === undefined ? undefined : formatNamed(format).parse(text);

export function comparisonOf(world: World, where = PLAIN): Comparison {
  const document = documentOf(world);
  const here = document ? leavesUnder(document, world.root) : new Map();
  return compareLanguage(
    {
      isList: false,
      mayMerge: true,
      here,
      sourceTexts: here,
      there: remoteOf(world.there),
      base: world.base,
      exists: document !== undefined,
      ignores: world.ignores,
    },
    ['de'],
    where,
  );
}

/** A pull and the world that it leaves. */
export function pulled(
  world: World,
  options: Partial<PullRules> = {},
  where = PLAIN,
): { plan: PullPlan; after: World } {
  const comparison = comparisonOf(world, where);
  const document = documentOf(world);
  const plan = planPull(
    formatNamed(world.format),
    document,
    [{ comparison, root: world.root }],
    { ...PULL, ...options },
    undefined,
  );
  const done = plan.refused.length === 0 && plan.stops.every((stop) => stop === undefined);
  const settled = done ? settledByPull(plan.actions[0] ?? new Map()) : new Map();
  return {
    plan,
    after: {
      ...world,
      text: plan.text ?? world.text,
      base: settledBase(agreedBase(comparison.states, where.isLockUnusable), settled),
    },
  };
}

/** One language of a file that goes up under the root that it has on disk. */
export const partOf = (comparison: Comparison, root: string | undefined): PushPart => ({
  comparison,
  root,
  sentRoot: root,
  access: 'write',
  evidence: undefined,
});

/**
 * A push to a service that keeps what it is sent and deletes nothing, and the world that it leaves.
 */
export function pushed(
  world: World,
  options: Partial<PushRules> = {},
  where = PLAIN,
): { plan: PushPlan; after: World } {
  const comparison = comparisonOf(world, where);
  const document = documentOf(world);
  if (!document) throw new Error('nothing to push');
  const plan = planPush(document, [partOf(comparison, world.root)], { ...PUSH, ...options }, []);
  if (plan.content === undefined)
    return {
      plan,
      after: {
        ...world,
        base: settledBase(
          agreedBase(comparison.states, where.isLockUnusable),
          settledByPush(plan.actions[0] ?? new Map()),
        ),
      },
    };
  const there = new Map(world.there);
  for (const [id, leaf] of leavesUnder(formatNamed(world.format).parse(plan.content), world.root))
    there.set(id, leaf.text);
  const { settled } = receiptOf(plan.actions[0] ?? new Map(), there, true);
  return {
    plan,
    after: {
      ...world,
      there,
      base: settledBase(agreedBase(comparison.states, where.isLockUnusable), settled),
    },
  };
}

/** The texts of a file by the names of their keys. */
export function textsOf(world: World): Record<string, string> {
  const document = documentOf(world);
  if (!document) return {};
  return Object.fromEntries(
    [...leavesUnder(document, world.root)].map(([id, leaf]) => [keyPath(id).join('.'), leaf.text]),
  );
}
