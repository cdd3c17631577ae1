// Loaded before the program (`node --import`): counts its file-system calls of the writing kind and
// its requests, and kills the process with SIGKILL at the one that KILL says: `before:fs:7`,
// `after:fs:7`, `half:fs:7` (half of a file's bytes are written), `before:http:2` (nothing sent),
// `sent:http:2` (sent, no answer read), `after:http:2` (the answer has arrived). With TERM instead
// of KILL a SIGTERM is sent there, with INT a SIGINT. POINTS names a file to which each call is
// noted.
import diagnostics from 'node:diagnostics_channel';
import fs, { appendFileSync, constants } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const signal = process.env.TERM_AT ? 'SIGTERM' : process.env.INT_AT ? 'SIGINT' : 'SIGKILL';
const wanted = process.env.KILL_AT ?? process.env.TERM_AT ?? process.env.INT_AT;
const log = process.env.POINTS;
const counts = { fs: 0, http: 0 };
const note = appendFileSync;
const pid = process.pid;

const at = (when, kind, n) => {
  if (wanted === `${when}:${kind}:${n}`) process.kill(pid, signal);
};
const next = (kind, name) => {
  const n = ++counts[kind];
  if (log) note(log, `${kind} ${n} ${name}\n`);
  at('before', kind, n);
  return n;
};

const writes = (flags) =>
  typeof flags === 'number'
    ? (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
    : /[wax+]/.test(flags ?? '');
// Renames take place one after the other, so that a kill after the first leaves the others undone.
let renames = Promise.resolve();
const wrap = (object, name, counts = () => true) => {
  const original = object[name];
  object[name] = async function (...args) {
    if (!counts(args)) return original.apply(this, args);
    const n = next('fs', name);
    if (name === 'writeFile' && wanted === `half:fs:${n}`) {
      const bytes = Buffer.from(args[0]);
      await original.call(this, bytes.subarray(0, Math.ceil(bytes.length / 2)));
      at('half', 'fs', n);
    }
    const call = async () => {
      const result = await original.apply(this, args);
      at('after', 'fs', n);
      return result;
    };
    if (name !== 'rename') return call();
    const renamed = renames.then(call);
    renames = renamed.catch(() => undefined);
    return renamed;
  };
};

const handle = await fs.promises.open('/dev/null', 'r');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ['writeFile', 'sync', 'chmod', 'chown', 'truncate']) wrap(prototype, name);
for (const name of ['rename', 'rm', 'rmdir', 'mkdir', 'link', 'unlink', 'symlink', 'copyFile', 'chmod'])
  wrap(fs.promises, name);
wrap(fs.promises, 'open', ([, flags]) => writes(flags));

/** The same for functions that call back; `files` are the files that were opened to be written. */
const files = new Set();
const wrapCallback = (name, counts, ended) => {
  const original = fs[name];
  const wrapped = (...args) => {
    if (!counts(args)) return original(...args);
    const n = next('fs', name);
    const callback = args.pop();
    return original(...args, (error, result) => {
      if (!error) ended?.(result);
      at('after', 'fs', n);
      callback(error, result);
    });
  };
  fs[name] = wrapped;
};
wrapCallback(
  'open',
  ([, flags]) => writes(flags),
  (file) => files.add(file),
);
wrapCallback('fsync', ([file]) => files.has(file));
for (const name of ['writeSync', 'fchmodSync', 'fchownSync', 'closeSync']) {
  const original = fs[name];
  fs[name] = (file, ...args) => {
    if (!files.has(file)) return original(file, ...args);
    if (name === 'closeSync') {
      files.delete(file);
      return original(file);
    }
    const n = next('fs', name);
    if (name === 'writeSync' && wanted === `half:fs:${n}`) {
      original(file, args[0].subarray(0, Math.ceil(args[0].length / 2)));
      at('half', 'fs', n);
    }
    const result = original(file, ...args);
    at('after', 'fs', n);
    return result;
  };
}
syncBuiltinESMExports();

const requests = new WeakMap();
diagnostics.subscribe('undici:request:create', ({ request }) => {
  requests.set(request, next('http', `${request.method} ${request.path}`));
});
diagnostics.subscribe('undici:request:bodySent', ({ request }) => at('sent', 'http', requests.get(request)));
diagnostics.subscribe('undici:client:sendHeaders', ({ request }) => {
  if (request.body === null) at('sent', 'http', requests.get(request));
});
diagnostics.subscribe('undici:request:trailers', ({ request }) => at('after', 'http', requests.get(request)));
