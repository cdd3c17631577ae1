import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionName } from '../../src/core/lock/base.js';
import { FakeService } from '../support/fake-service.js';
import { Session } from '../support/session.js';
import { runInProcess } from '../support/in-process.js';

async function synced() {
  const s = await Session.scripted({ config: { files: ['l/{locale}.json'] }, separate: true });
  const book = new FakeService(s.service.script);
  s.file('l/en.json', '{"k":"old"}');
  book.set('en', { k: 'old' });
  (await s.run('push')).code(0);
  return { s, book };
}

describe('a lock larger than any locale file may be', () => {
  it('is read, and replaced by the next run', async () => {
    const { s, book } = await synced();
    const lock = join(s.folder, 'locsync.lock');
    const line = (n: number): string =>
      `      "some_group_of_the_application.another_group.key_${n}": "AAAAAAAAAAA"`;
    // Of a file that this run says nothing about.
    const lines = Array.from({ length: 900_000 }, (_, n) => line(n)).sort();
    const section = `    "${sectionName('m/en.json', undefined)}": {\n${lines.join(',\n')}\n    }`;
    s.file('locsync.lock', s.text('locsync.lock').replace('\n    }\n  }', `\n    },\n${section}\n  }`));
    expect(statSync(lock).size).toBeGreaterThan(64 * 1024 * 1024);
    (await s.run('status --check')).code(0).emptyStderr();

    s.file('l/en.json', '{"k":"new"}');
    const before = readFileSync(lock);
    (await s.run('push')).code(0).emptyStderr();
    expect(book.texts('en')).toEqual({ k: 'new' });
    const after = readFileSync(lock);
    // Of both the same but for one hash.
    expect(after.length).toBe(before.length);
    expect(after.equals(before)).toBe(false);
    (await s.run('status --check')).code(0).emptyStderr();
  });

  it('would it be too large to be read again, it is not written, and that is said', async () => {
    const { s, book } = await synced();
    const before = s.text('locsync.lock');
    book.set('en', { k: 'old', more: 'M' });
    const { url, project, token } = s.service;
    const env = { LOCSYNC_BASE_URL: url, LOCSYNC_PROJECT: project, LOCSYNC_TOKEN: token };
    const pull = await runInProcess(s.folder, ['pull', '--json'], { env, partsLimit: before.length });
    expect(pull.exitCode, pull.story).toBe(5);
    expect(pull.out).toContain('BASE_NOT_WRITTEN');
    expect(pull.out).toContain(`larger than the limit of ${before.length} bytes`);
    // What it speaks of is done.
    expect(JSON.parse(s.text('l/en.json'))).toEqual({ k: 'old', more: 'M' });
    expect(s.text('locsync.lock')).toBe(before);
    (await s.run('pull')).code(0);
    expect(s.text('locsync.lock')).toContain('"more"');
  });
});
