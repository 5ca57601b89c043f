import { describe, expect, it } from 'vitest';
import { bytesOf, contains, parseNetwork } from './network.ts';
import { isPublicAddress } from './public-address.ts';

const isPublic = (address: string) => isPublicAddress(bytesOf(address) ?? []);

// The first and last address of each range of IANA's IPv4 special-purpose registry, of multicast and of cloud metadata, and the addresses just
// outside.
const ipv4Ranges: readonly (readonly [string, string, string | null, string | null])[] = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0', '255.255.255.255', null, null],
];

const ipv6Refused = [
  '::', // unspecified
  '::1', // loopback
  '::ffff:127.0.0.1', // mapped
  '::ffff:8.8.8.8', // mapped, although the IPv4 address is public
  '::127.0.0.1', // compatible
  '64:ff9b::7f00:1', // NAT64
  '64:ff9b:1::a00:1', // local-use NAT64
  '100::1', // discard
  '100:0:0:1::1', // dummy
  '2001::1', // Teredo
  '2001:0:7f00:1::', // Teredo that carries IPv4
  '2001:2::1', // benchmarking
  '2001:20::1', // ORCHID
  '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8::1', // documentation
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '2002::', // 6to4
  '2002:7f00:1::', // 6to4 of loopback
  '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff::1', // documentation
  '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
  '4000::', // not assigned
  '5f00::1', // segment routing
  '1fff:ffff::',
  'fc00::1', // unique local
  'fd00:ec2::254', // cloud metadata
  'fe80::1', // link local
  'fec0::1', // site local
  'ff02::1', // multicast
];

const ipv6Public = [
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700::1111',
  '3fff:1000::1',
  '3ffe:ffff::1',
];

describe('public addresses', () => {
  it.each(ipv4Ranges)('refuse %s to %s and neither neighbour', (first, last, before, after) => {
    expect([first, last].map(isPublic)).toEqual([false, false]);
    for (const outside of [before, after])
      if (outside !== null) expect(isPublic(outside)).toBe(true);
  });

  it.each(ipv6Refused)('refuse %s', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  it.each(ipv6Public)('accept %s', (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

const inside = (network: string, address: string) => {
  const parsed = parseNetwork(network);
  return parsed !== null && contains(parsed, bytesOf(address) ?? []);
};

describe('addresses and networks', () => {
  it('are read only as the system would connect to them', () => {
    const refused = [
      '',
      '127.1',
      '0x7f000001',
      '010.0.0.1',
      '1.2.3.4.5',
      'fe80::1%eth0',
      '[::1]',
      'a',
    ];
    expect(refused.map(bytesOf)).toEqual(refused.map(() => null));
  });

  it('match by family and prefix', () => {
    expect(inside('192.168.4.0/22', '192.168.7.255')).toBe(true);
    expect(inside('192.168.4.0/22', '192.168.8.0')).toBe(false);
    expect(inside('10.0.0.7', '10.0.0.7')).toBe(true);
    expect(inside('10.0.0.7', '10.0.0.8')).toBe(false);
    expect(inside('::/0', '10.0.0.7')).toBe(false);
    expect(inside('0.0.0.0/0', '::1')).toBe(false);
    expect(
      ['', 'x/8', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129'].map(parseNetwork),
    ).toEqual(Array.from({ length: 6 }, () => null));
  });
});
