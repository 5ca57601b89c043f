import {
  SnapshotMark,
  SnapshotRow,
  SnapshotStart,
  type snapshotRoutes,
} from '../../shared/resources/snapshot.ts';
import { cloakroomLine } from './add-ons.ts';
import { gala } from './events.ts';
import type { ExamplesOf } from './example.ts';

export const snapshotStartLine = {
  kind: 'start',
  event: gala.reference,
  watermark: '2026-12-12T16:40:10.083114Z',
  counts: { tickets: 332, scans: 0, releases: 0, order_lines: 41, answers: 96 },
} satisfies SnapshotStart;

export const snapshotRowLine = {
  kind: 'order_line',
  order_line: cloakroomLine,
} satisfies SnapshotRow;

export const snapshotEndLine = {
  kind: 'end',
  cursor: null,
  count: 469,
  checksum: '7f1bb1c04c1f0a5f4a6d0e2c9b8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d',
} satisfies SnapshotMark;

export const snapshotExamples = {
  calls: {
    readSnapshot: {
      answers: { 200: { start: snapshotStartLine, row: snapshotRowLine, end: snapshotEndLine } },
    },
  },
  schemas: {
    SnapshotMark: [SnapshotMark, snapshotEndLine],
    SnapshotRow: [SnapshotRow, snapshotRowLine],
    SnapshotStart: [SnapshotStart, snapshotStartLine],
  },
} satisfies ExamplesOf<typeof snapshotRoutes>;
