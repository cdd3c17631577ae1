import { keyId, keyName } from '../../../src/core/keys/key.js';
import type { EditResult, Format, OutlineNode, Refusal } from '../../../src/formats/format.js';
import { yaml } from '../../../src/formats/yaml.js';

/** Paths are written with slashes: `de/a.b/0`. */
const path = (slashed: string): string[] => slashed.split('/');

/** The leaves of a text as `de/a: text`, kinds other than string in front. */
export function leavesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...yaml.parse(text).leaves.values()].map(({ path: at, kind, text: value }) => [
      at.join('/'),
      kind === 'string' ? value : `${kind} ${value}`,
    ]),
  );
}

export type Changes = Readonly<Record<string, string | undefined>>;

export function edit(text: string, wishes: Changes, order?: readonly OutlineNode[]): EditResult {
  return yaml.parse(text).edit(
    Object.entries(wishes).map(([slashed, value]) => ({ path: path(slashed), text: value })),
    order,
  );
}

/** The edited text; fails with the refusals if there are any. */
export function edited(text: string, wishes: Changes, order?: readonly OutlineNode[]): string {
  const result = edit(text, wishes, order);
  if (!result.ok)
    throw new Error(
      result.refused.map(({ path: at, reason }) => `${keyName(keyId(at))}: ${reason}`).join('; '),
    );
  return result.text;
}

export function refusals(text: string, wishes: Changes, order?: readonly OutlineNode[]): readonly Refusal[] {
  const result = edit(text, wishes, order);
  return result.ok ? [] : result.refused;
}

/** An outline from lines such as `de/order list`; `map` if nothing is said. */
export function outline(...nodes: string[]): OutlineNode[] {
  return nodes.map((node) => {
    const [at = '', kind = 'map'] = node.split(' ');
    return { path: path(at), kind: kind as OutlineNode['kind'] };
  });
}

export const create = (texts: Changes, like?: Parameters<Format['create']>[1]): string =>
  yaml.create(
    new Map(Object.entries(texts).map(([slashed, text]) => [keyId(path(slashed)), text ?? ''])),
    like,
  );
