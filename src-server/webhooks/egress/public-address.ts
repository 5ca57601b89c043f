import { contains, parseNetwork, type Network } from './network.ts';

/**
 * IANA's whole IPv4 special-purpose registry, multicast, and the one cloud metadata address outside of them. Even the globally
 * reachable entries of the registry are not webhook endpoints.
 */
const specialIpv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared address space, and cloud metadata in it
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform, metadata of its machines included
  '169.254.0.0/16', // link local, and cloud metadata in it
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
].map(network);

/** Everything outside is loopback, mapped or translated IPv4, unique local, link local, multicast or unassigned. */
const globalIpv6 = network('2000::/3');

const specialIpv6 = [
  '2001::/23', // IETF protocol assignments, Teredo, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '3fff::/20', // documentation
].map(network);

/** Whether the address is one that the public internet routes to an ordinary host (specification §6.2). */
export function isPublicAddress(address: readonly number[]): boolean {
  if (address.length === 4) return !specialIpv4.some((special) => contains(special, address));
  return (
    contains(globalIpv6, address) && !specialIpv6.some((special) => contains(special, address))
  );
}

function network(text: string): Network {
  const parsed = parseNetwork(text);
  if (parsed === null) throw new TypeError(`expected a network, got ${text}`);
  return parsed;
}
