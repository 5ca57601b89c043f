import { expect, it } from 'vitest';
import { leastMs, NEXT_TO_NOTHING_MS } from '../../../../test/support/growth.ts';
import { instantAt } from '../../../../test/support/station/records.ts';
import { JournalIndex, type IndexedRow } from './journal-index.ts';
import { SendingOrder, type Unsent } from './sending-order.ts';

const ORGANISER = 'org_1';

it('the queue sends rows with the fewest attempts first, then the oldest, whatever order rows come and go in', () => {
  const order = new SendingOrder<Unsent>();
  for (const sequence of [1, 2, 3, 4, 5, 6]) order.add(unsent(sequence));
  for (const sequence of [4, 2]) {
    order.remove([unsent(sequence)]);
    order.add(unsent(sequence, 1));
  }
  order.add(unsent(7));
  order.remove([unsent(1), unsent(99)]);
  expect(order.of(ORGANISER).map(({ sequence }) => sequence)).toEqual([3, 5, 6, 7, 2, 4]);
  expect(order.of('org_2')).toEqual([]);
});

it('the queue finds the next row without going through the whole queue', () => {
  const rows = Array.from({ length: 16_000 }, (_, place) => unsentRow(place + 1));
  const index = new JournalIndex(rows);
  const look = () => {
    for (let looks = 0; looks < 2_000; looks += 1) index.pending(ORGANISER).at(0);
  };
  expect(leastMs(look)).toBeLessThan(NEXT_TO_NOTHING_MS);
});

function unsent(sequence: number, attempts = 0): Unsent {
  return { sequence, reference: `scn_${sequence}`, organiser: ORGANISER, attempts };
}

function unsentRow(sequence: number): IndexedRow {
  return {
    sequence,
    reference: `scn_${sequence}`,
    organiser: ORGANISER,
    event: 'evt_1',
    kind: 'admitted',
    ticket: `tkt_${sequence}`,
    scanned_at: instantAt(sequence),
    location_reference: null,
    location_name: null,
    upload_state: 'pending',
    upload_attempts: 0,
    upload_code: null,
    shown: '',
    upload_answer: null,
  };
}
