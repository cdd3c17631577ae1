import type { Report } from '../core/report/report.js';
import type { Host } from '../ports/host.js';
import type { Invocation } from './program.js';
import { flag, list, numberOf, projectOptions, serviceOptions, text, type OptionValues } from './values.js';

/**
 * Carries out one command; undefined for one that prints by itself. Each command's code is loaded only here, when it is wanted.
 */
export async function invoke({ command, values, args }: Invocation, host: Host): Promise<Report | undefined> {
  switch (command) {
    case 'init': {
      const { init } = await import('../commands/init/init.js');
      return init(host, {
        ...serviceOptions(values),
        yes: flag(values, 'yes'),
        force: flag(values, 'force'),
        print: flag(values, 'print'),
      });
    }
    case 'login': {
      const { login } = await import('../commands/login.js');
      return login(host, { ...serviceOptions(values), tokenStdin: flag(values, 'tokenStdin') });
    }
    case 'logout': {
      const { logout } = await import('../commands/logout.js');
      return logout(host, serviceOptions(values));
    }
    case 'completion': {
      const { completion } = await import('./completion.js');
      host.terminal.out.write(await completion(host, args[0] ?? '', text(values, 'config', '--config')));
      return undefined;
    }
    case 'locales': {
      const { locales } = await import('../commands/locales.js');
      return locales(host, projectOptions(values, []));
    }
    case 'status': {
      const { status } = await import('../commands/status.js');
      const switches = { check: flag(values, 'check'), missing: flag(values, 'missing'), changes: false };
      return status(host, { ...projectOptions(values, args), ...switches });
    }
    case 'diff': {
      const { diff } = await import('../commands/diff.js');
      return diff(host, { ...projectOptions(values, args), nameOnly: flag(values, 'nameOnly') });
    }
    case 'check': {
      const { check } = await import('../commands/check/check.js');
      return check(host, projectOptions(values, args));
    }
    case 'push': {
      const { push } = await import('../commands/push.js');
      const switches = {
        dryRun: flag(values, 'dryRun'),
        force: flag(values, 'force'),
        all: flag(values, 'all'),
        strict: flag(values, 'strict'),
      };
      return push(host, { ...projectOptions(values, args), ...switches });
    }
    case 'pull': {
      const { pull } = await import('../commands/pull.js');
      return pull(host, {
        ...projectOptions(values, args),
        dryRun: flag(values, 'dryRun'),
        force: flag(values, 'force'),
        prune: flag(values, 'prune'),
        empty: flag(values, 'empty'),
        restore: flag(values, 'restore'),
        allowShrink: flag(values, 'allowShrink'),
        strict: flag(values, 'strict'),
      });
    }
    case 'serve': {
      const { serve } = await import('../commands/serve.js');
      await serve(host, {
        service: serveOptions(values, host),
        tokenStdin: flag(values, 'tokenStdin'),
        json: flag(values, 'json'),
        verbose: flag(values, 'verbose') || flag(values, 'debug'),
      });
      return undefined;
    }
  }
}

const MAX_DELAY_MS = 600_000;

function serveOptions(values: OptionValues, host: Host) {
  const rate = { min: 0.001, max: 1_000_000, whole: false };
  return {
    port: numberOf(values, 'port', '--port', { min: 0, max: 65_535, whole: true }) ?? 0,
    host: text(values, 'host', '--host') ?? '127.0.0.1',
    db: host.resolve(text(values, 'db', '--db') ?? '.locsync/service.db'),
    project: text(values, 'project', '--project'),
    name: text(values, 'name', '--name'),
    technology: text(values, 'technology', '--technology'),
    framework: text(values, 'framework', '--framework'),
    format: text(values, 'format', '--format'),
    locales: list(values, 'locales'),
    token: text(values, 'token', '--token'),
    latencyMs: numberOf(values, 'latency', '--latency', { min: 0, max: MAX_DELAY_MS, whole: true }),
    failRate: numberOf(values, 'failRate', '--fail-rate', { min: 0, max: 1, whole: false }),
    rateLimit: numberOf(values, 'rateLimit', '--rate-limit', rate),
    behave: list(values, 'behave'),
  };
}
