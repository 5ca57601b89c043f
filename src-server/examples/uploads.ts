import { errorMessages } from '../../shared/contract/errors.ts';
import type { Conflict } from '../../shared/resources/conflicts.ts';
import {
  RedemptionUpload,
  RedemptionUploadRequest,
  RedemptionUploadResponse,
  RedemptionUploadResult,
  ScanUpload,
  ScanUploadRequest,
  ScanUploadResponse,
  ScanUploadResult,
  type uploadRoutes,
} from '../../shared/resources/uploads.ts';
import { cloakroomLine } from './add-ons.ts';
import { northGate, southGate } from './events.ts';
import type { ExamplesOf } from './example.ts';
import { arrival, secondVerdict } from './scans.ts';
import { saturday } from './sessions.ts';
import { adaTicket } from './tickets.ts';

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
  expected_reason: secondVerdict.reason,
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

export const scanUpload = { items: [offlineScan, foreignScan] } satisfies ScanUploadRequest;

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

const scanResponse = { data: [conflictingResult, rejectedResult] };
const redemptionRequest = { items: [redemption] };
const redemptionResponse = { data: [recordedRedemption] };

export const uploadExamples = {
  calls: {
    uploadScans: { request: scanUpload, answers: { 200: { uploaded: scanResponse } } },
    uploadRedemptions: {
      request: redemptionRequest,
      answers: { 200: { uploaded: redemptionResponse } },
    },
  },
  schemas: {
    RedemptionUpload: [RedemptionUpload, redemption],
    RedemptionUploadRequest: [RedemptionUploadRequest, redemptionRequest],
    RedemptionUploadResponse: [RedemptionUploadResponse, redemptionResponse],
    RedemptionUploadResult: [RedemptionUploadResult, recordedRedemption],
    ScanUpload: [ScanUpload, offlineScan],
    ScanUploadRequest: [ScanUploadRequest, scanUpload],
    ScanUploadResponse: [ScanUploadResponse, scanResponse],
    ScanUploadResult: [ScanUploadResult, conflictingResult],
  },
} satisfies ExamplesOf<typeof uploadRoutes>;
