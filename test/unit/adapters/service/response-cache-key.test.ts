import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { responseCacheKey } from '../../../../src/adapters/service/response-cache.js';
import { ResponseCacheFile } from '../../../../src/adapters/service/response-cache-file.js';
import type { Connection } from '../../../../src/ports/service.js';

const connection: Connection = {
  baseUrl: new URL('https://a.example'),
  project: 'pro_1',
  token: 'tok_0123456789',
  timeout: 1,
  retries: 0,
  concurrency: 1,
};

describe.skipIf(process.platform === 'win32')(
  'kept answers are believed with the user’s own key only (L2)',
  () => {
    let home: string;
    beforeEach(() => {
      home = realpathSync(mkdtempSync(join(tmpdir(), 'locsync-key-')));
      mkdirSync(join(home, '.locsync'));
    });
    afterEach(() => rmSync(home, { recursive: true, force: true }));
    const keyOf = (make = false, more: Partial<Connection> = {}): Buffer | undefined =>
      responseCacheKey({ ...connection, ...more }, { HOME: home }, make);
    const path = (): string => join(home, '.cache/locsync/answers.key');

    const keep = async (key: Buffer | undefined): Promise<void> => {
      const file = new ResponseCacheFile(home, key, process.pid);
      file.keep('GET /x', { etag: '"1"', type: 'application/json' }, Buffer.from('FORGED'));
      await file.close(new Set());
    };
    const found = async (key: Buffer | undefined): Promise<string | undefined> => {
      const file = new ResponseCacheFile(home, key, process.pid);
      const kept = file.find('GET /x');
      const body = kept && file.body(kept);
      await file.close(new Set());
      return body && Buffer.from(body).toString();
    };

    it('made once, for this user alone; another token, project or service has another one', () => {
      expect(keyOf()).toBeUndefined();
      const key = keyOf(true);
      expect(key).toHaveLength(32);
      expect(statSync(path()).mode & 0o777).toBe(0o600);
      expect(keyOf()).toEqual(key);
      expect(keyOf(false, { token: 'tok_other' })).not.toEqual(key);
      expect(keyOf(false, { project: 'pro_2' })).not.toEqual(key);
      expect(keyOf(false, { baseUrl: new URL('https://b.example') })).not.toEqual(key);
    });

    it.each([0o640, 0o604, 0o666])('none if others may read or write it (%o)', (mode) => {
      keyOf(true);
      chmodSync(path(), mode);
      expect(keyOf(true)).toBeUndefined();
    });

    it.each(['', 'x'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])(
      'none if the file is not a key (%#)',
      (text) => {
        keyOf(true);
        writeFileSync(path(), text);
        expect(keyOf(true)).toBeUndefined();
      },
    );

    it.runIf(process.getuid?.() === 0)('none if it is another user’s', async () => {
      keyOf(true);
      const { chownSync } = await import('node:fs');
      chownSync(path(), 12_345, 12_345);
      expect(keyOf(true)).toBeUndefined();
    });

    it('a file that was written with another key, or none, is not read', async () => {
      const key = keyOf(true);
      await keep(Buffer.alloc(32, 7));
      expect(await found(key)).toBeUndefined();
      expect(await found(undefined)).toBeUndefined();
      await keep(key);
      expect(await found(key)).toBe('FORGED');
      expect(await found(keyOf(false, { token: 'tok_other' }))).toBeUndefined();
    });
  },
);
