import type { Technology } from '../../core/propose/conventions.js';
import type { Files } from '../../ports/files.js';
import { ifReadable } from '../files/unless-failed.js';

/** A framework that a folder shows, and the file that shows it. */
export interface Framework {
  readonly name: string;
  readonly file: string;
}

/** A framework, the file that names it, and a text in that file. The more special come first. */
const MARKS: readonly (readonly [name: string, file: string, text: string])[] = [
  ['Ruby on Rails', 'Gemfile', 'rails'],
  ['Symfony', 'composer.json', '"symfony/'],
  ['Laravel', 'composer.json', '"laravel/framework"'],
  ['next-intl', 'package.json', '"next-intl"'],
  ['i18next', 'package.json', '"next-i18next"'],
  ['i18next', 'package.json', '"i18next"'],
  ['Vue I18n', 'package.json', '"vue-i18n"'],
  ['Vue I18n', 'package.json', '"@nuxtjs/i18n"'],
  ['Transloco', 'package.json', '"@jsverse/transloco"'],
  ['Transloco', 'package.json', '"@ngneat/transloco"'],
  ['ngx-translate', 'package.json', '"@ngx-translate/core"'],
  ['react-intl', 'package.json', '"react-intl"'],
  ['Ember Intl', 'package.json', '"ember-intl"'],
  ['Visual Studio Code', 'package.json', '"vscode"'],
  ['browser extension', 'manifest.json', '"manifest_version"'],
  ['go-i18n', 'go.mod', 'nicksnyder/go-i18n'],
  ['Flutter', 'pubspec.yaml', 'flutter'],
  ['Phoenix', 'mix.exs', ':phoenix'],
  ['Hugo', 'hugo.yaml', ''],
  ['Hugo', 'hugo.toml', ''],
  ['Django', 'manage.py', 'django'],
];

/** The first framework whose mark a file of this folder has. */
export async function frameworkOf(files: Files): Promise<Framework | undefined> {
  const texts = new Map<string, string | undefined>();
  for (const [name, file, text] of MARKS) {
    if (!texts.has(file)) texts.set(file, (await ifReadable(() => files.read(file)))?.text);
    if (texts.get(file)?.includes(text) === true) return { name, file };
  }
  return undefined;
}

/** What the service says of the project's framework; else what the folder shows. */
export function technologyOf<T extends Technology>(project: T, framework: Framework | undefined): T {
  if (project.framework !== '' || framework === undefined) return project;
  return { ...project, framework: framework.name.toLowerCase() };
}
