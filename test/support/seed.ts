import fc from 'fast-check';

/**
 * Properties draw the same cases in each run, so that a failure comes from a change and not from
 * luck. `LOCSYNC_SEED=<n>` draws others.
 */
fc.configureGlobal({ seed: Number(process.env['LOCSYNC_SEED'] ?? 1) });
