import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { isPrivateAddress } from '../adapters/peers/private-address.ts';
import { networkHosts, networkUrl } from './network-hosts.ts';

const at = (address: string): NetworkInterfaceInfo =>
  address.includes(':')
    ? { address, family: 'IPv6', netmask: '', mac: '', internal: false, cidr: null, scopeid: 0 }
    : { address, family: 'IPv4', netmask: '', mac: '', internal: false, cidr: null };

it('the host offers the addresses in local networks, those of the venue before virtual ones', () => {
  const hosts = networkHosts({
    lo: [at('127.0.0.1'), at('::1')],
    docker0: [at('172.17.0.1')],
    utun3: [at('10.8.0.2')],
    en5: [at('169.254.7.7')],
    en0: [at('fd00::2'), at('192.168.1.20'), at('fe80::1')],
    'vEthernet (WSL)': [at('172.29.0.1')],
  });
  expect(hosts).toEqual([
    '192.168.1.20',
    'fd00::2',
    '169.254.7.7',
    '172.17.0.1',
    '10.8.0.2',
    '172.29.0.1',
  ]);
});

it('the host offers no address that is reachable from the internet', () => {
  expect(networkHosts({ eth0: [at('203.0.113.7'), at('2001:db8::7'), at('8.8.8.8')] })).toEqual([]);
});

it.each([
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::7', false],
  ['', false],
  ['::ffff:192.168.1.20', true],
  ['fd00::2', true],
])('a caller at "%s" is in a local network: %s', (address, isLocal) => {
  expect(isPrivateAddress(address)).toBe(isLocal);
});

it('the host writes the API root with either kind of address', () => {
  expect(networkUrl('192.168.1.20', 8788)).toBe('https://192.168.1.20:8788/v1');
  expect(networkUrl('fd00::2', 8788)).toBe('https://[fd00::2]:8788/v1');
});
