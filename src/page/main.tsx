import { render, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Activity } from './activity.js';
import { ColorChoice } from './colors.js';
import { drafts } from './drafts.js';
import { DropZone } from './drop.js';
import { focusField } from './field.js';
import { keepDraftsOf } from './kept-drafts.js';
import { goTo } from './keys.js';
import { openId } from './opened-key.js';
import { Overview } from './overview.js';
import { tryAgain } from './saving.js';
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
  setUserName,
  errorMessage,
  undo,
  who,
} from './state.js';
import { Translate } from './translate.js';

const TITLES: Readonly<Partial<Record<string, string>>> = { translate: 'Translate', activity: 'Activity' };

function App(): JSX.Element {
  const { view } = route.value;
  const name = project.value?.name ?? '';
  useEffect(() => {
    document.title = `${TITLES[view] ?? 'Overview'} · ${name === '' ? 'Translations' : name} · locsync`;
  }, [name, view]);
  return (
    <>
      <Header view={view} />
      {errorMessage.value === '' ? null : (
        <p class="trouble" role="alert">
          {errorMessage.value}{' '}
          <button type="button" onClick={() => void tryAgain()}>
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
  const current = (name: string): 'page' | undefined => (view === name ? 'page' : undefined);
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
        <Unsaved />
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
            onInput={(event) => setUserName(event.currentTarget.value)}
          />
        </label>
      </div>
      <ColorChoice />
    </header>
  );
}

/** How many texts are not saved, in all languages: goes to the next one of them. */
function Unsaved(): JSX.Element | null {
  const { size } = drafts.value;
  if (size === 0) return null;
  return (
    <button type="button" class="unsaved" title="Show the next text that is not saved" onClick={goToDraft}>
      {size.toLocaleString('en')} not saved
    </button>
  );
}

function goToDraft(): void {
  const ids = [...drafts.value.keys()];
  const next = drafts.value.get(ids[(ids.indexOf(openId.value) + 1) % ids.length] ?? '');
  if (next === undefined) return;
  goTo(next.code, next.key);
  focusField();
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
      {said?.action === undefined ? null : (
        <button
          type="button"
          onClick={() => {
            notice.value = undefined;
            said.action?.run();
          }}
        >
          {said.action.label}
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
void loadProject().then(() => {
  if (project.value !== undefined) keepDraftsOf(project.value.id);
});
listen();
