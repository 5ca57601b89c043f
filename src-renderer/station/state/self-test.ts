import { Type } from 'typebox';
import { Nullable } from '../../../shared/contract/fields.ts';
import type { ReadOnly } from '../../../shared/schema.ts';
import { type ComparedList, SelfTestReport } from '../../../shared/station/self-test.ts';
import { CameraStatus } from './camera/camera-reader.ts';
import type { LayoutFinding } from './wedge/layout-test.ts';
import { Check } from 'typebox/schema';
import { parseJson } from '../../../shared/contract/parse-json.ts';

const ScannerFinding = Type.Enum(['read', 'other_code', 'garbled']);
export type ScannerFinding = ReadOnly<typeof ScannerFinding>;

/** The result of testing one station before doors: the station's own report, and what a person saw and heard. */
export const SelfTestResult = Type.Object({
  /** Corrected time. */
  at: Type.String(),
  station: Nullable(Type.String()),
  event: Nullable(Type.String()),
  /** Null is the box office. */
  entryPoint: Nullable(Type.String()),
  /** How the training code arrived; null until something has been read. */
  scanner: Nullable(ScannerFinding),
  /** The person's answer about the tones; null until then. */
  heard: Nullable(Type.Boolean()),
  /** Null if no camera was chosen. */
  camera: Nullable(CameraStatus),
  /** Null if the station did not answer. */
  report: Nullable(SelfTestReport),
});
export type SelfTestResult = ReadOnly<typeof SelfTestResult>;

/** The grade of a check. `open`: it still needs somebody to do something. */
export type Grade = 'passed' | 'open' | 'attention' | 'failed';

export const checks = [
  'scanner',
  'sound',
  'camera',
  'clock',
  'server',
  'tickets',
  'scans',
  'journal',
  'disk',
] as const;
export type Check = (typeof checks)[number];

const graded = {
  scanner_read: 'passed',
  scanner_other_code: 'attention',
  scanner_garbled: 'failed',
  scanner_open: 'open',
  sound_heard: 'passed',
  sound_not_heard: 'failed',
  sound_open: 'open',
  camera_ready: 'passed',
  camera_not_ready: 'failed',
  clock_right: 'passed',
  clock_off: 'failed',
  clock_not_compared: 'attention',
  server_answers: 'passed',
  server_away: 'attention',
  server_failed: 'attention',
  list_same: 'passed',
  list_differs: 'attention',
  list_not_compared: 'attention',
  tickets_none: 'failed',
  journal_written: 'passed',
  journal_slow: 'attention',
  journal_full: 'failed',
  journal_failed: 'failed',
  disk_room: 'passed',
  disk_low: 'attention',
  disk_full: 'failed',
  disk_unknown: 'passed',
  not_answered: 'failed',
} as const satisfies Readonly<Record<string, Grade>>;

/** The finding of a check; each has its own sentence, with what to do. */
export type Finding = keyof typeof graded;

export interface CheckLine {
  readonly check: Check;
  readonly finding: Finding;
  readonly grade: Grade;
}

/** A slower write is noticeable at the door, in milliseconds. */
const SLOW_WRITE_MS = 100;
const LOW_BYTES = 1_000_000_000;
/** With less free space not even the log is written: the rest belongs to the journal. */
const FULL_BYTES = 100_000_000;

/** The checks, in display order. */
export function linesOf(result: SelfTestResult): readonly CheckLine[] {
  const findings: Readonly<Record<Check, Finding | null>> = {
    scanner: result.scanner === null ? 'scanner_open' : `scanner_${result.scanner}`,
    sound: soundFinding(result.heard),
    camera: cameraFinding(result.camera),
    ...stationFindings(result.report),
  };
  return checks.flatMap((check) => {
    const finding = findings[check];
    return finding === null ? [] : [{ check, finding, grade: graded[finding] }];
  });
}

/** The worst grade of all checks. */
export function gradeOf(lines: readonly CheckLine[]): Grade {
  const order = ['failed', 'attention', 'open'] as const;
  return order.find((grade) => lines.some((line) => line.grade === grade)) ?? 'passed';
}

/** What a keyboard scanner made of the printed code. */
export function scannerFindingOf(layout: LayoutFinding): ScannerFinding {
  return layout === 'lost' || layout === 'unknown' ? 'garbled' : 'read';
}

function soundFinding(heard: boolean | null): Finding {
  if (heard === null) return 'sound_open';
  return heard ? 'sound_heard' : 'sound_not_heard';
}

function cameraFinding(camera: CameraStatus | null): Finding | null {
  if (camera === null) return null;
  return camera === 'ready' ? 'camera_ready' : 'camera_not_ready';
}

type StationCheck = Exclude<Check, 'scanner' | 'sound' | 'camera'>;

function stationFindings(
  report: SelfTestReport | null,
): Readonly<Record<StationCheck, Finding | null>> {
  if (report === null) {
    const none = { clock: null, tickets: null, scans: null, journal: null, disk: null };
    return { ...none, server: 'not_answered' };
  }
  return {
    clock: clockFinding(report),
    server: serverFinding(report),
    tickets: report.tickets.here === 0 ? 'tickets_none' : listFinding(report.tickets),
    scans: listFinding(report.scans),
    journal: journalFinding(report.journal),
    disk: diskFinding(report.free_bytes),
  };
}

function clockFinding({ clock }: SelfTestReport): Finding {
  if (clock.suspect) return 'clock_off';
  return clock.offset_ms === null || clock.remembered ? 'clock_not_compared' : 'clock_right';
}

function serverFinding({ server }: SelfTestReport): Finding {
  return server.kind === 'answered' ? 'server_answers' : `server_${server.kind}`;
}

function listFinding({ here, server }: ComparedList): Finding {
  if (server === null) return 'list_not_compared';
  return here === server ? 'list_same' : 'list_differs';
}

function journalFinding(journal: SelfTestReport['journal']): Finding {
  if (journal.kind === 'failed') {
    return journal.cause === 'disk_full' ? 'journal_full' : 'journal_failed';
  }
  return journal.milliseconds > SLOW_WRITE_MS ? 'journal_slow' : 'journal_written';
}

function diskFinding(bytes: number | null): Finding {
  if (bytes === null) return 'disk_unknown';
  if (bytes < FULL_BYTES) return 'disk_full';
  return bytes < LOW_BYTES ? 'disk_low' : 'disk_room';
}

const KEY = 'gatehouse.self-test';

/** Loads the last self-test of this screen; null if there is none that this version can read. */
export function loadSelfTest(storage: Pick<Storage, 'getItem'>): SelfTestResult | null {
  const value = parseJson(storage.getItem(KEY) ?? '');
  return Check(SelfTestResult, value) ? value : null;
}

export function saveSelfTest(storage: Pick<Storage, 'setItem'>, made: SelfTestResult): void {
  try {
    storage.setItem(KEY, JSON.stringify(made));
  } catch {
    // If storage is full or forbidden, the result is not kept; the door still works.
  }
}
