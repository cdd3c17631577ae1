import { isUtf8 } from 'node:buffer';
import { readFile, readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodableLength } from '../../src/adapters/files/decode.js';
import { EXIT } from '../../src/core/errors/exit.js';
import type { Files, ContentHash } from '../../src/ports/files.js';
import { fault, project } from './support.js';
import { runs } from '../support/runs.js';

const MB = 1024 * 1024;

async function partsOf(
  files: Files,
  path: string,
): Promise<{ parts: string[]; stamp: ContentHash | undefined }> {
  const parts: string[] = [];
  const stamp = await files.readParts(path, (part) => void parts.push(part));
  return { parts, stamp };
}

describe('reading in parts', () => {
  it.each([
    ['a small file', '{}\n'],
    ['an empty one', ''],
    ['a byte-order mark and CRLF', '\ufeff{\r\n}\r\n'],
    ['lines of some MiB', 'ü'.repeat(99).concat('\n').repeat(15_000)],
    ['one MiB to the byte', 'x'.repeat(MB)],
    ['lines longer than a part', `${'€'.repeat(MB)}\n${'a😀'.repeat(MB / 2)}\nend`],
  ])('gives what reading at once gives: %s', async (_, text) => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.lock'), text);
    const { parts, stamp } = await partsOf(files, 'a.lock');
    expect(parts.join('') === text).toBe(true);
    expect(stamp).toBe((await files.read('a.lock'))?.contentHash);
  });

  it('cuts after ends of lines, and holds little at a time', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.lock'), `${'x'.repeat(70)}\n`.repeat(100_000));
    const { parts } = await partsOf(files, 'a.lock');
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.every((part) => part.endsWith('\n') && part.length <= MB)).toBe(true);
  });

  it('gives nothing if there is no file', async () => {
    const { files } = await project();
    expect(await partsOf(files, 'none.lock')).toEqual({ parts: [], stamp: undefined });
    expect(await partsOf(files, 'no/folder.lock')).toEqual({ parts: [], stamp: undefined });
  });

  it.each([
    ['in a later part', Buffer.concat([Buffer.alloc(2 * MB + 7, 'line\n'), Buffer.from([0xe9])]), 2 * MB + 7],
    [
      'an unfinished one at a cut',
      Buffer.concat([Buffer.alloc(MB - 1, 'x'), Buffer.from('é').subarray(0, 1)]),
      MB - 1,
    ],
    ['broken at a cut', Buffer.concat([Buffer.alloc(MB - 1, 'x'), Buffer.from([0xe2, 0x41])]), MB - 1],
    [
      'too many behind one',
      Buffer.concat([Buffer.alloc(MB - 3, 'x'), Buffer.from('é'), Buffer.alloc(9, 0x80)]),
      MB - 1,
    ],
  ])('names bad UTF-8 with its byte in the file: %s', async (_, bytes, byte) => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.lock'), bytes);
    const error = await fault(partsOf(files, 'a.lock'));
    expect(error).toMatchObject({ code: 'FILE_NOT_UTF8', place: { path: 'a.lock' } });
    expect(error.message).toContain(`at byte ${byte}`);
    expect((await fault(files.read('a.lock'))).message).toBe(error.message);
  });

  it('names another encoding, and takes bytes like its mark for nothing further on', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.lock'), Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    expect((await fault(partsOf(files, 'a.lock'))).code).toBe('FILE_ENCODING');
    await writeFile(
      join(root, 'b.lock'),
      Buffer.concat([Buffer.alloc(MB, 'x\n'), Buffer.from([0xff, 0xfe])]),
    );
    expect((await fault(partsOf(files, 'b.lock'))).code).toBe('FILE_NOT_UTF8');
  });

  it('what can be decoded is all but the character at the end, or all whole lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n') }), fc.nat(), (text, at) => {
        const bytes = Buffer.from(text);
        const cut = bytes.subarray(0, at % (bytes.length + 1));
        const length = decodableLength(cut);
        expect(isUtf8(cut.subarray(0, length))).toBe(true);
        const lines = cut.lastIndexOf(10) + 1;
        if (lines > 0) expect(length).toBe(lines);
        else expect(cut.length - length).toBeLessThan(4);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('a file that is too large to be read at once', () => {
  it('is read in parts and replaced, where no locale file may be as large', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.lock'), '');
    await truncate(join(root, 'a.lock'), 65 * MB);
    expect((await fault(files.read('a.lock'))).code).toBe('FILE_TOO_LARGE');
    let length = 0;
    const stamp = await files.readParts('a.lock', (part) => void (length += part.length));
    expect(length).toBe(65 * MB);
    await files.writeParts('a.lock', () => ['small', 'er\n'], stamp);
    expect(await readFile(join(root, 'a.lock'), 'utf8')).toBe('smaller\n');
  });

  it('has a limit too, in reading and in writing; what was there stays', async () => {
    const { root, files } = await project({ partsLimit: 100, sizeLimit: 50 });
    const path = join(root, 'a.lock');
    await writeFile(path, 'x'.repeat(101));
    expect(await fault(partsOf(files, 'a.lock'))).toMatchObject({ code: 'FILE_TOO_LARGE', exit: EXIT.local });
    await writeFile(path, 'x'.repeat(100));
    const { stamp } = await partsOf(files, 'a.lock');
    const large = (): string[] => ['ü'.repeat(40), 'y'.repeat(21)];
    const error = await fault(files.writeParts('a.lock', large, stamp));
    expect(error).toMatchObject({ code: 'FILE_UNWRITABLE', exit: EXIT.local, place: { path: 'a.lock' } });
    expect(error.message).toContain('larger than the limit of 100 bytes');
    expect((await fault(files.write('b.json', 'y'.repeat(51), undefined))).code).toBe('FILE_UNWRITABLE');
    expect(await readFile(path, 'utf8')).toBe('x'.repeat(100));
    expect(await readdir(root)).toEqual(['a.lock']);
    await files.writeParts('a.lock', () => ['ü'.repeat(40), 'y'.repeat(20)], stamp);
    expect(await readFile(path, 'utf8')).toBe('ü'.repeat(40) + 'y'.repeat(20));
  });
});

