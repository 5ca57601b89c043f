import { instantFromMicros, MICROS_PER_MINUTE, type Instant } from '../../shared/instant.ts';
import type { Reason } from '../../shared/verdict/terms/reason.ts';
import { insertEntryScans } from '../store/entry-scans.ts';
import type { LocationRow } from '../store/locations.ts';
import { readTexts } from '../store/rows.ts';
import { pickOne } from './people.ts';
import type { Sale, SoldTicket } from './seed-orders.ts';

/** Share of admissible tickets already scanned. */
const ARRIVED = 0.2;

/** Scans tickets between opening and now at their entry points, and denies some of them. */
export async function seedScans(sale: Sale, sold: readonly SoldTicket[]): Promise<void> {
  const arrivals = sold
    .filter((one) => isExpectedNow(sale, one) && sale.random() < ARRIVED)
    .map((one) => ({ ...one, at: arrivesAt(sale) }))
    .toSorted((one, other) => one.at - other.at);
  for (const { ticket, type, at } of arrivals) {
    const right = entryPointsOf(sale, type);
    if (right.length < sale.seeded.locations.length && sale.random() < 0.1) {
      const wrong = sale.seeded.locations.filter((location) => !right.includes(location));
      await land(sale, ticket, {
        at: before(at),
        reason: 'scanning.wrong_entry_point',
        location: pickOne(sale.random, wrong),
      });
    }
    await land(sale, ticket, {
      at,
      reason: 'scanning.allowed',
      location: pickOne(sale.random, right),
    });
    if (sale.random() < 0.03) {
      await land(sale, ticket, {
        at: after(sale, at),
        reason: 'scanning.already_scanned',
        location: pickOne(sale.random, right),
      });
    }
  }
}

/** Single-date events admit throughout; of sessions only the current one. */
function isExpectedNow({ tx, seeded }: Sale, { ticket, type }: SoldTicket): boolean {
  if (type.demo.validAfterHours !== null) return false;
  if (ticket.session_id === null) return seeded.event.starts_at !== null && seeded.opening < tx.now;
  const session = seeded.sessions.find(({ id }) => id === ticket.session_id);
  return session !== undefined && session.cancelled_at === null && isOn(session, tx.now);
}

function isOn(session: { starts_at: Instant; ends_at: Instant }, now: Instant): boolean {
  return session.starts_at - 120 * MICROS_PER_MINUTE <= now && now < session.ends_at;
}

function entryPointsOf({ seeded }: Sale, { row }: SoldTicket['type']): readonly LocationRow[] {
  const references = readTexts(row.entry_points);
  if (references === null) return seeded.locations;
  return seeded.locations.filter(({ reference }) => references.includes(reference));
}

/** Arrivals peak midway between opening and now. */
function arrivesAt({ tx, random, seeded }: Sale): Instant {
  const span = tx.now - seeded.opening;
  const part = (random() + random() + random()) / 3;
  return instantFromMicros(seeded.opening + Math.floor(span * part));
}

function before(at: Instant): Instant {
  return instantFromMicros(at - 2 * MICROS_PER_MINUTE);
}

function after({ tx, random }: Sale, at: Instant): Instant {
  return instantFromMicros(Math.min(tx.now, at + Math.floor(random() * 20 * MICROS_PER_MINUTE)));
}

async function land(
  { tx, seeded }: Sale,
  ticket: SoldTicket['ticket'],
  {
    at,
    reason,
    location,
  }: { readonly at: Instant; readonly reason: Reason; readonly location: LocationRow },
): Promise<void> {
  await insertEntryScans(tx, [
    {
      reference: tx.newReference('scan', at),
      event_id: seeded.event.id,
      ticket_id: ticket.id,
      session_id: ticket.session_id,
      location_id: location.id,
      client_id: null,
      result: reason === 'scanning.allowed' ? 'allowed' : 'denied',
      reason,
      scanned_at: at,
      source: 'box_office',
      clock_offset_ms: null,
      sequence: null,
      snapshot_watermark: null,
      content_hash: null,
      clock_suspect: 0,
      code_issue: null,
      admission_source: null,
    },
  ]);
}
