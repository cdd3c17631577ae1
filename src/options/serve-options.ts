import type { OptionSpec } from './global-options.js';

export const SERVE_OPTIONS = [
  {
    flags: '--port <n>',
    description: 'port to listen on (default: that of a baseUrl on this machine, else a free one)',
    number: { min: 0, max: 65_535, integer: true },
  },
  {
    flags: '--host <address>',
    description: 'address to listen on (default: 127.0.0.1)',
    notInLibrary: true,
  },
  { flags: '--db <file>', description: 'the SQLite database (default: .locsync/service.db)' },
  { flags: '--name <name>', description: "the project's name" },
  { flags: '--technology <name>', description: "the project's technology, such as ruby" },
  { flags: '--framework <name>', description: "the project's framework, such as rails" },
  { flags: '--format <name>', description: "the format of the project's files, such as yaml" },
  {
    flags: '--locales <codes>',
    description:
      'languages to add, such as en,de,pt-BR; the source locale first (default: those of the locale files here)',
    repeatable: true,
  },
  {
    flags: '--token <token>',
    description: 'the token that clients must send (default: LOCSYNC_TOKEN, else made up and printed)',
  },
  { flags: '--token-stdin', description: 'read that token from standard input', notInLibrary: true },
  {
    flags: '--latency <ms>',
    description: 'delay every answer',
    number: { min: 0, max: 600_000, integer: true },
  },
  {
    flags: '--fail-rate <share>',
    description: 'answer this share of requests with 503 (0 to 1)',
    number: { min: 0, max: 1, integer: false },
  },
  {
    flags: '--rate-limit <n>',
    description: 'answer 429 above so many requests per second',
    number: { min: 0.001, max: 1_000_000, integer: false },
  },
  {
    flags: '--behave <names>',
    description:
      'act as other services do, such as nested-keys,cut=255 (docs/serve.md lists every behaviour)',
    repeatable: true,
  },
] as const satisfies readonly OptionSpec[];
