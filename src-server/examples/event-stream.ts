import { ChangeNotice, type eventStreamRoutes } from '../../shared/resources/event-stream.ts';
import type { ExamplesOf } from './example.ts';
import { arrival } from './scans.ts';

export const scanNotice = {
  reference: arrival.reference,
  updated_at: arrival.updated_at,
  scan: arrival,
} satisfies ChangeNotice;

export const eventStreamExamples = {
  calls: {
    followEvent: { answers: { 200: { scan: scanNotice } } },
  },
  schemas: {
    ChangeNotice: [ChangeNotice, scanNotice],
  },
} satisfies ExamplesOf<typeof eventStreamRoutes>;
