import type { LocationSummary } from '../../shared/resources/events.ts';
import { renderScanVerdict } from '../../shared/resources/scan-verdict.ts';
import {
  AdmissionVerdict,
  CheckInRequest,
  DenialVerdict,
  EntryScan,
  scanPages,
  type scanRoutes,
} from '../../shared/resources/scans.ts';
import { evaluate } from '../../shared/verdict/evaluate.ts';
import type { AdmissionFacts } from '../../shared/verdict/terms/facts.ts';
import type { Verdict } from '../../shared/verdict/verdict.ts';
import { gala, northGate, southGate } from './events.ts';
import { instantOf, type ExamplesOf, pageSchemas } from './example.ts';
import { saturday, saturdaySetup } from './sessions.ts';
import { adaTicket } from './tickets.ts';

const arrivedAt = '2026-12-12T18:04:07.123456Z';
const cameAgainAt = '2026-12-12T18:09:32.580217Z';

const arrivalFacts: AdmissionFacts = {
  ticket: {
    reference: adaTicket.reference,
    status: adaTicket.status,
    deleted_at: null,
    valid_from: null,
    valid_until: null,
    entry_points: null,
    seat_label: adaTicket.seat_label,
    code_issue: 1,
  },
  session: {
    reference: saturday.reference,
    name: saturday.name,
    starts_at: instantOf(saturday.starts_at),
    cancelled_at: null,
    entry_from: instantOf(saturdaySetup.entry_from),
    entry_until: instantOf(saturdaySetup.entry_until),
  },
  admission: null,
  location: northGate,
  code_issue: null,
  timezone: gala.timezone,
  locale: 'en',
};
const admission = { scanned_at: instantOf(arrivedAt), location: northGate };

const admitted = evaluate(arrivalFacts, instantOf(arrivedAt));
export const secondVerdict = evaluate({ ...arrivalFacts, admission }, instantOf(cameAgainAt));

export const arrival = scanOf(admitted, {
  reference: 'scn_01m9nptbhvj64csbpcmknmzxha',
  scanner_location: northGate,
  scanned_at: arrivedAt,
});
export const secondScan = scanOf(secondVerdict, {
  reference: 'scn_01m9nq497h62smjmz0fyc6wv9f',
  scanner_location: southGate,
  scanned_at: cameAgainAt,
});

/** Scans made online are recorded as they are made. */
function scanOf(
  { allowed, reason }: Verdict,
  {
    reference,
    scanner_location,
    scanned_at,
  }: {
    readonly reference: string;
    readonly scanner_location: LocationSummary;
    readonly scanned_at: string;
  },
) {
  return {
    reference,
    ticket: adaTicket.reference,
    result: allowed ? 'allowed' : 'denied',
    reason,
    scanner_location,
    session: saturday,
    scanned_at,
    created_at: scanned_at,
    updated_at: scanned_at,
  } satisfies EntryScan;
}

export const admittedVerdict = verdictOf(admitted, arrival);
export const refusedVerdict = verdictOf(secondVerdict, secondScan);

function verdictOf(verdict: Verdict, scan: typeof arrival) {
  const recorded = { ...scan, scanned_at: instantOf(scan.scanned_at) };
  return renderScanVerdict(verdict, recorded, 'https://example.org');
}

export const checkInRequest = {
  ticket: adaTicket.reference,
  scanner_location: northGate.reference,
} satisfies CheckInRequest;

export const scanExamples = {
  calls: {
    listScans: {
      rows: { numbered: [secondScan, arrival], incremental: [arrival, secondScan] },
    },
    checkIn: {
      request: checkInRequest,
      answers: { 200: { admitted: admittedVerdict }, 422: { already_scanned: refusedVerdict } },
    },
  },
  schemas: {
    AdmissionVerdict: [AdmissionVerdict, admittedVerdict],
    CheckInRequest: [CheckInRequest, checkInRequest],
    DenialVerdict: [DenialVerdict, refusedVerdict],
    EntryScan: [EntryScan, arrival],
    ...pageSchemas('EntryScan', scanPages, arrival),
  },
} satisfies ExamplesOf<typeof scanRoutes>;
