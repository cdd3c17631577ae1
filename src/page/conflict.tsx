import type { JSX } from 'preact';
import type { PageDetail } from '../core/page/wire.js';
import { ShownText } from './shown-text.js';
import { authorOf } from './history.js';

interface ConflictProps {
  readonly detail: PageDetail;
  readonly code: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** The text that is there by now, although a draft was based on another one. */
export function Conflict({ detail, code, onTake, onKeep }: ConflictProps): JSX.Element {
  return (
    <div class="hint conflict" role="alert">
      <p>{authorOf(detail)} changed this text in the meantime. Nothing was overwritten. It is now:</p>
      <ShownText text={detail.target.text ?? ''} code={code} class="theirs" />
      <button type="button" onClick={onTake}>
        Take theirs
      </button>{' '}
      <button type="button" onClick={onKeep}>
        Keep mine
      </button>
    </div>
  );
}

interface SourceHintProps {
  /** The source text that the translation was made for. */
  readonly before: string;
  readonly code: string;
}

/** The source text has changed while somebody was typing. */
export function SourceIsNew({
  before,
  code,
  onSeen,
}: SourceHintProps & { readonly onSeen: () => void }): JSX.Element {
  return (
    <div class="hint conflict" role="alert">
      <p>The source text changed while you were typing. The new one is above. It was:</p>
      <ShownText text={before} code={code} />
      <button type="button" onClick={onSeen}>
        I have seen it
      </button>
    </div>
  );
}

/** A translation that may no longer fit; the earlier source text stays in sight while typing. */
export function StaleHint({
  before,
  code,
  onFits,
}: SourceHintProps & { readonly onFits: (() => void) | undefined }): JSX.Element {
  return (
    <div class="hint stale">
      <p>The source text has changed since this was translated. It was:</p>
      <ShownText text={before} code={code} />
      <button type="button" disabled={onFits === undefined} onClick={onFits}>
        The translation still fits
      </button>
    </div>
  );
}
