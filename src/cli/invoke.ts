import { LocsyncError } from '../core/errors/index.js';
import type { Report } from '../core/report/report.js';
import { checkedLocales, type Invocation } from '../options/read.js';
import type { Host } from '../ports/host.js';

/** Carries out a command, whose code is loaded only here; undefined if it prints by itself. */
export async function invoke(invocation: Invocation, host: Host): Promise<Report | undefined> {
  const { command, options, args } = invocation;
  switch (command) {
    case 'init':
      return (await import('../commands/init/init.js')).init(host, options);
    case 'login':
      return (await import('../commands/login.js')).login(host, options);
    case 'logout':
      return (await import('../commands/logout.js')).logout(host, options);
    case 'completion': {
      const { completion } = await import('./completion.js');
      host.terminal.out.write(await completion(host, args[0] ?? '', options.config));
      return undefined;
    }
    case 'locales':
      return (await import('../commands/locales.js')).locales(host, options);
    case 'status':
      return (await import('../commands/status.js')).status(host, onPaths(options, args));
    case 'diff':
      return (await import('../commands/diff.js')).diff(host, onPaths(options, args));
    case 'check':
      return (await import('../commands/check.js')).check(host, onPaths(options, args));
    case 'accept':
      return (await import('../commands/accept.js')).accept(host, onPaths(options, args));
    case 'push':
      if (options.plan !== undefined) return plan(host, command, onPaths(options, args), options.plan);
      return (await import('../commands/push.js')).push(host, onPaths(options, args));
    case 'pull':
      if (options.plan !== undefined) return plan(host, command, onPaths(options, args), options.plan);
      return (await import('../commands/pull.js')).pull(host, onPaths(options, args));
    case 'apply':
      return (await import('../commands/plan.js')).apply(host, options, args[0] ?? '');
    case 'resolve': {
      const [{ resolve }, { conflictCard }, { inkFor }] = await Promise.all([
        import('../commands/resolve/resolve.js'),
        import('../reporters/human/conflict.js'),
        import('../reporters/ink.js'),
      ]);
      // The questions are on stderr, and so are the conflicts.
      const { err } = host.terminal;
      const ink = inkFor({ color: err.color && options.color });
      return resolve(host, onPaths(options, args), (card) => err.write(conflictCard(card, err.columns, ink)));
    }
    case 'undo':
      return (await import('../commands/undo.js')).undo(host, options);
    case 'mv':
      return (await import('../commands/rename.js')).mv(host, options, args);
    case 'pseudo':
      return (await import('../commands/pseudo.js')).pseudo(host, onPaths({ ...options, locale: [] }, args));
    case 'rm':
      return (await import('../commands/rename.js')).rm(host, options, args);
    case 'doctor':
      return (await import('../commands/doctor/doctor.js')).doctor(host, options);
    case 'config':
      return (await import('../commands/config.js')).config(host, options);
    case 'git-setup':
      return (await import('../commands/git-setup.js')).gitSetup(host, options);
    case 'merge-driver':
      return (await import('../commands/merge-driver.js')).mergeDriver(host, options, args);
    case 'serve':
      await (await import('../commands/serve.js')).serve(host, options);
      return undefined;
  }
}

const plan: (typeof import('../commands/plan.js'))['plan'] = async (...given) =>
  (await import('../commands/plan.js')).plan(...given);

/** The options of a command that reads locale files. Throws LOCALE_MALFORMED and PATH_EMPTY. */
export function onPaths<Options extends { readonly locale: readonly string[] }>(
  options: Options,
  paths: readonly string[],
): Options & { readonly paths: readonly string[] } {
  const locale = checkedLocales(options.locale);
  // A variable that is empty must not mean the whole project.
  if (paths.includes('')) throw LocsyncError.of('PATH_EMPTY', {});
  return { ...options, locale, paths };
}
