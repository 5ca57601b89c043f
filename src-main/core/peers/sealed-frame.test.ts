import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openVenueKey } from '../../adapters/peers/venue-key.ts';
import { venueKey } from '../../../test/support/station/peer-doors.ts';
import { openFrame, sealFrame, type FramePlace } from './sealed-frame.ts';

const [one, two, three] = ['one', 'two', 'three'].map((name) => openVenueKey(venueKey(name)));
if (one === undefined || two === undefined || three === undefined) throw new Error('expected keys');

const place: FramePlace = { connection: 'A B', speaker: 'dialer', number: 3 };

describe('a sealed frame', () => {
  it('is opened with any of its keys', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const frame = sealFrame(text, { keys: [one, two], place });
        expect(openFrame(frame, { keys: [one], place })).toBe(text);
        expect(openFrame(frame, { keys: [three, two], place })).toBe(text);
        expect(openFrame(frame, { keys: [three], place })).toBeNull();
        expect(openFrame(frame, { keys: [], place })).toBeNull();
      }),
    );
  });

  it.each<Partial<FramePlace>>([
    { connection: 'A C' },
    { connection: 'B A' },
    { speaker: 'listener' },
    { number: 4 },
  ])('is refused in another place: %o', (other) => {
    const frame = sealFrame('{"kind":"summary"}', { keys: [one], place });
    expect(openFrame(frame, { keys: [one], place: { ...place, ...other } })).toBeNull();
  });

  it('is rejected with any character changed, added or left out', () => {
    const frame = sealFrame('{"kind":"summary"}', { keys: [one], place });
    for (let index = 0; index < frame.length; index += 1) {
      const [before, after] = [frame.slice(0, index), frame.slice(index + 1)];
      const other = frame[index] === 'x' ? 'y' : 'x';
      for (const changed of [
        before + other + after,
        before + after,
        `${before}x${frame.slice(index)}`,
      ]) {
        expect(openFrame(changed, { keys: [one], place }), changed).toBeNull();
      }
    }
  });
});

describe('a venue key', () => {
  it('hashes a ticket to the first 16 bytes of its HMAC, and reveals nothing of itself', () => {
    const secret = Buffer.from(venueKey('one'), 'base64url');
    const whole = createHmac('sha256', secret).update('tkt_1').digest();
    expect(Buffer.from(one.hash('tkt_1'), 'base64url')).toEqual(whole.subarray(0, 16));
    expect(one.id).toMatch(/^[\w-]{8}$/);
    expect(venueKey('one')).not.toContain(one.id);
    expect(JSON.stringify(one)).not.toContain(venueKey('one'));
  });
});
