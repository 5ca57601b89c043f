import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';
import { isLoopback, isPrivateAddress } from '../adapters/peers/private-address.ts';

/** Virtual networks and tunnels: a venue's stations are rarely on them. */
const VIRTUAL =
  /^(?:docker|br-|veth|virbr|vmnet|vmenet|vboxnet|bridge|utun|tun|tap|wg|tailscale|zt|ham|awdl|llw)|vEthernet|VirtualBox|VMware|WSL|Hyper-V|Tailscale|WireGuard|ZeroTier/i;

/** This computer's addresses on its local networks, the likeliest first. */
export function networkHosts(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): readonly string[] {
  const all = Object.entries(interfaces).flatMap(([name, found = []]) =>
    found.map(({ address }) => ({ name, address })),
  );
  return all
    .filter(({ address }) => isPrivateAddress(address) && !isLoopback(address))
    .toSorted((one, other) => unlikeliness(one) - unlikeliness(other))
    .map(({ address }) => address);
}

interface NamedAddress {
  readonly name: string;
  readonly address: string;
}

/** A self-assigned address works over a bare cable at best. */
function unlikeliness({ name, address }: NamedAddress): number {
  const parsed = ipaddr.process(address);
  const isVirtual = VIRTUAL.test(name) ? 4 : 0;
  const isOwnMaking = parsed.range() === 'linkLocal' ? 2 : 0;
  return isVirtual + isOwnMaking + (parsed.kind() === 'ipv6' ? 1 : 0);
}

/** The API root at that address. */
export function networkUrl(host: string, port: number): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}/v1`;
}
