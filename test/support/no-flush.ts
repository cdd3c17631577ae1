import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// A flush matters if the machine loses power, which no test asks about in its own process. Flushes
// held up the workers for a tenth of their time. Processes that tests start do flush: those of
// failing disks (files/faults, e2e/disk) and of lost power (process/durability) are such. So does
// everything under LOCSYNC_TESTS=all.
if (process.env['LOCSYNC_TESTS'] !== 'all') {
  Object.assign(fs, { fsyncSync: () => undefined });
  syncBuiltinESMExports();
  const handle = await open(import.meta.filename);
  const proto: unknown = Object.getPrototypeOf(handle);
  Object.assign(proto as object, { sync: () => Promise.resolve() });
  await handle.close();
}
