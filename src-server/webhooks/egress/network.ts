import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A CIDR range. Addresses are 4 or 16 bytes; the two families never match each other. */
export interface Network {
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/** The bytes of an address in the plain spelling that sockets and resolvers use. Null for anything else, including zones. */
export function bytesOf(address: string): readonly number[] | null {
  // The parser accepts more spellings than the system; only those that the system would connect to count as addresses.
  if (isIP(address) === 0 || address.includes('%')) return null;
  return ipaddr.parse(address).toByteArray();
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. Null for anything else. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefixText, ...rest] = text.split('/');
  const bytes = bytesOf(address);
  if (bytes === null || rest.length > 0) return null;
  const bits = bytes.length * 8;
  if (prefixText === undefined) return { bytes, prefix: bits };
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Infinity;
  return prefix <= bits ? { bytes, prefix } : null;
}

export function contains(network: Network, address: readonly number[]): boolean {
  if (network.bytes.length !== address.length) return false;
  return network.bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, network.prefix - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((address[index] ?? 0) & mask);
  });
}

export function writeNetwork({ bytes, prefix }: Network): string {
  return `${ipaddr.fromByteArray([...bytes]).toString()}/${prefix}`;
}
