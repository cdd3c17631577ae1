import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localServices } from '../../../src/adapters/local-service.js';
import { processInfo, type ProcessInfo } from '../../../src/adapters/process-info.js';

const TOKEN = 'loc_0123456789abcdef';

describe.skipIf(process.platform === 'win32')('M2 .locsync/service.json', () => {
  let root: string;
  let file: string;
  beforeEach(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'locsync-announced-')));
    file = join(root, '.locsync/service.json');
    const service = { url: 'http://127.0.0.1:4000', project: 'pro_1', token: TOKEN, tokenHash: '' };
    await localServices(processInfo).announce(root, service, TOKEN);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const found = async (seenBy: Partial<ProcessInfo> = {}, at = root): Promise<string | undefined> =>
    (await localServices({ ...processInfo, ...seenBy }).find(at))?.token;
  const change = (changes: Readonly<Record<string, unknown>>): void => {
    const data = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...data, ...changes }));
  };

  it('is believed as it was written', async () => {
    expect(await found()).toBe(TOKEN);
  });

  it('is not believed in a folder that others may write', async () => {
    chmodSync(join(root, '.locsync'), 0o777);
    expect(await found()).toBeUndefined();
  });

  it('is not believed if others may write the file', async () => {
    chmodSync(file, 0o666);
    expect(await found()).toBeUndefined();
  });

  it('is not believed if it belongs to another user', async () => {
    expect(await found({ uid: (processInfo.uid ?? 0) + 1 })).toBeUndefined();
  });

  it('is not believed as a link', async () => {
    renameSync(file, join(root, 'elsewhere.json'));
    symlinkSync('../elsewhere.json', file);
    expect(await found()).toBeUndefined();
  });

  it('is not believed once its process is gone, or is another user’s', async () => {
    expect(await found({ isOwnProcess: () => false })).toBeUndefined();
  });

  it('is not believed in another folder than the one that it was written for', async () => {
    change({ root: '/somewhere/else' });
    expect(await found()).toBeUndefined();
  });

  it.each(['http://192.0.2.1:4000', 'https://sim.example', 'http://127.0.0.1:4000/api'])(
    'is not believed with the address %s',
    async (url) => {
      change({ url });
      expect(await found()).toBeUndefined();
    },
  );

  it('is not believed with a token that is not the one of its hash', async () => {
    change({ token: 'loc_fedcba9876543210' });
    expect(await found()).toBeUndefined();
  });
});
