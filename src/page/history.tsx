import type { JSX } from 'preact';
import type { PageDetail } from '../core/page/wire.js';
import { ShownText } from './shown-text.js';

interface HistoryProps {
  readonly detail: PageDetail;
  readonly code: string;
  readonly onUse: (text: string) => void;
}

/** The versions of one text, the latest first. */
export function History({ detail, code, onUse }: HistoryProps): JSX.Element {
  return (
    <div class="part history">
      <h3>History</h3>
      {detail.history.length === 0 ? <p class="quiet">No change was recorded yet.</p> : null}
      <ol>
        {detail.history.map(({ version, number, upload, who, created, before, after }) => (
          <li key={version}>
            <p class="quiet">
              <Time at={created} /> · {whoOf(upload, who)} · version {number}
            </p>
            {after === null ? (
              <p>Removed</p>
            ) : before === after ? (
              <p>Confirmed: it still fits</p>
            ) : (
              <ShownText text={after} code={code} />
            )}
            {after !== null && after !== detail.target.text && after !== '…' ? (
              <button type="button" onClick={() => onUse(after)}>
                Use this text
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** `locsync/0.1.0 node/20.20.0` is a command line; a person has a name or none. */
export const whoOf = (upload: string, who: string): string =>
  upload === 'web'
    ? `${who === '' ? 'somebody' : who} in the page`
    : who === ''
      ? 'interface'
      : (who.split(' ')[0] ?? who);

/** Who wrote the text that is there, as far as that is known. */
export function authorOf({ history: [last] }: PageDetail): string {
  if (last !== undefined && last.upload !== 'web')
    return last.who.startsWith('locsync/') ? 'A push from the command line' : 'An upload';
  return last === undefined || last.who === '' ? 'Somebody' : last.who;
}

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A time as people say it, with the exact one on hover. */
export function Time({ at }: { readonly at: number }): JSX.Element {
  const date = new Date(at);
  const seconds = (at - Date.now()) / 1000;
  const near =
    seconds > -60
      ? 'just now'
      : seconds > -3600
        ? RELATIVE.format(Math.ceil(seconds / 60), 'minute')
        : seconds > -86_400
          ? RELATIVE.format(Math.ceil(seconds / 3600), 'hour')
          : RELATIVE.format(Math.ceil(seconds / 86_400), 'day');
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {near}
    </time>
  );
}
