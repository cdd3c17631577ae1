import { EVENT_ID, type ScalarEvent } from 'js-yaml';

/**
 * The tags that we accept: those of the core schema, and the non-specific `!`, which Rails files
 * write before quotes.
 */
export type ScalarTag = 'str' | 'int' | 'float' | 'bool' | 'null' | '!';

/** How a scalar is written: nearly all scalars of a file are written in one of a few forms. */
type ScalarForm = Pick<ScalarEvent, 'style' | 'chomping' | 'indent' | 'fast'>;

/** What a node may have in front of it. */
export type NodeProperties = Pick<ScalarEvent, 'anchorStart' | 'anchorEnd' | 'tagStart' | 'tagEnd'>;

const NO_PROPERTIES: NodeProperties = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };

/** What few scalars have, in an object of its own. */
interface ScalarMarks extends NodeProperties {
  readonly tag: ScalarTag | undefined;
  anchor: string | undefined;
  users: number;
}

const NO_MARKS: Readonly<ScalarMarks> = { ...NO_PROPERTIES, tag: undefined, anchor: undefined, users: 0 };

/**
 * A scalar of the file. Its text is decoded when asked for. It is the event of the parser in a
 * third of its memory: a file of 200,000 keys has 400,000 scalars.
 */
export class ScalarNode implements ScalarEvent {
  readonly valueStart: number;
  readonly valueEnd: number;
  #marks: ScalarMarks | undefined;

  constructor(
    { valueStart, valueEnd, anchorStart, anchorEnd, tagStart, tagEnd }: ScalarEvent,
    private readonly form: ScalarForm,
    tag: ScalarTag | undefined,
  ) {
    this.valueStart = valueStart;
    this.valueEnd = valueEnd;
    const isMarked = anchorStart >= 0 || tagStart >= 0 || tag !== undefined;
    this.#marks = isMarked
      ? { anchorStart, anchorEnd, tagStart, tagEnd, tag, anchor: undefined, users: 0 }
      : undefined;
  }

  // On the prototype: a field would take memory in each scalar.
  // eslint-disable-next-line @typescript-eslint/class-literal-property-style
  get is(): 'scalar' {
    return 'scalar';
  }

  get type(): typeof EVENT_ID.SCALAR {
    return EVENT_ID.SCALAR;
  }

  /** The parser's event, as the other nodes have it. */
  get event(): ScalarEvent {
    return this;
  }

  get style(): ScalarEvent['style'] {
    return this.form.style;
  }

  get chomping(): ScalarEvent['chomping'] {
    return this.form.chomping;
  }

  get indent(): number {
    return this.form.indent;
  }

  get fast(): boolean {
    return this.form.fast;
  }

  get anchorStart(): number {
    return (this.#marks ?? NO_MARKS).anchorStart;
  }

  get anchorEnd(): number {
    return (this.#marks ?? NO_MARKS).anchorEnd;
  }

  get tagStart(): number {
    return (this.#marks ?? NO_MARKS).tagStart;
  }

  get tagEnd(): number {
    return (this.#marks ?? NO_MARKS).tagEnd;
  }

  get tag(): ScalarTag | undefined {
    return this.#marks?.tag;
  }

  get anchor(): string | undefined {
    return this.#marks?.anchor;
  }

  set anchor(name: string | undefined) {
    (this.#marks ??= { ...NO_MARKS }).anchor = name;
  }

  /** How many aliases point here. */
  get users(): number {
    return this.#marks?.users ?? 0;
  }

  set users(count: number) {
    (this.#marks ??= { ...NO_MARKS }).users = count;
  }

  /** An event of the parser for the same scalar, with some fields changed. */
  eventWith(changes: Partial<ScalarEvent>): ScalarEvent {
    const { type, valueStart, valueEnd, anchorStart, anchorEnd, tagStart, tagEnd } = this;
    const place = { type, valueStart, valueEnd, anchorStart, anchorEnd, tagStart, tagEnd };
    return { ...place, ...this.form, ...changes };
  }
}

/** Makes the scalars of one file. */
export class ScalarNodes {
  readonly #forms = new Map<number, ScalarForm>();

  of(event: ScalarEvent, tag: ScalarTag | undefined): ScalarNode {
    const { style, chomping, indent, fast } = event;
    // The styles and modes are small numbers; an indentation is -1 if there is none.
    const name = ((indent + 1) * 2 + (fast ? 1 : 0)) * 64 + style * 8 + chomping;
    let form = this.#forms.get(name);
    if (form === undefined) this.#forms.set(name, (form = { style, chomping, indent, fast }));
    return new ScalarNode(event, form, tag);
  }
}
