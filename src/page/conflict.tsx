import type { JSX } from 'preact';
import type { PageDetail } from '../core/page/wire.js';
import { authorOf } from './detail.js';
import { ShownText } from './shown-text.js';

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
