// Writes schema/report.schema.json from the types of src/core/report/report-json.ts, the one
// definition of what `--json` prints. `--check` fails if it would write something else, and names
// this script.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { format } from 'oxfmt';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'schema/report.schema.json');
const source = join(root, 'src/core/report/report-json.ts');

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const program = ts.createProgram([source], { ...options, types: [] });
const checker = program.getTypeChecker();
/** Types that are used by name, so that the schema names them too. */
const definitions = {};

const file = program.getSourceFile(source);
const symbol = checker
  .getExportsOfModule(checker.getSymbolAtLocation(file))
  .find(({ name }) => name === 'ReportDocument');
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:locsync:report:1',
  title: 'What locsync prints with --json',
  ...objectOf(checker.getDeclaredTypeOfSymbol(symbol)),
  description: described(symbol),
  $defs: definitions,
};
const { code: text } = await format('report.schema.json', JSON.stringify(schema), { printWidth: 110 });

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error(
    'schema/report.schema.json is not what src/core/report/report-json.ts says: run `node scripts/report-schema.mjs`',
  );
  process.exitCode = 1;
}

function schemaOf(type) {
  if (type.flags & ts.TypeFlags.Unknown) return {};
  if (type.isUnion()) return unionOf(type);
  if (type.flags & ts.TypeFlags.StringLike)
    return type.isStringLiteral() ? { const: type.value } : { type: 'string' };
  if (type.flags & ts.TypeFlags.NumberLike)
    return type.isNumberLiteral() ? { const: type.value } : { type: 'integer' };
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
  if (checker.isArrayType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (type.flags & ts.TypeFlags.Object) return named(type);
  throw new Error(`no schema for ${checker.typeToString(type)}`);
}

/**
 * An interface becomes a definition of its name, an object type without one stands where it is
 * used.
 */
function named(type) {
  const { name } = type.symbol;
  if (name.startsWith('__')) return objectOf(type);
  if (!(name in definitions)) {
    definitions[name] = {};
    definitions[name] = { description: described(type.symbol), ...objectOf(type) };
  }
  return { $ref: `#/$defs/${name}` };
}

function objectOf(type) {
  const properties = {};
  const required = [];
  for (const property of type.getProperties()) {
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    if (!optional) required.push(property.name);
    const of = checker.getTypeOfSymbol(property);
    properties[property.name] = {
      description: described(property),
      ...schemaOf(optional ? checker.getNonNullableType(of) : of),
    };
  }
  // Nothing forbids more properties: a later version may add some.
  return { type: 'object', required, properties };
}

/**
 * Values that a union names are listed, sorted, since the order of a union is the compiler's
 * affair; null is one more type, or one more way.
 */
function unionOf(type) {
  const isNull = (one) => (one.flags & ts.TypeFlags.Null) !== 0;
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
  const others = type.types.filter((one) => !isNull(one));
  const nullable = others.length < type.types.length;
  if (others.every((one) => one.isStringLiteral() || one.isNumberLiteral())) {
    const values = others.map(({ value }) => value);
    const sorted = values.every((value) => typeof value === 'number')
      ? values.sort((a, b) => a - b)
      : values.sort();
    return { enum: nullable ? [...sorted, null] : sorted };
  }
  const ways = others.map(schemaOf);
  if (!nullable && ways.length === 1) return ways[0];
  return ways.length === 1 && typeof ways[0].type === 'string'
    ? { ...ways[0], type: [ways[0].type, 'null'] }
    : { anyOf: [...ways, ...(nullable ? [{ type: 'null' }] : [])] };
}

/** The docstring as one paragraph; undefined, which JSON leaves out, for none. */
function described(symbol) {
  const words = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
  return words === '' ? undefined : words;
}
