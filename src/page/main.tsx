import { render, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Activity } from './activity.js';
import { ColorChoice } from './colors.js';
import { DropZone } from './drop.js';
import { Overview } from './overview.js';
import { Share } from './share.js';
import { ShownName } from './shown-text.js';
import {
  isConnected,
  language,
  listen,
  loadProject,
  notice,
  project,
  route,
  signAs,
  trouble,
  undo,
  who,
} from './state.js';
import { Translate } from './translate.js';

function App(): JSX.Element {
  const { view } = route.value;
  const name = project.value?.name ?? '';
  useEffect(() => {
    document.title = `${name === '' ? 'Translations' : name} · locsync`;
  }, [name]);
  return (
    <>
      <Header view={view} />
      {trouble.value === '' ? null : (
        <p class="trouble" role="alert">
          {trouble.value}{' '}
          <button type="button" onClick={() => void loadProject()}>
            Try again
          </button>
        </p>
      )}
      {view === 'translate' ? <Translate /> : view === 'activity' ? <Activity /> : <Overview />}
      <Notice />
      <DropZone />
    </>
  );
}

function Header({ view }: { readonly view: string }): JSX.Element {
  const about = project.value;
  const kind = [about?.technology, about?.framework, about?.format].filter(Boolean).join(' · ');
  const to = encodeURIComponent(language.value?.code ?? '');
  const current = (one: string): 'page' | undefined => (view === one ? 'page' : undefined);
  return (
    <header class="bar">
      <div class="brand">
        <h1>
          <ShownName name={about?.name ?? 'locsync'} />
        </h1>
        {kind === '' ? null : <p class="quiet">{kind}</p>}
      </div>
      <nav aria-label="Page">
        <a href="#/" aria-current={current('')}>
          Overview
        </a>
        <a href={`#/translate/${to}`} aria-current={current('translate')}>
          Translate
        </a>
        <a href="#/activity" aria-current={current('activity')}>
          Activity
        </a>
      </nav>
      <div class="right">
        <span class={`live ${isConnected.value ? '' : 'off'}`} role="status">
          {isConnected.value ? 'Live' : 'Not connected'}
        </span>
        <Share />
        <label class="who">
          <span class="hidden">Your name</span>
          <input
            value={who.value}
            maxLength={60}
            placeholder="Your name"
            autocomplete="name"
            onInput={(event) => signAs(event.currentTarget.value)}
          />
        </label>
      </div>
      <ColorChoice />
    </header>
  );
}

/** What has just happened; it goes away if somebody goes on. */
function Notice(): JSX.Element {
  const said = notice.value;
  const version = said?.version;
  return (
    <div class={`notice ${said === undefined ? '' : 'shown'}`} role="status">
      <p>
        {said?.key === undefined ? null : <ShownName class="key" name={said.key} />} <span>{said?.text}</span>
      </p>
      {version === undefined ? null : (
        <button
          type="button"
          onClick={() => {
            notice.value = undefined;
            void undo(version);
          }}
        >
          Undo
        </button>
      )}
      {said === undefined ? null : (
        <button type="button" aria-label="Dismiss" onClick={() => (notice.value = undefined)}>
          ×
        </button>
      )}
    </div>
  );
}

const root = document.getElementById('page');
if (root === null) throw new Error('the document has no place for the page');
render(<App />, root);
void loadProject();
listen();
