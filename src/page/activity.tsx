import { useEffect } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PageChange, PageEvent, PageOf, PageVersion } from '../core/page/wire.js';
import { ask } from './api.js';
import { Time, whoOf } from './history.js';
import { ShownName, ShownText } from './shown-text.js';
import { news, undo } from './state.js';
import { quantity } from '../core/text/wording.js';
import { More, usePages } from './pages.js';

const KINDS: Readonly<Partial<Record<string, string>>> = {
  api_upload: 'Upload',
  language_addition: 'Language added',
  web_edit: 'Edit',
  web_upload: 'File dropped',
  web_undo: 'Undo',
};

/** What has happened in the project, and what each version changed. */
export function Activity(): JSX.Element {
  const newsCount = news.value.count;
  const pages = usePages((before) => ask<PageOf<PageEvent>>('events', before === '' ? {} : { before }));
  const { items: events, load } = pages;
  useEffect(() => void load(''), [newsCount]);
  return (
    <main class="home">
      <section aria-labelledby="activity-title">
        <h2 id="activity-title">Activity</h2>
        {events?.length === 0 ? <p class="quiet">Nothing has happened yet.</p> : null}
        <ol class="events">
          {(events ?? []).map((event) => (
            <li key={event.id}>
              <p>
                <strong>{KINDS[event.kind] ?? event.kind}</strong> {event.subject}{' '}
                <span class="quiet">
                  <Time at={event.created} /> {event.who === '' ? '' : `· ${event.who}`}
                </span>
              </p>
              {event.versions.map((version) => (
                <VersionLine key={version.id} version={version} />
              ))}
              {event.more > 0 ? <p class="quiet">and {quantity(event.more, 'more version')}</p> : null}
            </li>
          ))}
        </ol>
        <More pages={pages}>Earlier</More>
      </section>
    </main>
  );
}

function VersionLine({ version }: { readonly version: PageVersion }): JSX.Element {
  const pages = usePages((after) => ask<PageOf<PageChange>>('changes', { version: version.id, after }));
  const { items: changes, load } = pages;
  const { changes: n } = version;
  return (
    <details onToggle={(event) => event.currentTarget.open && changes === undefined && void load('')}>
      <summary>
        <span class={`badge ${version.upload}`}>{version.upload}</span>{' '}
        <ShownName class="key" name={version.fileName} />{' '}
        <span class="quiet">
          version {version.number} · {n === null ? 'from before the history' : quantity(n, 'text')}
          {version.locales.length > 0 ? ` · ${version.locales.join(', ')}` : ''} ·{' '}
          {whoOf(version.upload, version.who)}
        </span>
      </summary>
      {changes === undefined ? null : (
        <div class="changes">
          {changes.map(({ key, name, locale, before, after }) => (
            <div key={`${key} ${locale}`} class="change">
              <p class="key">
                <ShownName name={name} /> <span class="badge">{locale}</span>
              </p>
              {before === null ? null : <ShownText text={before} code={locale} class="before" />}
              {after === null ? null : <ShownText text={after} code={locale} class="after" />}
            </div>
          ))}
          <More pages={pages}>More</More>
          {(n ?? 0) > 0 && version.upload === 'web' ? (
            <button type="button" onClick={() => void undo(version.id)}>
              Undo this version
            </button>
          ) : null}
        </div>
      )}
    </details>
  );
}
