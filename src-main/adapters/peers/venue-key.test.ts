import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { venueKey } from '../../../test/support/station/peer-doors.ts';
import { openVenueKey } from './venue-key.ts';

describe('a venue key', () => {
  const one = openVenueKey(venueKey('one'));

  it('hashes a ticket to the first 16 bytes of its HMAC, and reveals nothing of itself', () => {
    const secret = Buffer.from(venueKey('one'), 'base64url');
    const whole = createHmac('sha256', secret).update('tkt_1').digest();
    expect(Buffer.from(one.hash('tkt_1'), 'base64url')).toEqual(whole.subarray(0, 16));
    expect(one.id).toMatch(/^[\w-]{8}$/);
    expect(venueKey('one')).not.toContain(one.id);
    expect(JSON.stringify(one)).not.toContain(venueKey('one'));
  });

  it('has a key of its own for connections', () => {
    expect(one.psk()).toEqual(openVenueKey(venueKey('one')).psk());
    expect(one.psk()).not.toEqual(openVenueKey(venueKey('two')).psk());
    expect(Buffer.from(one.psk()).toString('base64url')).not.toBe(venueKey('one'));
  });
});
