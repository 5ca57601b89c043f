import type { SelfTestReport } from '../../shared/station/self-test.ts';
import type { SelfTestResult } from '../../src-renderer/station/state/self-test.ts';
import { evening } from './door-script.ts';

/** The report of a station without problems. */
export const selfTestReport: SelfTestReport = {
  at: evening(),
  version: '1.0.0',
  clock: { offset_ms: 120, suspect: false, remembered: false },
  server: { kind: 'answered' },
  tickets: { here: 1_980, server: 1_980, fresh_at: evening() },
  scans: { here: 412, server: 412, fresh_at: evening() },
  journal: { kind: 'written', milliseconds: 0.42 },
  free_bytes: 118_400_000_000,
};

export const selfTestResult: SelfTestResult = {
  at: evening(),
  station: 'cli_north_gate',
  event: 'Winter Gala',
  entryPoint: 'North Gate',
  scanner: 'read',
  heard: true,
  camera: null,
  report: selfTestReport,
};
