import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Rewrites the `X-Forwarded-*` headers to the one form that Fastify reads. Proxies write addresses with ports and brackets, schemes in
 * any letter case, and lists of both in the order of the way: the first entry is what the client used. Whether the headers count at all
 * is decided later, by who sent them.
 */
export function tidyForwardedHeaders(headers: IncomingHttpHeaders): void {
  const addresses = headers['x-forwarded-for'];
  if (addresses !== undefined) headers['x-forwarded-for'] = tidyAddresses(textOf(addresses));
  for (const name of ['x-forwarded-proto', 'x-forwarded-host']) {
    const entries = headers[name];
    if (entries !== undefined) headers[name] = firstOf(textOf(entries));
  }
  const scheme = headers['x-forwarded-proto'];
  if (scheme !== undefined) headers['x-forwarded-proto'] = textOf(scheme).toLowerCase();
}

/** Behind an entry that is no address callers are indistinguishable, so only what stands after the last of those is kept. */
function tidyAddresses(text: string): string {
  const addresses = text.split(',').map(readForwardedAddress);
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ');
}

/** An address with or without port, brackets or quotes, in its shortest form; an IPv4 address within IPv6 as IPv4. Null for anything else. */
function readForwardedAddress(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
    ? ipaddr.process(address).toString()
    : null;
}

function firstOf(text: string): string {
  return (text.split(',', 1)[0] ?? '').trim();
}

function textOf(value: string | readonly string[]): string {
  return [value].flat().join();
}

/** Who an address stands for: itself, or in IPv6 the network that a host can choose its address from. */
export function clientNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join('.');
}
