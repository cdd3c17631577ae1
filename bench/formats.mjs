// What editing a locale file costs, against what no one can avoid: reading it.
import { corpusText, nestedJson, railsYaml } from './texts.mjs';

const KEYS = 10_000;
const CHANGED = 'a new text: with a colon';

/**
 * The rows of the table for these formats. `limit` is the highest ratio that is fast enough; rows
 * without one only inform.
 */
export function formatRows({ formats, editTreeOf, OrderIndex, writeJson, writeYaml, parseEvents }) {
  const [json, yaml] = formats;
  const yamlTexts = {
    [`YAML, ${KEYS} keys`]: railsYaml(KEYS),
    'YAML, openstreetmap de.yml': corpusText('openstreetmap__openstreetmap-website/config/locales/de.yml'),
    'YAML, redmine ru.yml': corpusText('redmine__redmine/config/locales/ru.yml'),
  };
  const jsonTexts = {
    [`JSON, ${KEYS} keys`]: nestedJson(KEYS),
    'JSON, excalidraw de-DE.json': corpusText(
      'excalidraw__excalidraw/packages/excalidraw/locales/de-DE.json',
    ),
    'JSON, uBlock de/messages.json': corpusText('gorhill__uBlock/src/_locales/de/messages.json'),
  };
  return [
    ...Object.entries(yamlTexts).flatMap(([name, text]) =>
      text === undefined
        ? []
        : againstReading(name, text, {
            format: yaml,
            write: (document, edits) =>
              writeYaml(document, editTreeOf(edits).tree, new OrderIndex(undefined), false, yaml.parse),
            limit: 1.6,
            parser: 'parseEvents',
            parse: () => parseEvents(text),
          }),
    ),
    ...Object.entries(jsonTexts).flatMap(([name, text]) =>
      text === undefined
        ? []
        : againstReading(name, text, {
            format: json,
            write: (document, edits) =>
              writeJson(document, editTreeOf(edits).tree, [], new OrderIndex(undefined)),
            limit: 4,
            parser: 'JSON.parse',
            parse: () => JSON.parse(text),
          }),
    ),
    ...manyEdits('YAML', yaml, railsYaml(KEYS)),
    ...manyEdits('JSON', json, nestedJson(KEYS)),
  ];
}

/**
 * Finding all spans and making one edit, without and with reading the result again, against the
 * bare parser on the same text.
 */
function againstReading(name, text, { format, write, limit, parser, parse }) {
  const { path } = middle(format.parse(text));
  const edits = [{ path, text: CHANGED }];
  return [
    {
      name: `${name}: spans and one edit / ${parser}`,
      limit,
      subject: () => made(write(format.parse(text), edits)),
      baseline: parse,
    },
    {
      name: `${name}: the same with its verification / ${parser}`,
      subject: () => made(format.parse(text).edit(edits)),
      baseline: parse,
    },
  ];
}

/** As many edits as the file has keys against a single one, the parse included in both. */
function manyEdits(name, format, text) {
  const leaves = [...format.parse(text).leaves.values()];
  const { path } = middle(format.parse(text));
  const changes = leaves.map((leaf) => ({ path: leaf.path, text: CHANGED }));
  const beside = leaves.map((leaf) => ({
    path: [...leaf.path.slice(0, -1), `${leaf.path.at(-1)}_new`],
    text: CHANGED,
  }));
  // The source locale's file has each new key right after its neighbour: as many places as keys.
  const order = format
    .parse(text)
    .outline.flatMap((node) =>
      node.kind === 'map' || node.kind === 'list'
        ? [node]
        : [node, { path: [...node.path.slice(0, -1), `${node.path.at(-1)}_new`], kind: 'string' }],
    );
  const one = path.slice(0, -1).concat(`${path.at(-1)}_new`);
  return [
    {
      name: `${name}: ${leaves.length} changes in one edit / one change`,
      limit: 3,
      subject: () => made(format.parse(text).edit(changes)),
      baseline: () => made(format.parse(text).edit([{ path, text: CHANGED }])),
    },
    {
      name: `${name}: ${leaves.length} new keys in one edit / one new key`,
      limit: 3,
      subject: () => made(format.parse(text).edit(beside, order)),
      baseline: () => made(format.parse(text).edit([{ path: one, text: CHANGED }], order)),
    },
  ];
}

const middle = (document) =>
  [...document.leaves.values()].filter(({ kind }) => kind === 'string').at(document.leaves.size >> 2);

function made(result) {
  if (!result.ok) throw new Error(`the bench's edit was refused: ${JSON.stringify(result.refused[0])}`);
  return result.text;
}
