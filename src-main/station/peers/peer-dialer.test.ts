import { expect, it } from 'vitest';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { seededRandom } from '../../../test/support/station/seeded-random.ts';
import { PeerDialer } from './peer-dialer.ts';

function openDialer() {
  const time = new ManualTime();
  const dialed: string[] = [];
  const dialer = new PeerDialer({
    network: {
      given: ['given:1'],
      listen: () => Promise.reject(new Error('expected no listening')),
      dial: (address, _, failed) => {
        dialed.push(address);
        time.after(1, failed);
      },
    },
    timers: time,
    random: seededRandom(1),
    station: '0'.repeat(26),
    connected: () => ({ frame: () => undefined, closed: () => undefined }),
    hasContact: () => false,
  });
  return { time, dialer, dialed };
}

it('the dialer dials addresses of the server and the user, however many others are announced', async () => {
  const { time, dialer, dialed } = openDialer();
  for (let number = 0; number < 300; number += 1) dialer.found(`announced${number}:1`);
  dialer.begin();
  dialer.serverNames(['named:1']);
  await time.advance(10);
  expect(dialed).toContain('given:1');
  expect(dialed).toContain('named:1');
  expect(dialed.filter((address) => address.startsWith('announced'))).toHaveLength(64);
  dialer.close();
});

it('the dialer dials an address at once whenever it is announced', async () => {
  const { time, dialer, dialed } = openDialer();
  dialer.serverNames(['named:1']);
  await time.advance(60_000);
  const before = dialed.length;
  dialer.found('named:1');
  expect(dialed).toHaveLength(before + 1);
  await time.advance(10);
  dialer.found('named:1');
  expect(dialed).toHaveLength(before + 2);
  await time.advance(60_000);
  expect(dialed.length - before).toBeLessThan(45);
  dialer.close();
});

it('the dialer replaces an address where nobody answers with a later announcement', async () => {
  const { time, dialer, dialed } = openDialer();
  for (let number = 0; number < 64; number += 1) dialer.found(`announced${number}:1`);
  await time.advance(10);
  dialer.found('late:1');
  expect(dialed).toContain('late:1');
  await time.advance(30_000);
  expect(new Set(dialed.slice(65))).toHaveLength(64);
  dialer.close();
});
