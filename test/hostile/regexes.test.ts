import { fork, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SEPARATOR } from '../../src/core/keys/key.js';
import { HASH_LENGTH } from '../../src/core/merge/hash.js';
import { findRegexes, type FoundRegex } from './find-regexes.js';
import { hostileInputs, type Input } from './inputs.js';

const ROOT = resolve(import.meta.dirname, '../..');
/** Milliseconds of processor time for 1 MB. */
const MOST_CPU = 1_000;
/** Milliseconds after which a text counts as endless, however busy the machine is. */
const MOST_WAIT = 30_000;

/** Patterns that depend on what they are given, with the worst of what that can be. */
const MADE: readonly FoundRegex[] = [
  // `lex.ts` takes a set of a glob such as `[a-z]`: one character of the name, whatever is in the
  // set.
  { place: 'core/patterns/lex.ts', source: '^[^/a-z0-9.]$', flags: '' },
  // Each character of the user's own token, as it is or percent-encoded.
  {
    place: 'adapters/tokens/redact.ts',
    source: String.raw`(?:t|%(?:25)*74)(?:%|%(?:25)*25)(?:2|%(?:25)*32)(?:5|%(?:25)*35)(?:%|%(?:25)*25)`,
    flags: 'g',
  },
  // The endings of the table of formats, and those of a name.
  {
    place: 'core/formats.ts',
    source: String.raw`(?:\.[jJ][sS][oO][nN]|\.[yY][mM][lL]|\.[yY][aA][mM][lL])$`,
    flags: '',
  },
  {
    place: 'core/config/path-rules.ts',
    source: String.raw`(?:\{(path|basename)\}|\.[jJ][sS][oO][nN]|\.[yY][mM][lL]|\.[yY][aA][mM][lL])$`,
    flags: '',
  },
  // The character between the parts of a key, and what marks a plural form.
  {
    place: 'core/check/plural-keys.ts',
    source: `(?<=^|[${SEPARATOR}_.])(?:zero|one|two|few|many|other)$`,
    flags: '',
  },
  { place: 'core/check/plural-keys.ts', source: `(?:_ordinal)?[${SEPARATOR}_.]$`, flags: '' },
  { place: 'core/merge/upload-entry.ts', source: `[\\w-]{${HASH_LENGTH}}`, flags: 'g' },
  // The paths of the endpoints, with the longest of them.
  { place: 'server/routes.ts', source: '^/api/v1/projects/([^/]+)/source_files/([^/]+)$', flags: '' },
  // Conflict markers of the longest size that is read.
  {
    place: 'core/text/conflict-markers.ts',
    source: String.raw`^([<|=>])\1{99}(?: |\r?\n?$)`,
    flags: '',
  },
];

const { found, unknown } = findRegexes(join(ROOT, 'src'));

interface Timed {
  readonly input?: Input;
  readonly length?: number;
  readonly taken: number;
}

let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGKILL');
});

/**
 * The largest processor time that one of the inputs takes, in milliseconds; endless if it does not
 * come back.
 */
async function measure({ source, flags }: FoundRegex): Promise<Timed> {
  child ??= fork(join(import.meta.dirname, 'runner.mjs'), { stdio: 'inherit' });
  const runner = child;
  const inputs = hostileInputs(source, flags);
  return new Promise((settle, reject) => {
    let doing: Timed = { taken: Infinity };
    const end = (timed: Timed): void => {
      clearTimeout(timer);
      runner.removeAllListeners();
      settle(timed);
    };
    const giveUp = (): void => {
      runner.kill('SIGKILL');
      child = undefined;
      end(doing);
    };
    const timer = setTimeout(giveUp, MOST_WAIT);
    runner.on('message', (message: { done?: Timed; slow?: Timed; doing?: Input; length?: number }) => {
      if (message.done) end(message.done);
      else if (message.slow) end({ ...message.slow, taken: Infinity });
      else if (message.doing) {
        doing = { input: message.doing, length: message.length ?? 0, taken: Infinity };
        timer.refresh();
      }
    });
    runner.once('exit', (code) => reject(new Error(`the runner ended with ${code} on /${source}/${flags}`)));
    runner.send({ source, flags, inputs });
  });
}

const shown = ({ input, length, taken }: Timed): string =>
  `${taken} ms for ${length} of ${JSON.stringify(input)}`;

describe('every regular expression of the sources takes linear time (M3)', () => {
  it('is found: literals, and those that RegExp makes', () => {
    expect(found.length).toBeGreaterThan(300);
    const made = MADE.map(({ place }) => place);
    expect(unknown.filter(({ file }) => !made.includes(file))).toEqual([]);
  });

  // What the attack of M3 found.
  it.each([
    '<title[^>]*>([^<]*)<',
    String.raw`\n+$`,
    '&#?\\w+;|<[^>]*>',
    String.raw`(?:\[(?:0|[1-9]\d*)\])+$`,
    String.raw`^\[|[\],\s]+$`,
    String.raw`\/+$`,
    String.raw`^(?:a+)+$`,
  ])('/%s/ would be found', async (source) => {
    const { taken } = await measure({ place: '', source, flags: '' });
    expect(taken).toBeGreaterThan(MOST_CPU);
  });

  const distinct = new Map([...found, ...MADE].map((one) => [`/${one.source}/${one.flags}`, one]));
  const fileOf = ({ place }: FoundRegex): string => place.split(':')[0] ?? '';
  const all = [...distinct.values()];
  const files = [...new Set(all.map(fileOf))];
  it.each(files.map((file) => ({ file, regexes: all.filter((one) => fileOf(one) === file) })))(
    '$file',
    async ({ regexes }) => {
      const slow: string[] = [];
      for (const regex of regexes) {
        const worst = await measure(regex);
        if (worst.taken > MOST_CPU) slow.push(`${regex.place} /${regex.source}/: ${shown(worst)}`);
      }
      expect(slow).toEqual([]);
    },
    600_000,
  );
});
