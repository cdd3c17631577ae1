import type { RunContext } from '../core/errors/suggest.js';
import type { Invocation } from '../options/read.js';
import { runContext } from '../sync/run-context.js';

/** What a command line was given, for the messages of errors that end its run. */
export const contextOf = ({ command, options, args }: Invocation): RunContext =>
  runContext(command, { ...options, paths: args });
