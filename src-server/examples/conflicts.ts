import {
  Conflict,
  ConflictDetails,
  ConflictResolution,
  ConflictScan,
  conflictPages,
  type conflictRoutes,
} from '../../shared/resources/conflicts.ts';
import { northGate, southGate } from './events.ts';
import { type ExamplesOf, found, pageSchemas } from './example.ts';
import { arrival } from './scans.ts';
import { doubleAdmission, offlineScan } from './uploads.ts';

export const northScan = {
  reference: arrival.reference,
  result: arrival.result,
  reason: arrival.reason,
  scanned_at: arrival.scanned_at,
  scanner_location: northGate,
  station: 'North Gate 1',
  clock_offset_ms: 21,
  clock_suspect: false,
  admission_source: null,
} satisfies ConflictScan;

const southScan = {
  reference: offlineScan.reference,
  result: offlineScan.result,
  reason: offlineScan.reason,
  scanned_at: offlineScan.scanned_at,
  scanner_location: southGate,
  station: 'South Gate 1',
  clock_offset_ms: offlineScan.clock_offset_ms,
  clock_suspect: false,
  admission_source: null,
} satisfies ConflictScan;

export const openConflict = {
  ...doubleAdmission,
  scans: [southScan, northScan],
  note: null,
  resolved_by: null,
  resolved_at: null,
  updated_at: doubleAdmission.created_at,
  deleted_at: null,
} satisfies ConflictDetails;

export const resolution = {
  note: 'She had gone out for her coat; the guest at South Gate was her.',
  resolved_by: 'Rosalind, floor manager',
} satisfies ConflictResolution;

export const resolvedConflict = {
  ...openConflict,
  ...resolution,
  state: 'resolved',
  resolved_at: '2026-12-12T18:31:40.225093Z',
  updated_at: '2026-12-12T18:31:40.225093Z',
} satisfies ConflictDetails;

export const conflictExamples = {
  calls: {
    listConflicts: {
      rows: { numbered: [openConflict], incremental: [openConflict] },
    },
    readConflict: found(openConflict, { reference: openConflict.reference }),
    resolveConflict: {
      path: { reference: openConflict.reference },
      request: resolution,
      answers: { 200: { resolved: { data: resolvedConflict } } },
    },
  },
  schemas: {
    Conflict: [Conflict, doubleAdmission],
    ConflictDetails: [ConflictDetails, openConflict],
    ConflictResolution: [ConflictResolution, resolution],
    ConflictScan: [ConflictScan, northScan],
    ...pageSchemas('Conflict', conflictPages, openConflict),
  },
} satisfies ExamplesOf<typeof conflictRoutes>;
