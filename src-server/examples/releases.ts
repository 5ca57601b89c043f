import {
  Release,
  ReleaseRequest,
  ReleaseUpload,
  ReleaseUploadRequest,
  ReleaseUploadResponse,
  ReleaseUploadResult,
  releasePages,
  type releaseRoutes,
} from '../../shared/resources/releases.ts';
import { northGate, southGate } from './events.ts';
import { type ExamplesOf, pageSchemas } from './example.ts';
import { arrival } from './scans.ts';
import { adaTicket } from './tickets.ts';

/** Ada goes out for a moment. */
export const wentOut = {
  reference: 'rel_01m9nr2v0h6kq4x8t1c5y9b3zd',
  scan: arrival.reference,
  ticket: adaTicket.reference,
  kind: 'exit',
  note: null,
  scanner_location: northGate,
  released_at: '2026-12-12T18:26:15.903441Z',
  created_at: '2026-12-12T18:26:15.903441Z',
  updated_at: '2026-12-12T18:26:15.903441Z',
  station: 'North Gate 1',
} satisfies Release;

const request = { kind: 'mistake', note: 'The wrong twin' } satisfies ReleaseRequest;
const mistake = {
  ...wentOut,
  reference: 'rel_01m9nr7c2w8sd5g9f3v1m6n0pa',
  ...request,
  scanner_location: null,
  released_at: '2026-12-12T18:28:40.117902Z',
  created_at: '2026-12-12T18:28:40.117902Z',
  updated_at: '2026-12-12T18:28:40.117902Z',
  station: 'Ticket desk',
} satisfies Release;

const offlineRelease = {
  reference: 'rel_01m9nr4e7t2bj6y0k8x3q5w1vc',
  ticket: adaTicket.reference,
  scan: null,
  kind: 'exit',
  released_at: '2026-12-12T18:27:02.554310Z',
  scanner_location: southGate.reference,
  clock_offset_ms: -184,
  sequence: 414,
} satisfies ReleaseUpload;

const result = {
  reference: offlineRelease.reference,
  status: 'recorded',
  scan: arrival.reference,
  code: null,
  message: null,
} satisfies ReleaseUploadResult;

const upload = { items: [offlineRelease] };
const response = { data: [result] };

export const releaseExamples = {
  calls: {
    listReleases: { rows: { numbered: [mistake, wentOut], incremental: [wentOut, mistake] } },
    releaseScan: {
      path: { reference: arrival.reference },
      request,
      answers: { 200: { released: { data: mistake } } },
    },
    uploadReleases: { request: upload, answers: { 200: { uploaded: response } } },
  },
  schemas: {
    Release: [Release, wentOut],
    ReleaseRequest: [ReleaseRequest, request],
    ReleaseUpload: [ReleaseUpload, offlineRelease],
    ReleaseUploadRequest: [ReleaseUploadRequest, upload],
    ReleaseUploadResponse: [ReleaseUploadResponse, response],
    ReleaseUploadResult: [ReleaseUploadResult, result],
    ...pageSchemas('Release', releasePages, wentOut),
  },
} satisfies ExamplesOf<typeof releaseRoutes>;
