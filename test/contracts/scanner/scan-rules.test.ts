import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScanVerdict } from '../../../shared/resources/scans.ts';
import { renderScanVerdict } from '../../../shared/resources/scan-verdict.ts';
import type { ConflictKind } from '../../../shared/resources/conflicts.ts';
import {
  addMicros,
  formatInstant,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../../shared/instant.ts';
import { FIRST_ISSUE } from '../../../shared/ticket-code/code-payload.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import type { EntryPoint, SessionFacts } from '../../../shared/verdict/terms/facts.ts';
import { reasons, type Reason } from '../../../shared/verdict/terms/reason.ts';
import { referenceNow } from '../../support/reference-now.ts';
import type { WriteTransaction } from '../../../src-server/database/transaction.ts';
import { updateEvent } from '../../../src-server/domain/events/events.ts';
import { createLocation } from '../../../src-server/domain/events/locations.ts';
import { checkInTicket } from '../../../src-server/domain/scans/check-in.ts';
import { recordScans } from '../../../src-server/domain/scans/record-scans.ts';
import { cancelSession, createSession } from '../../../src-server/domain/events/sessions.ts';
import { updateTicketType } from '../../../src-server/domain/events/ticket-types.ts';
import { isVoid } from '../../../src-server/domain/tickets/current-ticket.ts';
import { reissueTicket } from '../../../src-server/domain/tickets/reissue-ticket.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../../support/organiser-fixture.ts';
import { isOnPostgres } from '../../support/test-config.ts';
import { readVerdictVectors, type VerdictVector } from '../../support/verdict-vectors.ts';

/**
 * The vectors prove the rules. Here the facts of a vector are rows of the server, whose check-in and whose check of an upload must come to the
 * vector's verdict: they read every fact that a rule asks for. A new rule needs its vector, and its fact in `storeTickets`.
 */
const files = ['rules.json', 'boundaries.json', 'missing-facts.json'];
const read = readVerdictVectors().filter(({ file }) => files.includes(file));
/** Entry points by the reference in the vectors, each with the name that it has first. */
const named = new Map(
  read
    .flatMap(({ facts }) => placesIn(facts).map((place) => [place.reference, place] as const))
    .toReversed(),
);
const vectors = read.filter(isStorable);
/** Such a check-in names the ticket and reads no code. */
const checkIns = vectors.filter(({ facts }) => facts.code_issue === null);
const uploads = vectors.filter(isKnownAtItsTime);

/** The server's references of the entry points. */
const stored = new Map<string, string>();
let fixture: OrganiserFixture;

beforeAll(async () => {
  fixture = await openOrganiserFixture();
  const event = fixture.event.reference;
  for (const reference of [...named.keys()].toSorted()) {
    const name = named.get(reference)?.name ?? '';
    const location = await fixture.write((tx) => createLocation(tx, { event, name }));
    stored.set(reference, location.reference);
  }
});
afterAll(() => fixture.close());

it.each([
  ['check-ins', checkIns],
  ['uploads', uploads],
])('the %s have every reason', (_, cases) => {
  expect(new Set(cases.map((vector) => vector.expect.reason))).toEqual(new Set(reasons));
});

/** An online check-in is judged by the server's clock, which is PostgreSQL's own there; the facts are read as for an upload. */
it.skipIf(isOnPostgres).each(checkIns)(
  'a check-in has the verdict of the vector: $name',
  async (vector) => {
    const { facts, now } = vector;
    const [ticket] = await storeTickets(vector);
    const input = {
      scanner_location: placeOf(facts.location),
      session: null,
      locale: facts.locale,
    };
    const { verdict, scan } = await fixture.write((tx) =>
      checkInTicket(tx, fixture.client, { ticket, ...input }),
    );
    expect(verdict.reason).toBe(vector.expect.reason);
    expect(withoutReferences(renderScanVerdict(verdict, scan, ''))).toEqual(
      withoutReferences(renderScanVerdict(evaluate(facts, now), scan, '')),
    );
  },
);

/** What an admission is, against the verdict. */
const conflictOf: Readonly<Record<Reason, ConflictKind | null>> = {
  'scanning.ticket_refunded': 'stale_admission',
  'scanning.ticket_cancelled': 'stale_admission',
  'scanning.session_cancelled': 'stale_admission',
  'scanning.wrong_entry_point': 'rule_admission',
  'scanning.outside_session_window': 'rule_admission',
  'scanning.outside_validity_window': 'rule_admission',
  'scanning.already_scanned': 'double_admission',
  'scanning.allowed': null,
};

it.each(uploads)(
  'an upload is checked against the verdict of the vector: $name',
  async (vector) => {
    const { facts, now } = isOnPostgres ? movedTo(fixture.now(), vector) : vector;
    const [admitted, denied] = await storeTickets({ facts, now });
    const { reason } = vector.expect;
    const scan = { at: now, location: facts.location, code_issue: facts.code_issue };
    const [admission, denial] = await fixture.write((tx) =>
      recordScans(tx, fixture.client, [
        scanOf(admitted, { ...scan, reason: 'scanning.allowed' }),
        scanOf(denied, { ...scan, reason: 'scanning.ticket_refunded' }),
      ]),
    );
    expect(admission?.conflict?.kind ?? null).toBe(conflictOf[reason]);
    expect(admission?.conflict?.expected_reason ?? 'scanning.allowed').toBe(reason);
    expect(denial?.conflict?.kind ?? null).toBe(
      reason === 'scanning.allowed' ? 'false_denial' : null,
    );
  },
);

/** Stores two tickets with the facts of the vector, and sets the clock to its time. The rules of their type are set after they were sold. */
async function storeTickets({
  facts,
  now,
}: Pick<VerdictVector, 'facts' | 'now'>): Promise<readonly [string, string]> {
  const { session, ticket, admission } = facts;
  await fixture.advance(now - fixture.now());
  const type = await fixture.addTicketType();
  const dated = await fixture.write(async (tx) => {
    await updateEvent(tx, fixture.event.reference, { timezone: facts.timezone });
    return session === null ? null : storeSession(tx, session);
  });
  const { tickets } = await fixture.addOrder(type.reference, { quantity: 2, session: dated });
  const [one = '', other = ''] = tickets.map(({ reference }) => reference);
  await fixture.write(async (tx) => {
    if (dated !== null && session?.cancelled_at) await cancelSession(tx, dated);
    await updateTicketType(tx, type.reference, {
      valid_from: ticket.valid_from,
      valid_until: ticket.valid_until,
      entry_points: ticket.entry_points?.map((place) => placeOf(place) ?? '') ?? null,
    });
    for (const reference of [one, other]) {
      for (let issue = FIRST_ISSUE; issue < ticket.code_issue; issue += 1)
        await reissueTicket(tx, reference);
      if (admission === null) continue;
      const earlier = { at: admission.scanned_at, location: admission.location, code_issue: null };
      await recordScans(tx, fixture.client, [
        scanOf(reference, { ...earlier, reason: 'scanning.allowed' }),
      ]);
    }
    const { status, seat_label } = ticket;
    const voided_at = isVoid(status) ? tx.now : null;
    const deleted_at = ticket.deleted_at === null ? null : tx.now;
    await tx.db
      .updateTable('tickets')
      .set({ status, seat_label, voided_at, deleted_at })
      .where('reference', 'in', [one, other])
      .execute();
  });
  return [one, other];
}

async function storeSession(tx: WriteTransaction, session: SessionFacts): Promise<string> {
  const { name, starts_at, entry_until } = session;
  const event = fixture.event.reference;
  await updateEvent(tx, event, { opens_before_minutes: opensBeforeMinutes(session) });
  const input = { name, starts_at, ends_at: entry_until ?? starts_at };
  return (await createSession(tx, event, input)).reference;
}

function scanOf(
  ticket: string,
  scan: {
    readonly at: Instant;
    readonly reason: Reason;
    readonly location: EntryPoint | null;
    readonly code_issue: number | null;
  },
) {
  return {
    reference: referenceNow('scan'),
    ticket,
    result: scan.reason === 'scanning.allowed' ? 'allowed' : 'denied',
    reason: scan.reason,
    scanned_at: formatInstant(scan.at),
    scanner_location: placeOf(scan.location),
    clock_offset_ms: 0,
    sequence: 1,
    snapshot: { watermark: null },
    // The plain reference is the first code.
    ...(scan.code_issue !== null && { code: ticket }),
  };
}

function placesIn({ ticket, admission, location }: VerdictVector['facts']): readonly EntryPoint[] {
  return [ticket.entry_points ?? [], admission?.location ?? [], location ?? []].flat();
}

function placeOf(place: EntryPoint | null): string | null {
  return place === null ? null : (stored.get(place.reference) ?? null);
}

function opensBeforeMinutes({ starts_at, entry_from }: SessionFacts): number {
  return entry_from === null ? NaN : (starts_at - entry_from) / MICROS_PER_MINUTE;
}

/** Not what the server refuses to store: windows that are empty or have no end, a zone that does not exist, an entry point without a name of its own. */
function isStorable({ facts, now }: VerdictVector): boolean {
  const { ticket, session, timezone } = facts;
  const isSessionStorable =
    session === null ||
    (Number.isInteger(opensBeforeMinutes(session)) &&
      opensBeforeMinutes(session) >= 0 &&
      session.entry_until !== null &&
      session.entry_until > session.starts_at);
  return (
    isSessionStorable &&
    (ticket.valid_from ?? 0) < (ticket.valid_until ?? Infinity) &&
    placesIn(facts).every(({ reference, name }) => named.get(reference)?.name === name) &&
    Intl.supportedValuesOf('timeZone').includes(timezone) &&
    now > 0
  );
}

/** An upload is checked by what was so at its time, and names the first code or none. */
function isKnownAtItsTime({ facts, now }: VerdictVector): boolean {
  const { ticket, admission, code_issue: issue } = facts;
  if (issue !== null && issue !== FIRST_ISSUE) return false;
  return ticket.status !== 'checked_in' && (admission?.scanned_at ?? now) <= now;
}

/** The same facts at another time: the rules compare instants with each other only. */
function movedTo(
  time: Instant,
  { facts, now }: VerdictVector,
): Pick<VerdictVector, 'facts' | 'now'> {
  const moved = (instant: Instant | null) =>
    instant === null ? null : addMicros(instant, time - now);
  const { ticket, session, admission } = facts;
  return {
    now: time,
    facts: {
      ...facts,
      ticket: {
        ...ticket,
        deleted_at: moved(ticket.deleted_at),
        valid_from: moved(ticket.valid_from),
        valid_until: moved(ticket.valid_until),
      },
      session: session && {
        ...session,
        starts_at: addMicros(session.starts_at, time - now),
        entry_from: moved(session.entry_from),
        entry_until: moved(session.entry_until),
        cancelled_at: moved(session.cancelled_at),
      },
      admission: admission && {
        ...admission,
        scanned_at: addMicros(admission.scanned_at, time - now),
      },
    },
  };
}

/** The server has its own. */
function withoutReferences(verdict: ScanVerdict): unknown {
  return JSON.parse(
    JSON.stringify(verdict, (key, value: unknown) => (key === 'reference' ? undefined : value)),
  );
}
