import { errorMessages } from '../../../shared/contract/errors.ts';
import { evaluate } from '../../../shared/verdict/evaluate.ts';
import type { AdmissionFacts } from '../../../shared/verdict/facts.ts';
import type { Verdict } from '../../../shared/verdict/verdict.ts';
import type { CheckInRequest, EntryScan } from '../../../shared/resources/scans.ts';
import type { LocationSummary } from '../../../shared/resources/events.ts';
import { renderScanVerdict } from '../../../shared/resources/scan-verdict.ts';
import type { Conflict } from '../../../shared/resources/conflicts.ts';
import type {
  ScanUpload,
  ScanUploadRequest,
  ScanUploadResult,
} from '../../../shared/resources/uploads.ts';
import { adaTicket } from './orders.ts';
import { gala, instantOf, northGate, saturday, saturdaySetup, southGate } from './programme.ts';

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
const refused = evaluate({ ...arrivalFacts, admission }, instantOf(cameAgainAt));

export const arrival = scanOf(admitted, {
  reference: 'scn_01m9nptbhvj64csbpcmknmzxha',
  scanner_location: northGate,
  scanned_at: arrivedAt,
});
export const secondScan = scanOf(refused, {
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
export const refusedVerdict = verdictOf(refused, secondScan);

function verdictOf(verdict: Verdict, scan: typeof arrival) {
  return renderScanVerdict(verdict, { ...scan, scanned_at: instantOf(scan.scanned_at) });
}

/** A station without a network let Ada's ticket in a second time: the server keeps the scan and says that they disagree. */
export const offlineScan = {
  reference: 'scn_01m9npx7snz9m5mf344ssjqds7',
  ticket: adaTicket.reference,
  result: 'allowed',
  reason: 'scanning.allowed',
  scanned_at: '2026-12-12T18:05:41.349008Z',
  session: saturday.reference,
  scanner_location: southGate.reference,
  clock_offset_ms: -184,
  sequence: 412,
  snapshot: { watermark: '2026-12-12T17:58:30.412953Z' },
  code: adaTicket.code,
} satisfies ScanUpload;

export const foreignScan = {
  reference: 'scn_01m9nqb7pwg74dadaap9w3bmx5',
  ticket: 'tkt_01m70bex3vj441213tb3r7mcyb',
  result: 'allowed',
  reason: 'scanning.allowed',
  scanned_at: '2026-12-12T18:13:20.476112Z',
  scanner_location: southGate.reference,
  clock_offset_ms: -184,
  sequence: 413,
  snapshot: offlineScan.snapshot,
} satisfies ScanUpload;

export const doubleAdmission = {
  reference: 'cfl_01m9nqe4brqbvntsqyzw92xhdx',
  kind: 'double_admission',
  state: 'open',
  ticket: adaTicket.reference,
  scan: offlineScan.reference,
  other_scan: arrival.reference,
  expected_reason: refused.reason,
  created_at: '2026-12-12T18:14:55.032671Z',
} satisfies Conflict;

export const conflictingResult = {
  reference: offlineScan.reference,
  status: 'recorded',
  conflict: doubleAdmission,
  clock_suspect: false,
  code: null,
  message: null,
} satisfies ScanUploadResult;

export const rejectedResult = {
  reference: foreignScan.reference,
  status: 'rejected',
  conflict: null,
  clock_suspect: false,
  code: 'ticket.unknown',
  message: errorMessages.ticketUnknown,
} satisfies ScanUploadResult;

export const checkInRequest = {
  ticket: adaTicket.reference,
  scanner_location: northGate.reference,
} satisfies CheckInRequest;

export const scanUpload = { items: [offlineScan, foreignScan] } satisfies ScanUploadRequest;
