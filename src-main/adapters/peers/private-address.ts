import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

export const DEFAULT_PEER_PORT = 8797;

/** Address ranges that are not routed to the internet. */
const PRIVATE = new Set(['private', 'loopback', 'uniqueLocal', 'linkLocal']);

/** Whether the address only reaches machines of the local network, or this one. */
export function isPrivateAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  // A link-local IPv6 address is meaningless without an interface.
  if (address.kind() === 'ipv6' && address.range() === 'linkLocal') return false;
  return PRIVATE.has(address.range());
}

/** Whether it leads to this machine itself. */
export function isLoopback(host: string): boolean {
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

/** This machine's own addresses on local networks; loopback last. */
export function ownPrivateAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const usable = all.filter(({ address }) => isPrivateAddress(address));
  return usable
    .toSorted((one, other) => Number(one.internal) - Number(other.internal))
    .map(({ address }) => address);
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Reads `192.168.1.20:8797` or `[fd00::20]:8797`; null for anything that is not a private address and a port. */
export function readPeerAddress(text: string): HostAndPort | null {
  const [, six, four, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  if (host === undefined || !(port >= 1 && port <= 65_535)) return null;
  return isPrivateAddress(host) ? { host, port } : null;
}

export function writePeerAddress({ host, port }: HostAndPort): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** What one machine can use as its addresses: an IPv4 address, or the /64 of an IPv6 one. */
export function peerNetworkOf(host: string): string {
  if (!ipaddr.isValid(host)) return host;
  const address = ipaddr.process(host);
  if (address.kind() === 'ipv4') return address.toString();
  return address.toByteArray().slice(0, 8).join('.');
}
