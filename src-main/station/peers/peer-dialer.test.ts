import { expect, it } from 'vitest';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { seededRandom } from '../../../test/support/station/seeded-random.ts';
import { PeerDialer } from './peer-dialer.ts';

/** A user may name another station of the same machine. */
const GIVEN = '127.0.0.1:8797';
const NAMED = '192.168.1.20:8797';
const LATE = '[fd00::20]:8797';
const announced = (number: number) => `10.9.${Math.floor(number / 200)}.${number % 200}:8797`;

function openDialer() {
  const time = new ManualTime();
  const dialed: string[] = [];
  const dialer = new PeerDialer({
    network: {
      given: [GIVEN],
      listen: () => Promise.reject(new Error('expected no listening')),
      dial: (address, { failed }) => {
        dialed.push(address);
        time.after(1, failed);
      },
    },
    timers: time,
    random: seededRandom(1),
    station: '0'.repeat(26),
    keys: [],
    connected: () => ({ frame: () => undefined, closed: () => undefined }),
    hasContact: () => false,
  });
  return { time, dialer, dialed };
}

it('the dialer dials addresses of the server and the user, however many others are announced', async () => {
  const { time, dialer, dialed } = openDialer();
  for (let number = 0; number < 300; number += 1) dialer.found(announced(number));
  dialer.begin();
  dialer.serverNames([NAMED]);
  await time.advance(10);
  expect(dialed).toContain(GIVEN);
  expect(dialed).toContain(NAMED);
  expect(dialed.filter((address) => address.startsWith('10.9.'))).toHaveLength(64);
  dialer.close();
});

it('the dialer dials an address at once whenever it is announced', async () => {
  const { time, dialer, dialed } = openDialer();
  dialer.serverNames([NAMED]);
  await time.advance(60_000);
  const before = dialed.length;
  dialer.found(NAMED);
  expect(dialed).toHaveLength(before + 1);
  await time.advance(10);
  dialer.found(NAMED);
  expect(dialed).toHaveLength(before + 2);
  await time.advance(60_000);
  expect(dialed.length - before).toBeLessThan(45);
  dialer.close();
});

it('the dialer replaces an address where nobody answers with a later announcement', async () => {
  const { time, dialer, dialed } = openDialer();
  for (let number = 0; number < 64; number += 1) dialer.found(announced(number));
  await time.advance(10);
  dialer.found(LATE);
  expect(dialed).toContain(LATE);
  await time.advance(30_000);
  expect(new Set(dialed.slice(65))).toHaveLength(64);
  dialer.close();
});

it('the dialer dials no address of the server or an announcement that leads to this machine, to a cloud or out of the venue', async () => {
  const { time, dialer, dialed } = openDialer();
  const wrong = [
    '127.0.0.1:22',
    '[::1]:22',
    '169.254.169.254:80',
    '[fd00:ec2::254]:80',
    '8.8.8.8:53',
    'localhost:22',
  ];
  dialer.serverNames([...wrong, NAMED]);
  for (const address of wrong) dialer.found(address);
  await time.advance(10_000);
  expect([...new Set(dialed)]).toEqual([NAMED]);
  dialer.close();
});
