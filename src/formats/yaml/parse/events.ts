import { parseEvents, YAMLException, type Event } from 'js-yaml';
import { MAX_DEPTH } from '../../format.js';
import { ReindentedText } from './reindented.js';
import { fault } from './syntax-error.js';

/** The parser's events. `reindented`: they come from a {@link ReindentedText}. */
export interface ParserEvents {
  readonly events: readonly Event[];
  readonly reindented: boolean;
}

// libyaml refuses these anywhere, even in comments; js-yaml only in plain and block scalars.

const UNPRINTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff\ud800-\udfff]/u;

// libyaml accepts quoted scalars and flow collections in any column; YAML 1.2 wants them indented.
// Each such line costs one more parse, so there is a limit. The worst file of our corpus has three.
const MAX_TRIES = 64;

/** The events of a text, with offsets. Throws FormatError if it is not YAML that we read. */
export function eventsOf(text: string): ParserEvents {
  const bad = UNPRINTABLE.exec(text);
  if (bad) throw fault(text, bad.index, `a character that YAML does not allow (U+${hex(bad[0])})`);
  let moved: ReindentedText | undefined;
  for (let tries = 0; ; tries++) {
    try {
      const events = parseEvents(moved?.text ?? text, { maxDepth: MAX_DEPTH });
      return { events: moved?.events(events) ?? events, reindented: moved !== undefined };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const at = error.mark?.position ?? 0;
      if (error.reason === 'deficient indentation' && tries < MAX_TRIES) {
        moved ??= new ReindentedText(text);
        if (moved.indent(at)) continue;
      }
      throw fault(text, moved?.back(at) ?? at, reasonOf(error.reason));
    }
  }
}

function reasonOf(reason: string): string {
  return reason.startsWith('nesting exceeded') ? `nesting limit: more than ${MAX_DEPTH} levels` : reason;
}

const hex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
