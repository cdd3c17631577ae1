import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as prettier from 'prettier';
import { code, markdownTable, quotedText, sentence } from '../../../src/reporters/markdown/text.js';
import { markdownSummary } from '../../../src/reporters/markdown.js';
import { NO_KEYS } from '../../../src/core/report/file-report.js';
import { type Report } from '../../../src/core/report/report.js';
import { summarize } from '../../../src/core/report/summary.js';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** prettier's own reader of Markdown. */
const parsed = async (text: string): Promise<Node> => {
  const { __debug } = prettier as unknown as {
    __debug: { parse(text: string, options: object): Promise<{ readonly ast: Node }> };
  };
  return (await __debug.parse(text, { parser: 'markdown' })).ast;
};

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

const HARMLESS = new Set([
  'root',
  'paragraph',
  'sentence',
  'word',
  'whitespace',
  'text',
  'inlineCode',
  'break',
]);
const inert = (node: Node): boolean =>
  HARMLESS.has(node.type) || (node.type === 'html' && node.value === '<!-- -->');

/** Texts made of what Markdown reads. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        ' ',
        '@all',
        '#12',
        '`',
        '``',
        '*',
        '_',
        '[',
        '](',
        ')',
        '!',
        '<b>',
        '<!--',
        '-->',
        '|',
        '\\',
        '~~',
      ],
      ...[
        'https://evil.test',
        'www.evil.test',
        'a@evil.test',
        '\n',
        '# ',
        '- ',
        '1. ',
        '> ',
        '&lt;',
        '$',
        ':',
        '---',
      ],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('15.8 text of a project has no effect in Markdown', () => {
  it('a sentence is words and code', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const tree = await parsed(`x ${sentence(text)} x`);
        expect(nodesOf(tree).filter((node) => !inert(node))).toEqual([]);
      }),
    );
  });

  it('a row of a table keeps its cells', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (one, other) => {
        const head = ['a', 'b', 'c'].map((title) => ({ title, align: 'left' }) as const);
        const tree = await parsed(markdownTable(head, [[code(one), quotedText(other), 'end']]));
        const rows = nodesOf(tree).filter(({ type }) => type === 'tableRow');
        expect(rows.map((row) => row.children?.length)).toEqual([3, 3]);
        const kinds = new Set(
          nodesOf(tree)
            .filter((node) => !inert(node))
            .map(({ type }) => type),
        );
        expect([...kinds].toSorted()).toEqual(['table', 'tableCell', 'tableRow']);
      }),
    );
  });

  it('nobody is mentioned outside of code', () => {
    expect(sentence('thanks @octocat, see #12')).toBe('thanks @<!-- -->octocat, see \\#<!-- -->12');
    expect(sentence('a stray ` @octocat')).toContain('@<!-- -->octocat');
    expect(code('@octocat/x')).toBe('`@octocat/x`');
  });
});

it('15.8 a comment stays under the limit of GitHub, and names every lost text', () => {
  const files = Array.from({ length: 5_000 }, (_, i) => ({
    path: `packages/${'long-name/'.repeat(8)}${i}/de.json`,
    locale: `l${i}`,
    sourceFile: null,
    state: 'to-push' as const,
    keys: { ...NO_KEYS, total: 1, toPush: 1 },
  }));
  const warnings = Array.from({ length: 500 }, (_, i) => ({
    code: 'LOCALE_STRANGER' as const,
    message: `m${i} ${'x'.repeat(200)}`,
  }));
  const lost = { code: 'TEXTS_LOST' as const, message: 'lost: "Hello"' };
  const report: Report = {
    command: 'status',
    project: {},
    summary: summarize(files),
    files,
    errors: [],
    warnings: [...warnings, lost],
    exitCode: 0,
  };
  const text = markdownSummary(report);
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain('and 4900 more');
  expect(text).toContain('- and 470 more');
  expect(text).toContain('Hello');
});
