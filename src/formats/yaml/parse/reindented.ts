import { EVENT_ID, type Event } from 'js-yaml';

/**
 * A text in which some lines of quoted scalars and flow collections have more indentation than in
 * the file. libyaml accepts them in any column; js-yaml, like YAML 1.2, does not. Blanks at the
 * start of such a line have no meaning, so the events are right once their offsets are moved back.
 */
export class ReindentedText {
  readonly #pads: { readonly at: number; readonly width: number }[] = [];
  readonly #width: number;

  constructor(public text: string) {
    // Deeper than any collection that begins on a line of this text.
    let deepest = 0;
    for (const [indent] of text.matchAll(/^[-? \t]*/gm)) deepest = Math.max(deepest, indent.length);
    this.#width = deepest + 2;
  }

  /**
   * Indents the line on which `at`, an offset into this text, is the first non-blank. Otherwise it
   * turns tabs before an opening bracket into spaces: js-yaml refuses a line break in a flow
   * collection after one. Returns false if there is nothing to change.
   */
  indent(at: number): boolean {
    const start = Math.max(this.text.lastIndexOf('\n', at - 1), this.text.lastIndexOf('\r', at - 1)) + 1;
    if (this.text.slice(start, at).trim() !== '') return this.#untab(start, at);
    if (this.#pads.some((pad) => pad.at === start)) return false;
    this.text = this.text.slice(0, start) + ' '.repeat(this.#width) + this.text.slice(start);
    this.#pads.push({ at: start, width: this.#width });
    return true;
  }

  #untab(start: number, at: number): boolean {
    const before = this.text.slice(start, at);
    const without = before.replace(/(?<![ \t])[ \t]+(?=[[{])/g, (blanks) => ' '.repeat(blanks.length));
    this.text = this.text.slice(0, start) + without + this.text.slice(at);
    return without !== before;
  }

  /** The offset in the file for one in this text. Negative offsets, which mean nothing, stay. */
  readonly back = (offset: number): number => {
    let moved = offset;
    // The parser fails from front to back, so the pads are sorted.
    for (const { at, width } of this.#pads) if (offset > at) moved -= Math.min(width, offset - at);
    return moved;
  };

  /** The events of the file. */
  events(events: readonly Event[]): readonly Event[] {
    return this.#pads.length === 0 ? events : events.map((event) => this.#moved(event));
  }

  #moved(event: Event): Event {
    const { back } = this;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return {
          ...event,
          ...this.#properties(event),
          valueStart: back(event.valueStart),
          valueEnd: back(event.valueEnd),
        };
      case EVENT_ID.MAPPING:
        return { ...event, ...this.#properties(event), start: back(event.start) };
      case EVENT_ID.SEQUENCE:
        return { ...event, ...this.#properties(event), start: back(event.start) };
      case EVENT_ID.ALIAS:
        return { ...event, anchorStart: back(event.anchorStart), anchorEnd: back(event.anchorEnd) };
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
        return event;
    }
  }

  #properties(event: Properties): Properties {
    const { back } = this;
    return {
      anchorStart: back(event.anchorStart),
      anchorEnd: back(event.anchorEnd),
      tagStart: back(event.tagStart),
      tagEnd: back(event.tagEnd),
    };
  }
}

interface Properties {
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly tagStart: number;
  readonly tagEnd: number;
}
