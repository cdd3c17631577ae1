import type { Event } from 'js-yaml';
import { ConfigSyntaxError, type ConfigNode, type MapEntry } from '../../core/config/tree.js';
import { lineIndex, type Position } from '../../core/text/lines.js';

type Yaml = typeof import('js-yaml');

// The core schema of YAML 1.2.2, section 10.3.2: the type of a plain scalar that is not text.
const NULL = /^(?:null|Null|NULL|~|)$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const NUMBERS = [
  /^[-+]?[0-9]+$/,
  /^0o[0-7]+$/,
  /^0x[0-9a-fA-F]+$/,
  /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/,
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
];

/**
 * The tree of a YAML text of one document, with positions and duplicate keys; undefined without a
 * document. Refuses aliases, anchors and tags: a configuration needs none, and js-yaml 5 does not
 * limit the expansion of aliases. Throws {@link ConfigSyntaxError}.
 */
export async function readYaml(text: string): Promise<ConfigNode | undefined> {
  const yaml = await import('js-yaml');
  const at = lineIndex(text);
  const events = eventsOf(text, yaml, at);
  return events.length === 0 ? undefined : new ConfigTreeBuilder(text, yaml, at, events).document();
}

function eventsOf(text: string, yaml: Yaml, at: (offset: number) => Position): readonly Event[] {
  try {
    return yaml.parseEvents(text, {});
  } catch (error) {
    if (!(error instanceof yaml.YAMLException)) throw error;
    // The message quotes nearby lines. The reason may quote a name: cut there.
    const reason = error.reason.replace(/[("<'`!].*$/s, '').trimEnd();
    throw new ConfigSyntaxError(reason === '' ? 'this is not YAML' : reason, at(error.mark?.position ?? 0));
  }
}

/** Builds the tree from the parser's list of events: each collection ends with a POP. */
class ConfigTreeBuilder {
  #next = 0;

  constructor(
    private readonly text: string,
    private readonly yaml: Yaml,
    private readonly at: (offset: number) => Position,
    private readonly events: readonly Event[],
  ) {}

  document(): ConfigNode {
    this.#next = 1;
    const root = this.#value(0);
    const { DOCUMENT } = this.yaml.EVENT_ID;
    if (this.events.some((event, index) => index > 0 && event.type === DOCUMENT))
      throw new ConfigSyntaxError('a configuration is one YAML document, and here are several', root.at);
    return root;
  }

  /** The next value. An empty one has no position: that of its key, `fallback`, is used. */
  #value(fallback: number): ConfigNode {
    const { EVENT_ID, SCALAR_STYLE } = this.yaml;
    const event = this.events[this.#next];
    this.#next += 1;
    if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP)
      return { kind: 'null', at: this.at(fallback), text: '' };
    if (event.type === EVENT_ID.ALIAS) return this.#refuse('aliases (*name)', event.anchorStart - 1);
    if (event.anchorStart >= 0) return this.#refuse('anchors (&name)', event.anchorStart - 1);
    if (event.tagStart >= 0) return this.#refuse('tags (!name)', event.tagStart);
    if (event.type === EVENT_ID.SEQUENCE)
      return { kind: 'list', at: this.at(event.start), items: this.#items(event.start) };
    if (event.type === EVENT_ID.MAPPING)
      return { kind: 'mapping', at: this.at(event.start), entries: this.#entries(event.start) };
    const text = this.yaml.getScalarValue(this.text, event);
    const kind = event.style === SCALAR_STYLE.PLAIN ? plainKind(text) : 'text';
    return { kind, at: this.at(this.#start(event) ?? fallback), text };
  }

  #items(start: number): readonly ConfigNode[] {
    const items: ConfigNode[] = [];
    while (this.#isOpen()) items.push(this.#value(start));
    this.#next += 1;
    return items;
  }

  #entries(start: number): readonly MapEntry[] {
    const entries: MapEntry[] = [];
    while (this.#isOpen()) {
      const offset = this.#start(this.events[this.#next]) ?? start;
      const key = this.#value(start);
      if (key.kind === 'mapping' || key.kind === 'list')
        throw new ConfigSyntaxError('a key must be a plain word', key.at);
      entries.push({ key: key.text, at: key.at, value: this.#value(offset) });
    }
    this.#next += 1;
    return entries;
  }

  #isOpen(): boolean {
    const event = this.events[this.#next];
    return event !== undefined && event.type !== this.yaml.EVENT_ID.POP;
  }

  /** The offset of a value, including its opening quote; undefined if it is empty. */
  #start(event: Event | undefined): number | undefined {
    const { EVENT_ID, SCALAR_STYLE } = this.yaml;
    if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING) return event.start;
    if (event?.type !== EVENT_ID.SCALAR || event.valueStart < 0) return undefined;
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    return event.valueStart - (isQuoted ? 1 : 0);
  }

  #refuse(what: string, offset: number): never {
    throw new ConfigSyntaxError(`${what} are not allowed in a configuration`, this.at(offset));
  }
}

function plainKind(text: string): 'null' | 'boolean' | 'number' | 'text' {
  if (NULL.test(text)) return 'null';
  if (BOOLEAN.test(text)) return 'boolean';
  return NUMBERS.some((number) => number.test(text)) ? 'number' : 'text';
}
