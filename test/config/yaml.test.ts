import fc from 'fast-check';
import { dump, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../../src/adapters/config/yaml.js';
import { ConfigSyntaxError, type ConfigNode } from '../../src/core/config/tree.js';

function valueOf(node: ConfigNode): unknown {
  if (node.kind === 'mapping')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value)]));
  if (node.kind === 'list') return node.items.map(valueOf);
  return node.kind === 'text'
    ? node.text
    : node.kind === 'number'
      ? Number(node.text)
      : node.kind === 'boolean'
        ? node.text.toLowerCase() === 'true'
        : null;
}

const faultOf = async (text: string): Promise<ConfigSyntaxError> => {
  const error: unknown = await readYaml(text).then(
    () => new Error('it was read'),
    (reason: unknown) => reason,
  );
  if (error instanceof ConfigSyntaxError) return error;
  throw error;
};

describe('readYaml', () => {
  it('reads what js-yaml writes as js-yaml reads it', async () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('no', '1e3', '~', '0x1F', 'a: b', '', ' x', '# c'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9 -]*$/), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(-1, 1), async (value, flowLevel) => {
        const text = dump(value, { flowLevel, noRefs: true });
        const root = await readYaml(text);
        expect(root === undefined ? undefined : valueOf(root)).toEqual(load(text));
      }),
    );
  });

  it('knows the position of keys and of values of every style', async () => {
    const root = await readYaml(`a: 1\n'b': "x"\nc:\n  - 'y'\n  - {d: e, f: }\ng: |\n  text\nh:\n`);
    if (root?.kind !== 'mapping') throw new Error('no mapping');
    const places = root.entries.map(({ at, value }) => [at.line, at.column, value.at.line, value.at.column]);
    expect(places).toEqual([
      [1, 1, 1, 4],
      [2, 1, 2, 6],
      [3, 1, 4, 3],
      [6, 1, 7, 1],
      [8, 1, 8, 1],
    ]);
  });

  it.each([
    ['an alias', 'a: [x]\nb: *a\n', 'aliases', 2, 4],
    ['an anchor', 'a: &x 1\n', 'anchors', 1, 4],
    ['a tag', 'a: !!str 1\n', 'tags', 1, 4],
    ['a second document', 'a: 1\n---\nb: 2\n', 'one YAML document', 1, 1],
    ['a key that is a list', '? [a]\n: b\n', 'plain word', 1, 3],
    ['a tab as indentation', 'a:\n\tb: 1\n', '', 2, 1],
    ['an open quote', 'a: "x\n', '', 2, 1],
  ])('refuses %s with its place', async (_, text, word, line, column) => {
    const fault = await faultOf(text);
    expect(fault.reason).toContain(word);
    expect(fault.at).toEqual({ line, column });
  });

  it('gives nothing for a text without a document', async () => {
    for (const text of ['', '\n', '# a comment\n', '\ufeff']) expect(await readYaml(text)).toBeUndefined();
  });

  it('keeps a merge key as the plain key that it is', async () => {
    const root = await readYaml('<<: {a: 1}\n');
    expect(root?.kind === 'mapping' && root.entries[0]?.key).toBe('<<');
  });

  it('quotes nothing of the text in a reason', async () => {
    for (const text of [
      'a: {secret\nb: c',
      'root:x:0:0:secret: b: c\n  d: e',
      '%TAG secret\n---\na',
      '!secret!x a',
      'a: *secret',
    ])
      expect((await faultOf(text)).message).not.toContain('secret');
  });
});
