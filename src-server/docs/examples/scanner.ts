import type { AddOnLine } from '../../../shared/resources/add-ons.ts';
import type {
  RedemptionUpload,
  RedemptionUploadResult,
} from '../../../shared/resources/uploads.ts';
import type { ChangeNotice } from '../../../shared/resources/event-stream.ts';
import type {
  ConflictDetails,
  ConflictResolution,
  ConflictScan,
} from '../../../shared/resources/conflicts.ts';
import type { Heartbeat, ReportedStation } from '../../../shared/resources/stations.ts';
import type {
  SnapshotMark,
  SnapshotRow,
  SnapshotStart,
} from '../../../shared/resources/snapshot.ts';
import { adaOrder } from './orders.ts';
import { cloakroom, gala, northGate, southGate } from './programme.ts';
import { arrival, doubleAdmission, offlineScan } from './scans.ts';

/** Ada bought two cloakroom places and handed one coat over. */
export const cloakroomLine = {
  reference: 'oln_01m70b6qz5k3t2hhbdx9d1e7pe',
  order: adaOrder.reference,
  order_status: adaOrder.status,
  add_on: cloakroom.reference,
  session: null,
  quantity: 2,
  redeemed: 1,
  remaining: 1,
  created_at: adaOrder.created_at,
  updated_at: '2026-12-12T18:07:12.904418Z',
} satisfies AddOnLine;

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

export const redemption = {
  client_reference: '01m9npzw2m4x6v1s0y8q5n3k7d',
  order_line: cloakroomLine.reference,
  quantity: 1,
  redeemed_at: '2026-12-12T18:07:11.640277Z',
  scanner_location: northGate.reference,
} satisfies RedemptionUpload;

export const recordedRedemption = {
  client_reference: redemption.client_reference,
  status: 'recorded',
  remaining: cloakroomLine.remaining,
  updated_at: cloakroomLine.updated_at,
  over_redeemed: false,
  code: null,
  message: null,
} satisfies RedemptionUploadResult;

export const heartbeat = {
  event: gala.reference,
  scanner_location: southGate.reference,
  version: '0.1.0',
  queued: 3,
  needs_attention: 0,
  oldest_unsent_at: offlineScan.scanned_at,
  replica_at: '2026-12-12T18:13:58.204771Z',
  clock_offset_ms: offlineScan.clock_offset_ms,
  scanner: 'keyboard',
  warnings: [],
  peer_addresses: ['192.168.20.15:8797'],
  peers: [
    {
      client_id: 'gci_0b7e2f94c6d1483ea5f3d8c21b60974a',
      heard_at: '2026-12-12T18:14:18.702113Z',
    },
  ],
  station_key: 'u3Zk8pWq1sXv5Yb0hCr2TnGf7LjE4aJ9oMd6iBtKwPc',
} satisfies Heartbeat;

export const southStation = {
  client_id: 'gci_5d0f6b1c2e8a47c39a1b7f60d4e2c893',
  name: 'South Gate 1',
  last_heartbeat_at: '2026-12-12T18:14:20.118930Z',
  heartbeat,
} satisfies ReportedStation;

export const snapshotStartLine = {
  kind: 'start',
  event: gala.reference,
  watermark: '2026-12-12T16:40:10.083114Z',
  counts: { tickets: 332, scans: 0, order_lines: 41 },
} satisfies SnapshotStart;

export const snapshotRowLine = {
  kind: 'order_line',
  order_line: cloakroomLine,
} satisfies SnapshotRow;

export const snapshotEndLine = {
  kind: 'end',
  cursor: null,
  count: 373,
  checksum: '7f1bb1c04c1f0a5f4a6d0e2c9b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d',
} satisfies SnapshotMark;

export const scanNotice = {
  reference: arrival.reference,
  updated_at: arrival.updated_at,
  scan: arrival,
} satisfies ChangeNotice;
