// Loaded before the program (`node --import`): a disk that misbehaves for the files of one folder.
// DISK is `rename l/b EXDEV`: that call fails there with that code; `write` and `sync` are those of
// the temporary file. `kill l/b 2` kills the program at the second rename there. `edit l/b/en.json`
// saves that file anew, as an editor would, when everything is written and only the rename is left.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

const [call, target, code] = (process.env.DISK ?? '').split(' ');
const folder = join(process.cwd(), call === 'edit' ? dirname(target) : target);
const { open, fsync, writeSync } = fs;
const { rename, rm } = fs.promises;
const fault = () => Object.assign(new Error(`${code}: by the hook`), { code });
/** The temporary files of that folder. */
const files = new Set();

fs.open = (path, ...rest) => {
  const callback = rest.pop();
  open(path, ...rest, (error, file) => {
    files.delete(file);
    if (!error && dirname(String(path)) === folder && String(path).endsWith('.tmp')) files.add(file);
    callback(error, file);
  });
};
fs.writeSync = (file, ...rest) => {
  if (call === 'write' && files.has(file)) throw fault();
  return writeSync(file, ...rest);
};
fs.fsync = (file, callback) => {
  if (call === 'sync' && files.has(file)) return callback(fault());
  fsync(file, (error) => {
    if (call === 'edit' && files.has(file)) fs.writeFileSync(join(process.cwd(), target), '{"k":"typed"}');
    callback(error);
  });
};
let renamed = 0;
let before = Promise.resolve();
fs.promises.rename = (from, to) => {
  const isHere = dirname(String(to)) === folder;
  if (call === 'rename' && isHere) return Promise.reject(fault());
  if (call !== 'kill' || !isHere) return rename(from, to);
  const isLast = (renamed += 1) === Number(code);
  return (before = before.then(() => (isLast ? process.kill(process.pid, 'SIGKILL') : rename(from, to))));
};
fs.promises.rm = (path, ...rest) =>
  call === 'rm' && dirname(String(path)) === folder && !String(path).endsWith('.tmp')
    ? Promise.reject(fault())
    : rm(path, ...rest);
syncBuiltinESMExports();
