import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import { EXTENSIONS, FORMATS } from '../core/formats.js';
import type { PageFile, PageOf, PageProject } from '../core/page/wire.js';
import { AddLanguage } from './add-language.js';
import { ask } from './api.js';
import { offer } from './drop.js';
import { Time, whoOf } from './history.js';
import { ShownName, visibleName } from './shown-text.js';
import { news, project } from './state.js';
import { quantity } from '../core/text/wording.js';
import { More, usePages } from './pages.js';

const FORMAT_NAMES = Object.values(FORMATS)
  .map(({ label }) => label)
  .join(' or ');

/** The project, how far each language is, and its source files. */
export function Overview(): JSX.Element {
  const newsCount = news.value.count;
  const pages = usePages((after) => ask<PageOf<PageFile>>('files', { after }));
  const { items: files, load } = pages;
  useEffect(() => void load(''), [newsCount]);
  const about = project.value;
  if (about === undefined) return <main class="home" aria-busy="true" />;
  return (
    <main class="home">
      <Languages about={about} />
      <section aria-labelledby="files-title">
        <h2 id="files-title">Source files</h2>
        <p class="quiet">
          {quantity(about.files, 'file')}, {quantity(about.keys, 'key')}. Drop a {FORMAT_NAMES} file anywhere
          to import it, or choose one. <ChooseFile />
        </p>
        <div class="table" role="region" aria-label="Files and their last versions" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" class="number">
                  Keys
                </th>
                <th scope="col">Last version</th>
                <th scope="col">Download</th>
              </tr>
            </thead>
            <tbody>
              {(files ?? []).map((file) => (
                <FileRow key={file.id} file={file} about={about} />
              ))}
            </tbody>
          </table>
        </div>
        {files?.length === 0 ? <p class="quiet">None yet: `locsync push` uploads them.</p> : null}
        <More pages={pages}>More files</More>
      </section>
    </main>
  );
}

/** The way to import a file without a mouse. */
function ChooseFile(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Import a file
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={EXTENSIONS.join(',')}
        onChange={({ currentTarget }) => {
          offer(currentTarget.files?.[0]);
          // The same file can be chosen again after it was changed.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function FileRow({ file, about }: { readonly file: PageFile; readonly about: PageProject }): JSX.Element {
  const { last } = file;
  return (
    <tr>
      <th scope="row" class="key">
        <ShownName name={file.name} />
      </th>
      <td class="number">{file.keys.toLocaleString('en')}</td>
      <td>
        {last === undefined ? (
          '–'
        ) : (
          <>
            <span class={`badge ${last.upload}`}>{last.upload}</span> {last.number} ·{' '}
            <Time at={last.created} /> · {whoOf(last.upload, last.who)}
          </>
        )}
      </td>
      <td class="links">
        {about.languages.map(({ id, code }) => (
          <a
            key={id}
            href={`/ui/api/download?file=${file.id}&locale=${id}`}
            aria-label={`Download ${visibleName(file.name)}, ${code}`}
          >
            {code}
          </a>
        ))}
      </td>
    </tr>
  );
}

function Languages({ about }: { readonly about: PageProject }): JSX.Element {
  return (
    <section aria-labelledby="languages-title">
      <h2 id="languages-title">Languages</h2>
      <ul class="languages">
        {about.languages.map(({ id, code: own, name, translated, total }, at) => {
          const share = total === 0 ? 0 : Math.floor((100 * translated) / total);
          return (
            <li key={id}>
              <a class="open" href={`#/translate/${encodeURIComponent(own)}`}>
                <strong>{name}</strong> <span class="key">{own}</span>
              </a>
              <span class="quiet">
                {at === 0 ? 'source' : `${translated.toLocaleString('en')} of ${total.toLocaleString('en')}`}
              </span>
              <progress max={Math.max(1, total)} value={translated} aria-label={`${name}: ${share}%`} />
              {at > 0 && translated < total ? (
                <a href={`#/translate/${encodeURIComponent(own)}/missing`}>
                  {(total - translated).toLocaleString('en')} missing
                </a>
              ) : (
                <span class="quiet">{share}%</span>
              )}
            </li>
          );
        })}
      </ul>
      <AddLanguage />
    </section>
  );
}
