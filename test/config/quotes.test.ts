import { describe, expect, it } from 'vitest';
import type { LocsyncError } from '../../src/core/errors/index.js';
import { fault, place } from './place.js';

const faultOf = (text: string): Promise<LocsyncError> => fault(place({ '.locsyncrc': text }));

describe('a pattern that YAML does not read as a text', () => {
  it.each([
    ['at the start of a list item', 'files:\n  - {locale}.json\n', '"{locale}.json"', 2],
    ['at the start of a path', 'files:\n  - path: {locale}/a.json\n', '"{locale}/a.json"', 2],
    ['in brackets', 'files: [{locale}.json]\n', '"{locale}.json"', 1],
    ['in brackets, further on', 'files: [locales/{locale}.json]\n', '"locales/{locale}.json"', 1],
    ['in brackets over lines', 'files: [\n  a.json,\n  {locale}/b.json,\n]\n', '"{locale}/b.json"', 3],
    [
      'one that begins with a star',
      'files:\n  - "{locale}.json"\n  - **/{locale}.yml\n',
      '"**/{locale}.yml"',
      3,
    ],
    ['a glob that begins with a star', 'ignore:\n  - *.json\n', '"*.json"', 2],
    ['a glob in brackets', 'ignore: [*.json]\n', '"*.json"', 1],
    ['a name', 'name: {dir}/{basename}\n', '"{dir}/{basename}"', 1],
    ['with a comment behind', 'files:\n  - {locale}.json # all\n', '"{locale}.json"', 2],
  ])('%s: the hint shows it in quotes', async (_, text, quoted, line) => {
    const error = await faultOf(text);
    expect(error).toMatchObject({ code: 'CONFIG_SYNTAX', exit: 2, place: { path: '.locsyncrc', line } });
    expect(error.hint).toBe(`a text that begins with { or *, or is in [ ], needs quotes: ${quoted}`);
  });

  it('conflict markers of git are named, with their line', async () => {
    const markers = 'project: x\n<<<<<<< ours\nlock: a\n=======\nlock: b\n>>>>>>> theirs\n';
    for (const text of [markers, `{${markers}}`])
      expect(await faultOf(text)).toMatchObject({
        code: 'CONFIG_SYNTAX',
        message: expect.stringContaining('it holds conflict markers of git') as string,
        place: { path: '.locsyncrc', line: 2, column: 1 },
        hint: 'resolve them',
      });
  });

  it('a list that is only a text', async () => {
    const error = await faultOf('files: locales/{locale}.json\n');
    expect(error).toMatchObject({
      code: 'CONFIG_WRONG_TYPE',
      hint: 'write it as a list: ["locales/{locale}.json"]',
    });
  });

  it('a template that is read as a mapping', async () => {
    const error = await faultOf('name: {basename}\n');
    expect(error).toMatchObject({ code: 'CONFIG_WRONG_TYPE', hint: 'quote it: "{basename}"' });
  });

  it.each([
    ['another fault beside a quoted pattern', 'files: ["{locale}.json" "b.json"]\n'],
    ['another fault on another line', 'files:\n  - locales/{locale}.json\nname: "x\n'],
    ['an alias that is none of these', 'project: &a x\nname: *a\n'],
    ['a mapping that is not a placeholder', 'name: {a: b}\n'],
  ])('%s gets no such hint', async (_, text) => {
    expect((await faultOf(text)).hint ?? '').not.toContain('quote');
  });
});
