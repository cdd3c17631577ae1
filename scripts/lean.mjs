// Parts of libraries that no run reaches are replaced when the program is bundled, so that they are
// neither loaded nor shipped. What is replaced says so when it is called after all.
import { join } from 'node:path';

const missing = (names) => `
  const missing = (name) => () => { throw new Error(name + ' is not part of locsync'); };
  module.exports = { ${names.map((name) => `${name}: missing('${name}')`).join(', ')} };`;

const STAND_INS = [
  {
    // undici's index loads fetch, WebSocket, caches and mocks with it: two thirds of its code,
    // and 50 to 140 ms of processor time (of 270 to 330) and 8 to 9 MB of `locales`.
    name: 'undici.mjs',
    is: (id) => id === 'undici',
    code: `
      import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
      import connect from 'undici/lib/api/api-connect.js';
      import Agent from 'undici/lib/dispatcher/agent.js';
      import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
      // With which a proxy's tunnel is opened.
      Dispatcher.prototype.connect = connect;
      export { Agent, EnvHttpProxyAgent };`,
  },
  {
    // Whether to colour is decided in src/adapters/terminal/terminal.ts; chalk's own detection
    // reads the environment and the terminal again.
    name: 'supports-color.mjs',
    is: (id, importer) => id === '#supports-color' && /chalk.source/.test(importer),
    code: 'export default { stdout: false, stderr: false };',
  },
  {
    // HTTP/2 is never offered (src/http/transport.ts), and node:http2 brings TLS along: 12 to 16 ms
    // of processor time and 3 MB of `locales` on Node 22 and 24.
    name: 'client-h2.cjs',
    is: (id, importer) => id === './client-h2.js' && /undici.lib.dispatcher/.test(importer),
    code: `
      const refuse = () => { throw new Error('HTTP/2 is not part of locsync'); };
      module.exports = refuse;`,
  },
  {
    // Bodies are texts. No faster, but 47 KB less to ship.
    name: 'form-data.cjs',
    is: (id, importer) => id === '../web/fetch/body.js' && /undici.lib.dispatcher/.test(importer),
    code: missing(['extractBody']),
  },
  {
    // cosmiconfig's own loaders run code, and bring a second YAML parser and Babel along. locsync
    // gives it loaders of its own for every ending.
    name: 'loaders.cjs',
    is: (id, importer) => id === './loaders' && /cosmiconfig.dist.defaults\.js$/.test(importer),
    code: missing(['loadJs', 'loadJsSync', 'loadJson', 'loadTs', 'loadTsSync', 'loadYaml']),
  },
  {
    // commander starts programs for subcommands that are files of their own; locsync has none.
    name: 'child-process.cjs',
    is: (id, importer) => id === 'node:child_process' && /commander.lib/.test(importer),
    code: missing(['spawn']),
  },
];

/**
 * Places of libraries that are changed when the program is bundled, each of which must be there
 * exactly once.
 */
const EDITS = [
  {
    // A client must be able to read 1xx answers that it did not ask for (RFC 9110, section 15.2).
    // undici reads all of them but this one, for which it closes the connection: a gateway that
    // sends it would let no request through.
    name: 'client-h1.js',
    is: (id) => /undici.lib.dispatcher.client-h1\.js$/.test(id),
    from: /if \(statusCode === 100\) \{\s+util\.destroy\([^\n]+\n\s+return -1\s+\}/g,
    to: '',
  },
  {
    // The own file of SQLite is shipped compressed: 0.5 MB of 1.3 MB. Only `serve` reads it, 10 ms
    // later.
    name: 'node-sqlite3-wasm.js',
    is: (id) => /node-sqlite3-wasm.dist.node-sqlite3-wasm\.js$/.test(id),
    from: /var ret=fs\.readFileSync\(filename\);return ret/g,
    to: 'return require("node:zlib").gunzipSync(fs.readFileSync(filename+".gz"))',
  },
];

/**
 * A plugin of the bundler that puts the stand-ins in place. `used` collects their names, so that a
 * build notices one that no longer fits.
 */
export function lean(root, used) {
  const prefix = join(root, 'lean-');
  return {
    name: 'lean',
    resolveId: (id, importer) => {
      const found = STAND_INS.find((one) => one.is(id, importer ?? ''));
      if (!found) return undefined;
      used.add(found.name);
      // Inside the project, so that what a stand-in imports is found.
      return `${prefix}${found.name}`;
    },
    load: (id) => STAND_INS.find(({ name }) => id === `${prefix}${name}`)?.code,
    transform: (code, id) => {
      const edit = EDITS.find((one) => one.is(id));
      if (!edit || code.match(edit.from)?.length !== 1) return undefined;
      used.add(edit.name);
      return { code: code.replace(edit.from, edit.to) };
    },
  };
}

/** Throws if a library has changed so that a stand-in found no place. */
export function assertAllUsed(used) {
  const idle = [...STAND_INS, ...EDITS].filter(({ name }) => !used.has(name)).map(({ name }) => name);
  if (idle.length > 0)
    throw new Error(`no place was found for these stand-ins of lean.mjs: ${idle.join(', ')}`);
}
