import { Heartbeat, ReportedStation, type stationRoutes } from '../../shared/resources/stations.ts';
import { gala, southGate } from './events.ts';
import { type ExamplesOf, found } from './example.ts';
import { offlineScan } from './uploads.ts';

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

export const stationExamples = {
  calls: {
    sendHeartbeat: {
      request: heartbeat,
      answers: {
        200: { heard: { data: { server_time: '2026-12-12T18:14:20.118930Z', open_conflicts: 1 } } },
      },
    },
    listStations: found([southStation]),
  },
  schemas: {
    Heartbeat: [Heartbeat, heartbeat],
    Station: [ReportedStation, southStation],
  },
} satisfies ExamplesOf<typeof stationRoutes>;
