import { expectTypeOf, it } from 'vitest';
import type { pull, push } from '../../../src/library/sync.js';
import type { PullOptions, PushOptions, RunOptions, StatusOptions } from '../../../src/library/options.js';
import type { GlobalOptions, OptionsOf, Switches, SwitchOf } from '../../../src/options/types.js';
import type { pull as pullCommand } from '../../../src/commands/pull.js';
import type { ReporterName } from '../../../src/reporters/index.js';

type Own<Options> = Exclude<keyof Options, keyof RunOptions>;

it('the table gives each option its name and its type', () => {
  type Pull = OptionsOf<'pull'>;
  expectTypeOf<Pull['allowShrink']>().toEqualTypeOf<boolean>();
  expectTypeOf<Pull['interval']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Pull['locale']>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<Pull['baseUrl']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<GlobalOptions['color']>().toEqualTypeOf<boolean>();
  expectTypeOf<GlobalOptions['reporter']>().toEqualTypeOf<ReporterName | undefined>();
  expectTypeOf<OptionsOf<'serve'>['port']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<OptionsOf<'serve'>['behave']>().toEqualTypeOf<readonly string[]>();
});

it('an option that the command does not have, or of another spelling, does not compile', () => {
  const read = (options: OptionsOf<'pull'>): unknown => [
    // @ts-expect-error It is spelled allowShrink.
    options.allowshrink,
    // @ts-expect-error push has it, pull has not.
    options.all,
  ];
  const command = (options: Parameters<typeof pullCommand>[1]): unknown =>
    // @ts-expect-error The library's pull has no --watch.
    options.watch;
  const call = (run: typeof pull, other: typeof push, project: Parameters<typeof pull>[0]): unknown => [
    // @ts-expect-error It is spelled dryRun.
    run(project, { dryrun: true }),
    // @ts-expect-error pull has it, push has not.
    other(project, { prune: true }),
  ];
  const all = (): Switches<'push'> => {
    // @ts-expect-error `strict` is left out.
    return { dryRun: false, force: false, all: false };
  };
  expectTypeOf([read, command, call, all]).not.toBeAny();
});

// A row of the table that library/options.ts does not describe fails here, and so does the reverse.
it('the library describes the switches of the table, and no other', () => {
  expectTypeOf<Own<StatusOptions>>().toEqualTypeOf<SwitchOf<'status'> | 'check'>();
  expectTypeOf<Own<PushOptions>>().toEqualTypeOf<SwitchOf<'push'>>();
  expectTypeOf<Own<PullOptions>>().toEqualTypeOf<SwitchOf<'pull'> | 'minTranslated'>();
});
