import { expect, it } from 'vitest';
import { addressesOf } from './announce-station.ts';

it('takes only addresses of other machines on the local network from an announcement', () => {
  const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.168.1.20', '8.8.8.8', 'fd00::20'];
  expect(addressesOf({ addresses, port: 8797 })).toEqual(['192.168.1.20:8797', '[fd00::20]:8797']);
});
