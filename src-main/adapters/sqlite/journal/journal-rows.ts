import { Compile } from 'typebox/compile';
import { nearestInstant } from '../../../../shared/instant.ts';
import { parseJson } from '../../../../shared/contract/parse-json.ts';
import { UnnumberedOutcome, type ScanOutcome } from '../../../../shared/station/outcomes.ts';
import { reasons, type Reason } from '../../../../shared/verdict/terms/reason.ts';
import type { JournalDraft, JournalEntry, PendingScan } from '../../../ports/journal.ts';
import {
  contentColumns,
  uploadColumns,
  type JournalContent,
  type JournalRow,
  type JournalUpload,
} from './journal-schema.ts';
import type { EntryParameters } from './journal-statements.ts';
import { readRedemption } from './redemption-rows.ts';
import { outcomeOfRelease, readRelease } from './release-rows.ts';

const shownOutcome = Compile(UnnumberedOutcome);

export function contentOf(draft: JournalDraft, sequence: number): JournalContent {
  return {
    sequence,
    reference: draft.reference,
    request_id: draft.request_id,
    organiser: draft.organiser,
    event: draft.event,
    kind: draft.kind,
    ticket: draft.ticket,
    reason: draft.reason,
    session: draft.session,
    location_reference: draft.location?.reference ?? null,
    location_name: draft.location?.name ?? null,
    scanned_at: draft.scanned_at,
    clock_offset_ms: draft.clock_offset_ms,
    watermark: draft.watermark,
    code: draft.code,
    symbology: draft.symbology,
    source: draft.source,
    shown: JSON.stringify(draft.shown),
  };
}

/** Verdicts, redemptions and releases are uploaded; a code that named no known ticket is kept only here, because the server does not accept it. */
export function firstUpload(kind: JournalContent['kind']): JournalUpload {
  const isForServer = kind !== 'unknown_ticket' && kind !== 'unreadable';
  return {
    upload_state: isForServer ? 'pending' : 'local',
    upload_attempts: 0,
    upload_code: null,
    upload_message: null,
    upload_answer: null,
  };
}

export function entryParameters(
  row: JournalContent,
  hash: string,
  upload: JournalUpload,
): EntryParameters {
  return [
    ...contentColumns.map((column) => row[column]),
    hash,
    ...uploadColumns.map((column) => upload[column]),
  ];
}

/** Null for a row that cannot be sent because it names no ticket or no reason. */
export function pendingScan(row: JournalRow): PendingScan | null {
  const reason = knownReason(row.reason);
  if (row.ticket === null || reason === null) return null;
  if (row.kind !== 'admitted' && row.kind !== 'denied') return null;
  const shown = readShown(row.shown, row.sequence);
  return {
    sequence: row.sequence,
    reference: row.reference,
    event: row.event,
    ticket: row.ticket,
    kind: row.kind,
    reason,
    session: row.session,
    location: row.location_reference,
    scanned_at: nearestInstant(row.scanned_at),
    clock_offset_ms: row.clock_offset_ms,
    watermark: row.watermark,
    code: row.code,
    admission_source: shown?.first_admission?.source ?? null,
    overruled: shown?.overruled ?? null,
    attempts: row.upload_attempts,
  };
}

const UPLOADS = {
  pending: 'waiting',
  acknowledged: 'sent',
  attention: 'refused',
  local: 'local',
} as const;

export function journalEntry(row: JournalRow): JournalEntry {
  return {
    sequence: row.sequence,
    reference: row.reference,
    event: row.event,
    kind: row.kind,
    ticket: row.ticket,
    reason: knownReason(row.reason),
    scanned_at: nearestInstant(row.scanned_at),
    entry_point: row.location_name,
    shown: shownOf(row),
    code: row.code,
    redemption: row.kind === 'redemption' ? readRedemption(row.shown) : null,
    release: row.kind === 'release' ? readRelease(row.shown) : null,
    upload: UPLOADS[row.upload_state],
  };
}

/** What a screen showed for a row; null if nothing was scanned, or this version did not write it. */
export function shownOf({
  kind,
  shown,
  sequence,
}: Pick<JournalRow, 'kind' | 'shown' | 'sequence'>): ScanOutcome | null {
  if (kind === 'redemption') return null;
  if (kind !== 'release') return readShown(shown, sequence);
  const outcome = outcomeOfRelease(shown);
  return outcome && { ...outcome, number: sequence, repeated: false };
}

/** Parses a row's stored outcome; null if this version did not write it. */
function readShown(text: string, sequence: number): ScanOutcome | null {
  const value = parseJson(text);
  return shownOutcome.Check(value) ? { ...value, number: sequence, repeated: false } : null;
}

export function knownReason(written: string | null): Reason | null {
  return reasons.find((known) => known === written) ?? null;
}
