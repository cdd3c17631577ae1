import { BlockList, isIP } from 'node:net';

/**
 * Whether NO_PROXY excludes this origin. It accepts what curl, Go and Python do.
 *
 * Entries are separated by commas, semicolons and spaces: `*`; a host, which includes its
 * subdomains, with or without a dot or `*.` before it; an address; a range such as `10.0.0.0/8`;
 * `127.*`; and a port after any of them.
 */
export function isExcluded(noProxy: string, origin: URL): boolean {
  const host = plainHost(origin.hostname);
  const port = origin.port === '' ? (origin.protocol === 'https:' ? '443' : '80') : origin.port;
  return noProxy.split(/[\s,;]/).some((entry) => entry !== '' && matches(entry.toLowerCase(), host, port));
}

/**
 * Whether an origin is this machine, in any spelling: loopback addresses (also mapped into IPv6),
 * the unspecified address, `localhost` and all names below it (RFC 6761, section 6.3). The URL
 * parser has normalized decimal, octal and short forms of an address.
 */
export function isThisMachine(origin: URL): boolean {
  const host = plainHost(origin.hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const family = isIP(host);
  return family !== 0 && OWN.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addAddress('0.0.0.0', 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addAddress('::', 'ipv6');

/** A host for comparison: lower case, without the brackets of IPv6 and without a final dot. */
function plainHost(host: string): string {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  return (bare.endsWith('.') ? bare.slice(0, -1) : bare).toLowerCase();
}

function matches(entry: string, host: string, port: string): boolean {
  const { name, port: wanted } = withPort(entry);
  if (wanted !== undefined && wanted !== port) return false;
  if (name.includes('/')) return isInRange(name, host);
  const own = plainHost(name);
  if (isIP(own) !== 0) return isInRange(`${own}/${isIP(own) === 4 ? 32 : 128}`, host);
  // A dot or a star before a domain adds nothing: the domain itself matches as well.
  const domain = own.startsWith('*.') ? own.slice(2) : own.startsWith('.') ? own.slice(1) : own;
  if (domain === '') return false;
  if (domain.includes('*')) return fits(domain, host);
  return host === domain || host.endsWith(`.${domain}`);
}

/** `host:8080`, `[::1]:8080`; an address of IPv6 without brackets has no port. */
function withPort(entry: string): { readonly name: string; readonly port: string | undefined } {
  const at = entry.lastIndexOf(':');
  const before = entry.slice(0, at);
  const isPort = at > 0 && /^[0-9]{1,5}$/.test(entry.slice(at + 1));
  if (!isPort || (before.includes(':') && !before.endsWith(']'))) return { name: entry, port: undefined };
  return { name: before, port: entry.slice(at + 1) };
}

function isInRange(range: string, host: string): boolean {
  const [written = '', bits = ''] = range.split('/');
  const address = plainHost(written);
  const family = isIP(address);
  const length = Number(bits);
  const own = isIP(host);
  if (family === 0 || own === 0 || !/^[0-9]{1,3}$/.test(bits) || length > (family === 4 ? 32 : 128))
    return false;
  const list = new BlockList();
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, own === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a host matches a pattern in which `*` is any text. Linear time. */
function fits(form: string, host: string): boolean {
  const [first = '', ...others] = form.split('*');
  if (!host.startsWith(first)) return false;
  const last = others.pop() ?? '';
  let from = first.length;
  for (const part of others) {
    const at = host.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return host.length - last.length >= from && host.endsWith(last);
}
