// How each tool is set up in a project, and what it is called with. A command that a tool splits in
// two, such as the upload of sources and of translations, is a list of two.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { has, LOCSYNC } from '../child.mjs';
import { installed } from './install.mjs';

const put = (folder, name, value) => writeFileSync(join(folder, name), JSON.stringify(value));

const TOOLS = [
  {
    name: 'locsync',
    find: () => ({ script: LOCSYNC, version: '' }),
    setUp: (folder, origin) => {
      mkdirSync(join(folder, '.git'));
      put(folder, '.locsyncrc', {
        baseUrl: origin,
        project: 'pro_1',
        files: ['locales/{locale}/*.json'],
        concurrency: 16,
      });
    },
    env: (origin) => ({ LOCSYNC_TOKEN: 'loc_bench', LOCSYNC_BASE_URL: origin }),
    pull: [['pull']],
    push: [['push']],
  },
  {
    name: 'loco-cli',
    setUp: (folder, origin) => {
      put(folder, '.locorc.json', { accessKey: 'key', localesDir: 'locales', namespaces: true });
      // Its service has one address, which no option changes.
      const redirect = `const real = fetch;
        globalThis.fetch = (url, options) => real(String(url).replace('https://localise.biz', ${JSON.stringify(origin)}), options);`;
      writeFileSync(join(folder, 'redirect.cjs'), redirect);
    },
    node: ['--require', './redirect.cjs'],
    pull: [['pull', '--yes']],
    push: [['push', '--yes']],
  },
  {
    name: '@tolgee/cli',
    setUp: (folder, origin) =>
      put(folder, '.tolgeerc.json', {
        apiUrl: origin,
        apiKey: 'key',
        projectId: 1,
        format: 'JSON_TOLGEE',
        push: { filesTemplate: ['./locales/{languageTag}/{namespace}.json'], forceMode: 'OVERRIDE' },
        pull: { path: './locales' },
      }),
    pull: [['pull']],
    push: [['push']],
  },
  {
    name: 'locize-cli',
    setUp: (folder, origin) =>
      writeFileSync(join(folder, '.locize'), `apiKey = key\nprojectId = pid\napiEndpoint = ${origin}\n`),
    pull: [['download', '--path', 'locales', '--config-path', '.locize', '--ver', 'latest']],
    // Its client waits a second after each upload: only a push with nothing to do is compared.
    push: [
      [
        'sync',
        '--path',
        'locales',
        '--config-path',
        '.locize',
        '--reference-language-only',
        'false',
        '--update-values',
        'true',
      ],
    ],
    waits: ['push new'],
  },
  {
    name: '@crowdin/cli',
    setUp: (folder, origin) =>
      writeFileSync(
        join(folder, 'crowdin.yml'),
        [
          'project_id: "1"',
          'api_token: key',
          'base_path: .',
          `base_url: ${origin}/bench.crowdin.dev`,
          'preserve_hierarchy: false',
          'files:',
          '  - source: /locales/en/*.json',
          '    translation: /locales/%locale%/%original_file_name%',
          '',
        ].join('\n'),
      ),
    // It accepts only https addresses that end like its own.
    tls: true,
    env: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    pull: [['download', '--no-progress']],
    push: [
      ['upload', 'sources', '--no-progress'],
      ['upload', 'translations', '--no-progress'],
    ],
    // It writes nothing without its source files.
    keepsSources: true,
  },
];

const DEFAULTS = { env: () => ({}), node: [], waits: [], keepsSources: false, tls: false };

/** This project's program. */
export const locsyncTool = () => ({ ...DEFAULTS, ...TOOLS[0], ...TOOLS[0].find() });

/** The tools that can be started here; `skip` is called for the others. */
export function tools(skip) {
  return TOOLS.flatMap(({ find, ...tool }) => {
    if (tool.tls && !has('openssl')) {
      skip(`the work of ${tool.name}`, 'there is no openssl, which makes the certificate of its service');
      return [];
    }
    const found = find === undefined ? installed(tool.name) : find();
    if (found !== undefined) return [{ ...DEFAULTS, ...tool, ...found }];
    skip(`the work of ${tool.name}`, 'it could not be installed from the npm registry');
    return [];
  });
}

/** The least program that does a first pull: see minimal.mjs. */
export const MINIMAL = {
  ...DEFAULTS,
  name: 'a minimal program',
  script: fileURLToPath(new URL('minimal.mjs', import.meta.url)),
  version: '',
  setUp: () => undefined,
  env: (origin) => ({ ORIGIN: origin }),
  service: 'locsync',
  pull: [['pull']],
  push: [['push']],
};
