// Loaded before the program (`node --import`): a disk that misbehaves for the files of one folder.
// DISK is `rename l/b EXDEV`: that call fails there with that code; `write` and `sync` are those of
// the temporary file. `edit l/b/en.json` saves that file anew, as an editor would, when everything
// is written and only the rename is left.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';

const [call, target, code] = (process.env.DISK ?? '').split(' ');
const folder = join(process.cwd(), call === 'edit' ? dirname(target) : target);
const { open, rename } = fs.promises;
const broken = () => Promise.reject(Object.assign(new Error(`${code}: by the hook`), { code }));

fs.promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (dirname(String(path)) !== folder || !String(path).endsWith('.tmp')) return handle;
  if (call === 'write') handle.writeFile = broken;
  if (call === 'sync') handle.sync = broken;
  if (call === 'edit') {
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      fs.writeFileSync(join(process.cwd(), target), '{"k":"typed"}');
    };
  }
  return handle;
};
fs.promises.rename = (from, to) =>
  call === 'rename' && dirname(String(to)) === folder ? broken() : rename(from, to);
syncBuiltinESMExports();