describe('writing in parts', () => {
  it('puts them one after another, few or many', async () => {
    const { root, files } = await project();
    const parts = Array.from({ length: 30_000 }, (_, i) => `${i} ${'ä'.repeat(50)}\n`);
    await files.writeParts('a.lock', () => parts, undefined);
    expect((await readFile(join(root, 'a.lock'), 'utf8')) === parts.join('')).toBe(true);
    await files.writeParts('empty.lock', () => [], undefined);
    expect(await readFile(join(root, 'empty.lock'), 'utf8')).toBe('');
  });

  it('leaves a file alone that changed since it was read', async () => {
    const { root, files } = await project();
    await writeFile(join(root, 'a.lock'), 'a');
    const { stamp } = await partsOf(files, 'a.lock');
    await writeFile(join(root, 'a.lock'), 'edited');
    expect((await fault(files.writeParts('a.lock', () => ['b'], stamp))).code).toBe('FILE_CHANGED');
    expect(await readFile(join(root, 'a.lock'), 'utf8')).toBe('edited');
  });

  it('writes nothing if the text is there already: neither the time nor the file is another', async () => {
    const { root, files } = await project();
    const path = join(root, 'a.json');
    await writeFile(path, 'same\n');
    await utimes(path, 1000, 1000);
    const before = await stat(path);
    const stamp = (await files.read('a.json'))?.contentHash;
    await files.write('a.json', 'same\n', stamp);
    await files.writeParts('a.json', () => ['sa', 'me\n'], stamp);
    const after = await stat(path);
    expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino]);
    await files.writeParts('a.json', () => ['same\n', '!'], stamp);
    expect((await stat(path)).mtimeMs).not.toBe(before.mtimeMs);
    // Also then it has to be what was read.
    expect((await fault(files.write('a.json', 'same\n', stamp))).code).toBe('FILE_CHANGED');
  });
});
