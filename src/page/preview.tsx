import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PagePreview, PagePreviewText } from '../core/page/import-wire.js';
import { MOST_UNDONE } from '../core/page/wire.js';
import { languageName } from './drop-target.js';
import { Time, whoOf } from './history.js';
import { ShownName, ShownText } from './shown-text.js';
import { quantity } from '../core/text/wording.js';

interface PreviewProps {
  readonly preview: PagePreview;
  readonly isBusy: boolean;
  /** Asks for the texts from this one on. */
  readonly onMore: (from: number) => void;
}

/** What an import would change, before it changes anything. */
export function Preview({ preview, isBusy, onMore }: PreviewProps): JSX.Element {
  const { fileName, isNew, isReplacing, locales, added, changed, unchanged, lacking, recent } = preview;
  const { items, next, seen } = preview;
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone: a reader goes on with what came instead.
  useEffect(() => title.current?.focus(), [seen]);
  const total = added + changed;
  return (
    <>
      <h3 ref={title} tabIndex={-1} class="into">
        {isNew ? 'New source file ' : 'Into '}
        <ShownName name={fileName} />
        {locales.length === 0
          ? ''
          : `, ${locales.map((code) => languageName((language) => language.code === code)).join(', ')}`}
      </h3>
      <dl class="counts">
        <Count n={changed} what="changed" />
        <Count n={added} what="new" />
        <Count n={unchanged} what="unchanged" />
        <Count n={lacking} what={isReplacing ? 'not in the file: removed' : 'not in the file: stay'} />
      </dl>
      {recent === 0 ? null : (
        <p class="hint stale">
          {recent === 1 ? 'One of these texts was' : `${recent.toLocaleString('en')} of these texts were`}{' '}
          changed by somebody else in the last seven days. The import replaces {recent === 1 ? 'it' : 'them'}.
        </p>
      )}
      {total > MOST_UNDONE ? (
        <p class="hint stale">
          The page cannot undo an import of more than {MOST_UNDONE.toLocaleString('en')} texts.
        </p>
      ) : null}
      {total === 0 ? (
        <p class="quiet">The file changes nothing.</p>
      ) : (
        <div class="changes" role="region" aria-label="Changes" tabIndex={0}>
          {items.map((item) => (
            <Item key={`${item.locale} ${item.name}`} item={item} />
          ))}
          {next === undefined ? null : (
            <button type="button" disabled={isBusy} onClick={() => onMore(next)}>
              More ({quantity(total - items.length, 'text')})
            </button>
          )}
        </div>
      )}
    </>
  );
}

const Count = ({ n, what }: { readonly n: number; readonly what: string }): JSX.Element => (
  <div>
    <dt>{what}</dt>
    <dd>{n.toLocaleString('en')}</dd>
  </div>
);

function Item({ item }: { readonly item: PagePreviewText }): JSX.Element {
  const { name, locale, before, after, by, isRecent } = item;
  return (
    <div class="change">
      <p class="key">
        <ShownName name={name} /> <span class="badge">{locale}</span>{' '}
        {before === null ? <span class="badge">new</span> : null}
        {isRecent ? <span class="badge stale">changed lately</span> : null}
      </p>
      {before === null ? null : (
        <>
          <p class="quiet">
            Now{by === null ? '' : ', by '}
            {by === null ? null : (
              <>
                {whoOf(by.upload, by.who)} · <Time at={by.created} />
              </>
            )}
          </p>
          <ShownText text={before} code={locale} class="before" />
          <p class="quiet">In the file</p>
        </>
      )}
      <ShownText text={after} code={locale} class="after" />
    </div>
  );
}
