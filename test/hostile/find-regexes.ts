import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A regular expression of the sources, and where it is. */
export interface FoundRegex {
  /** `core/paths.ts:12` */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** A call of RegExp whose pattern cannot be told from the sources alone. */
export interface UnknownRegex {
  readonly file: string;
  readonly text: string;
}

/**
 * Every regular expression in the TypeScript files of a folder: literals, and calls of RegExp whose
 * pattern is made of constants.
 */
export function findRegexes(folder: string): {
  readonly found: readonly FoundRegex[];
  readonly unknown: readonly UnknownRegex[];
} {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort();
  const found: FoundRegex[] = [];
  const unknown: UnknownRegex[] = [];
  for (const path of paths) {
    const file = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.ESNext);
    const constants = constantsOf(file);
    const name = relative('.', path).replaceAll('\\', '/');
    const visit = (node: ts.Node): void => {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      const place = `${name}:${line}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if (isRegexCall(node)) {
        const [pattern, flags] = (node.arguments ?? []).map((one) => valueOf(one, constants));
        if (pattern === undefined) unknown.push({ file: name, text: node.getText(file) });
        else found.push({ place, source: pattern, flags: flags ?? '' });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { found, unknown };
}

function isRegexCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

/** The initializers of all `const` names of a file. */
function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

/** A text that is made of constants; undefined if it is made of anything else. */
function valueOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'));
  if (ts.isIdentifier(node)) {
    const initializer = constants.get(node.text);
    return initializer && valueOf(initializer, constants);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source')
    return valueOf(node.expression, constants);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const parts = [valueOf(node.left, constants), valueOf(node.right, constants)];
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (ts.isCallExpression(node)) return joinOf(node, constants);
  if (ts.isTaggedTemplateExpression(node)) return templateOf(node.template, constants, true);
  return ts.isTemplateExpression(node) ? templateOf(node, constants, false) : undefined;
}

/** `[…].join('|')` */
function joinOf(node: ts.CallExpression, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  const { expression, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join') return undefined;
  const owner = ts.isIdentifier(expression.expression)
    ? constants.get(expression.expression.text)
    : expression.expression;
  const [between] = given;
  if (!owner || !ts.isArrayLiteralExpression(owner) || !between) return undefined;
  const parts = owner.elements.map((part) => valueOf(part, constants));
  return parts.includes(undefined) ? undefined : parts.join(valueOf(between, constants));
}

function templateOf(
  node: ts.TemplateLiteral,
  constants: ReadonlyMap<string, ts.Expression>,
  raw: boolean,
): string | undefined {
  const textOf = (part: ts.TemplateLiteralLikeNode): string => (raw ? (part.rawText ?? '') : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(node)) return textOf(node);
  let text = textOf(node.head);
  for (const { expression, literal } of node.templateSpans) {
    const value = valueOf(expression, constants);
    if (value === undefined) return undefined;
    text += value + textOf(literal);
  }
  return text;
}
