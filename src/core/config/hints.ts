import { printable } from '../text/printable.js';

const fold = (key: string): string => key.toLowerCase().replace(/[-_. ]/g, '');

const SECRET = /token|secret|passw|apikey|credential|authorization|bearer|^auth$/;

/**
 * Whether a key of a configuration file is meant to hold a token or another secret: `apiToken`,
 * `LOCSYNC_TOKEN`, `access-token`.
 */
export function looksLikeSecret(key: string): boolean {
  return SECRET.test(fold(key));
}

const PROXY = 'set HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the environment';
const CERTIFICATES = 'set NODE_EXTRA_CA_CERTS in the environment to trust a certificate of your own';
const INSECURE =
  'set LOCSYNC_ALLOW_INSECURE=1 in the environment if plain http is really wanted; certificates are always checked';

const ENVIRONMENT_ONLY: ReadonlyMap<string, string> = new Map([
  ...['proxy', 'httpproxy', 'httpsproxy', 'noproxy'].map((key) => [key, PROXY] as const),
  ...[
    'ca',
    'cafile',
    'cacert',
    'cacerts',
    'cert',
    'certs',
    'certificate',
    'key',
    'tls',
    'ssl',
    'nodeextracacerts',
  ].map((key) => [key, CERTIFICATES] as const),
  ...[
    'insecure',
    'allowinsecure',
    'locsyncallowinsecure',
    'rejectunauthorized',
    'strictssl',
    'sslverify',
    'verify',
  ].map((key) => [key, INSECURE] as const),
]);

/** What to do instead of naming a proxy, a certificate or plain http in the repository. */
export function environmentOnly(key: string): string | undefined {
  return ENVIRONMENT_ONLY.get(fold(key));
}

const PLACEHOLDER = /\{(?:locale|path|dir|basename)\}/;

/**
 * What to do about a line of YAML that cannot be parsed, if it holds a pattern or a name that needs
 * quotes: `{` begins a mapping there, `*` an alias. Undefined if the line holds none.
 */
export function quotesNeeded(line: string): string | undefined {
  const isInBrackets = /\[|,\s*$|\]\s*$/.test(withoutComment(line));
  const found = valuesOf(line).find(
    (value) =>
      (PLACEHOLDER.test(value) && (isInBrackets || value.startsWith('{') || value.startsWith('*'))) ||
      /^\*+[./]/.test(value),
  );
  return found === undefined
    ? undefined
    : `a text that begins with { or *, or is in [ ], needs quotes: "${printable(found, 80)}"`;
}

const withoutComment = (line: string): string => line.replace(/(?:^|\s)#[^]*$/, '');

/**
 * The values of a line that have no quotes: after its dashes and its key, and those of a list in
 * brackets one by one.
 */
function valuesOf(line: string): readonly string[] {
  const value = withoutComment(line)
    .replace(/^[\s-]*(?=\S)/, '')
    .replace(/^[A-Za-z]+:\s+/, '')
    .replace(/^\[|(?<![\],\s])[\],\s]+$/g, '');
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/["']/.test(part));
}
