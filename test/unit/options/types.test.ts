import { expectTypeOf, it } from 'vitest';
import type { pull, push } from '../../../src/library/sync.js';
import type {
  DiffOptions,
  PullOptions,
  PushOptions,
  ResolveOptions,
  RunOptions,
  StatusOptions,
} from '../../../src/library/options.js';
import type {
  AcceptOptions,
  CheckOptions,
  PseudoOptions,
  RenameOptions,
  UndoOptions,
} from '../../../src/library/folder-options.js';
import type { StartServiceOptions } from '../../../src/library/start-service.js';
import type { CommandName } from '../../../src/options/table.js';
import type { GlobalOptions, LibraryOptionOf, OptionsOf, Switches } from '../../../src/options/types.js';
import type { pull as pullCommand } from '../../../src/commands/pull.js';
import type { ReporterName } from '../../../src/reporters/index.js';

type Own<Options> = Exclude<keyof Options, keyof RunOptions>;
type LibraryOwn<Command extends CommandName> = Exclude<LibraryOptionOf<Command>, 'locale'>;

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

// A row of the table that the library does not describe fails here, and so does the reverse.
it('the library describes the options of the table, and no other', () => {
  expectTypeOf<Own<StatusOptions>>().toEqualTypeOf<LibraryOwn<'status'>>();
  expectTypeOf<Own<DiffOptions>>().toEqualTypeOf<LibraryOwn<'diff'>>();
  expectTypeOf<Own<PushOptions>>().toEqualTypeOf<LibraryOwn<'push'>>();
  expectTypeOf<Own<PullOptions>>().toEqualTypeOf<LibraryOwn<'pull'>>();
  expectTypeOf<Own<ResolveOptions>>().toEqualTypeOf<LibraryOwn<'resolve'>>();
  expectTypeOf<Own<CheckOptions>>().toEqualTypeOf<LibraryOwn<'check'>>();
  expectTypeOf<Own<AcceptOptions>>().toEqualTypeOf<LibraryOwn<'accept'>>();
  expectTypeOf<Own<RenameOptions>>().toEqualTypeOf<LibraryOwn<'mv'>>();
  expectTypeOf<Own<PseudoOptions>>().toEqualTypeOf<LibraryOwn<'pseudo'>>();
  expectTypeOf<Own<UndoOptions>>().toEqualTypeOf<LibraryOwn<'undo'>>();
  expectTypeOf<Exclude<keyof StartServiceOptions, 'project' | 'onTrace'>>().toEqualTypeOf<
    LibraryOptionOf<'serve'>
  >();
});

type Same<Options, Command extends CommandName> = {
  readonly [Name in LibraryOwn<Command> & keyof Options]: Exclude<Options[Name], undefined>;
};
type OfTable<Command extends CommandName> = {
  readonly [Name in LibraryOwn<Command> & keyof OptionsOf<Command>]: Exclude<
    OptionsOf<Command>[Name],
    undefined
  >;
};

it('and each has the type of its row', () => {
  expectTypeOf<Same<Required<PullOptions>, 'pull'>>().toEqualTypeOf<OfTable<'pull'>>();
  expectTypeOf<Same<Required<ResolveOptions>, 'resolve'>>().toEqualTypeOf<OfTable<'resolve'>>();
  expectTypeOf<Same<Required<CheckOptions>, 'check'>>().toEqualTypeOf<OfTable<'check'>>();
  expectTypeOf<Same<Required<AcceptOptions>, 'accept'>>().toEqualTypeOf<OfTable<'accept'>>();
  expectTypeOf<Same<Required<RenameOptions>, 'mv'>>().toEqualTypeOf<OfTable<'mv'>>();
  expectTypeOf<Same<Required<PseudoOptions>, 'pseudo'>>().toEqualTypeOf<OfTable<'pseudo'>>();
});
