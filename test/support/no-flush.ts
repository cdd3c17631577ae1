import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// A flush matters if the machine loses power, which no test of this process asks about, and many
// tests waited for the disk half of their time. Processes of the built program flush: the tests of
// failing disks and of lost power (files/faults, process/durability) start those. So does
// everything under LOCSYNC_TESTS=all.
if (process.env['LOCSYNC_TESTS'] !== 'all') {
  Object.assign(fs, { fsyncSync: () => undefined });
  syncBuiltinESMExports();
  const handle = await open(import.meta.filename);
  const proto: unknown = Object.getPrototypeOf(handle);
  Object.assign(proto as object, { sync: () => Promise.resolve() });
  await handle.close();
}
