import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One folder of compiled code for all processes that tests start: each home folder is new, so each
 * first run would compile the program anew and keep what it has compiled.
 */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'locsync-test-compiled') };
