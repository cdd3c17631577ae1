import { expect, it } from 'vitest';
import type { Files } from '../../../../src/ports/files.js';
import type { Host } from '../../../../src/ports/host.js';
import type { MemoryFile } from '../../../../src/ports/memory-file.js';
import type { Service } from '../../../../src/ports/service.js';
import { readOnly } from '../../../../src/sync/load/read-only.js';

/** A world that notes what is called. */
function noting(): { readonly host: Host; readonly calls: string[] } {
  const calls: string[] = [];
  const all = (name: string): unknown =>
    new Proxy(
      {},
      {
        get: (_, method) =>
          method === 'root'
            ? '/project'
            : (): Promise<undefined> => {
                calls.push(`${name}.${String(method)}`);
                return Promise.resolve(undefined);
              },
      },
    );
  const memory = (name: string): MemoryFile => ({
    read: () => 'kept',
    write: () => Promise.resolve(void calls.push(`${name}.write`)),
    append: () => Promise.resolve(void calls.push(`${name}.append`)),
  });
  const host: Partial<Host> = {
    files: () => all('files') as Files,
    service: (_connection, _notices, cache) => {
      calls.push(`service of ${cache?.writable === true ? 'a' : 'no'} writable cache`);
      // A promise would take a proxy for another promise.
      return Promise.resolve(writes as Service);
    },
    replaced: () => memory('replaced'),
    uploads: () => memory('uploads'),
  };
  const writes: Partial<Service> = {
    createEvent: () => Promise.resolve({ id: String(calls.push('createEvent')), kind: '' }),
    upload: () => Promise.resolve(void calls.push('upload')),
  };
  return { host: host as Host, calls };
}

it('a dry run cannot write: each method that would throws, and none is called', async () => {
  const { host, calls } = noting();
  const world = readOnly(host);
  const files = world.files('/project');
  const target = {
    baseUrl: new URL('http://x.test'),
    project: '',
    token: '',
    concurrency: 1,
    timeout: 1,
    retries: 0,
  };
  const service = await world.service(target, { notify: () => undefined }, { root: '/', writable: true });
  const event = { id: '1', kind: '' };
  const plan = () => Promise.resolve(undefined);
  const writes: (() => Promise<unknown>)[] = [
    () => files.write('a.json', '{}', undefined),
    () => files.writeParts('a.json', () => [], undefined),
    () => world.replaced('/').write('{}'),
    () => world.uploads('/').write('{}'),
    () => world.uploads('/').append('{}'),
    () => service.createEvent(),
    () => service.upload({ filename: 'a.json', event, reads: 1, plan }),
  ];
  for (const write of writes) await expect(write()).rejects.toThrow('was about to write');
  await (
    await files.runLock()
  )();
  expect(world.replaced('/').read()).toBe('kept');
  expect(world.uploads('/').read()).toBe('kept');
  await files.read('a.json');
  expect(calls).toEqual(['service of no writable cache', 'files.read']);
});
