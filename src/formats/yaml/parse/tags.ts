import type { DocumentDirective } from 'js-yaml';
import type { ScalarTag } from './nodes.js';
import { fault } from './syntax-error.js';

const YAML_ORG = 'tag:yaml.org,2002:';
const SCALAR_TAGS: readonly ScalarTag[] = ['str', 'int', 'float', 'bool', 'null'];

/**
 * Reads the tags of one document, using its %TAG directives. Everything outside the core schema is
 * refused, never constructed.
 */
export class TagResolver {
  constructor(
    private readonly text: string,
    private readonly directives: readonly DocumentDirective[],
  ) {}

  /** The tag of a scalar, if it has one. Throws FormatError for unsupported tags. */
  scalar(start: number, end: number): ScalarTag | undefined {
    if (start < 0) return undefined;
    const name = this.name(start, end);
    if (name === '!') return '!';
    const tag = SCALAR_TAGS.find((known) => name === YAML_ORG + known);
    if (tag === undefined) this.refuse(start, end);
    return tag;
  }

  /** Throws FormatError unless the tag of a collection says what the collection is anyway. */
  collection(start: number, end: number, kind: 'map' | 'seq'): void {
    if (start < 0) return;
    const name = this.name(start, end);
    if (name !== '!' && name !== YAML_ORG + kind) this.refuse(start, end);
  }

  private refuse(start: number, end: number): never {
    throw fault(this.text, start, `unsupported tag ${this.text.slice(start, end)}`);
  }

  private name(start: number, end: number): string {
    const raw = this.text.slice(start, end);
    if (raw.startsWith('!<')) return raw.slice(2, -1);
    if (raw === '!') return raw;
    const handle = /^!(?:[0-9A-Za-z-]*!)?/.exec(raw)?.[0] ?? '!';
    const suffix = raw.slice(handle.length);
    for (const directive of this.directives) {
      if (directive.kind === 'tag' && directive.handle === handle) return directive.prefix + suffix;
    }
    return handle === '!!' ? YAML_ORG + suffix : raw;
  }
}
