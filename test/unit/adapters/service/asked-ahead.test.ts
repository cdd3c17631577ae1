import { expect, it } from 'vitest';
import { AskedAhead } from '../../../../src/adapters/service/all-languages/asked-ahead.js';
import type { JsonAnswer } from '../../../../src/adapters/service/json-answer.js';
import type { SourceFile } from '../../../../src/ports/service.js';

const sourceFile = (id: number): SourceFile => ({ id: `fil_${id}`, name: `${id}.json`, keys: 1 });
const never = new Promise<JsonAnswer>(() => undefined);

it.each([
  [2, 1],
  [3, 2],
  [8, 4],
  [20, 10],
  [100, 12],
])(
  'BD-30 in a project of %i languages %i source files are asked for ahead, each at once',
  (languages, most) => {
    const asked: string[] = [];
    const ahead = new AskedAhead(({ id }) => {
      asked.push(id);
      return never;
    });
    const begun = Array.from({ length: 20 }, (_, id) => ahead.begin(sourceFile(id), languages));
    expect(begun.filter((answer) => answer !== undefined)).toHaveLength(most);
    expect(asked).toEqual(Array.from({ length: most }, (_, id) => `fil_${id}`));
  },
);
