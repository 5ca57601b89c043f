import fc from 'fast-check';
import { type Instant, instantFromMicros, MICROS_PER_DAY } from '../../shared/instant.ts';
import {
  type AdmissionFacts,
  type EntryPoint,
  type SessionFacts,
  type TicketFacts,
  ticketStatuses,
} from '../../shared/verdict/terms/facts.ts';
import { locales } from '../../shared/languages.ts';

/** Any instant, mostly close to one of a few bounds, so that windows are hit. */
export function anyInstant(): fc.Arbitrary<Instant> {
  const around = 1_797_100_200_000_000;
  return fc
    .oneof(
      { weight: 4, arbitrary: fc.integer({ min: around - 3, max: around + 3 }) },
      {
        weight: 2,
        arbitrary: fc.integer({
          min: around - 2 * MICROS_PER_DAY,
          max: around + 2 * MICROS_PER_DAY,
        }),
      },
      { weight: 1, arbitrary: fc.maxSafeInteger() },
      {
        weight: 1,
        arbitrary: fc.constantFrom(Number.MIN_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER),
      },
    )
    .map(instantFromMicros);
}

function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null });
}

/** Few references, so that entry points coincide; any name. */
export function anyEntryPoint(): fc.Arbitrary<EntryPoint> {
  return fc.record({
    reference: fc.constantFrom('loc_north', 'loc_south', 'loc_vip'),
    name: fc.oneof(fc.constantFrom('North Gate', '', ' '), fc.string({ unit: 'binary' })),
  });
}

function anyTicket(): fc.Arbitrary<TicketFacts> {
  return fc.record({
    reference: fc.string(),
    status: fc.constantFrom(...ticketStatuses),
    deleted_at: fc.oneof(fc.constant(null), maybe(anyInstant())),
    valid_from: maybe(anyInstant()),
    valid_until: maybe(anyInstant()),
    entry_points: maybe(fc.array(anyEntryPoint(), { maxLength: 6 })),
    seat_label: maybe(fc.string()),
    code_issue: fc.integer({ min: 1, max: 3 }),
  });
}

function anySession(): fc.Arbitrary<SessionFacts> {
  return fc.record({
    reference: fc.string(),
    name: maybe(fc.string({ unit: 'binary' })),
    starts_at: anyInstant(),
    cancelled_at: fc.oneof(fc.constant(null), maybe(anyInstant())),
    entry_from: maybe(anyInstant()),
    entry_until: maybe(anyInstant()),
  });
}

/** Time zones that exist, that do not, and impossible ones. */
export function anyTimezone(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'),
    fc.constantFrom('UTC', 'Mars/Olympus_Mons', '', '+25:99', '__proto__', 'Europe/Berlin\0'),
    fc.string({ unit: 'binary' }),
  );
}

/** Facts of any kind, sensible or not. */
export function anyAdmissionFacts(): fc.Arbitrary<AdmissionFacts> {
  return fc.record({
    ticket: anyTicket(),
    session: maybe(anySession()),
    admission: maybe(fc.record({ scanned_at: anyInstant(), location: maybe(anyEntryPoint()) })),
    location: maybe(anyEntryPoint()),
    code_issue: maybe(fc.integer({ min: 1, max: 3 })),
    timezone: anyTimezone(),
    locale: fc.constantFrom(...locales),
  });
}
