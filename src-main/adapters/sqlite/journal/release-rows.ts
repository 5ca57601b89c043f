import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { nearestInstant } from '../../../../shared/instant.ts';
import { parseJson } from '../../../../shared/contract/parse-json.ts';
import { JournalRelease } from '../../../../shared/sealing/journal-line.ts';
import { UnnumberedOutcome } from '../../../../shared/station/outcomes.ts';
import type { Released } from '../../../../shared/verdict/releases.ts';
import type { PendingRelease, ReleaseDraft } from '../../../ports/journal.ts';
import type { JournalContent, JournalRow } from './journal-schema.ts';

const Stored = Compile(JournalRelease);
const WithOutcome = Compile(Type.Object({ outcome: UnnumberedOutcome }));

/** What it ends is stored in `shown`, with what the door showed. */
export function contentOfRelease(draft: ReleaseDraft, sequence: number): JournalContent {
  const { scan, kind, note, admitted_at, shown: outcome } = draft;
  return {
    sequence,
    reference: draft.reference,
    request_id: draft.request_id,
    organiser: draft.organiser,
    event: draft.event,
    kind: 'release',
    ticket: draft.ticket,
    reason: null,
    session: null,
    location_reference: draft.location?.reference ?? null,
    location_name: draft.location?.name ?? null,
    scanned_at: draft.released_at,
    clock_offset_ms: draft.clock_offset_ms,
    watermark: null,
    code: '',
    symbology: null,
    source: draft.source,
    shown: JSON.stringify({ scan, kind, note, admitted_at, ...(outcome !== null && { outcome }) }),
  };
}

/** Null if damage made it unintelligible. */
export function readRelease(shown: string): Omit<JournalRelease, 'admitted_at'> | null {
  const value = parseJson(shown);
  if (!Stored.Check(value)) return null;
  const { scan, kind, note } = value;
  return { scan, kind, note };
}

/** What the door showed; null if nothing was scanned. */
export function outcomeOfRelease(shown: string): UnnumberedOutcome | null {
  const value = parseJson(shown);
  return WithOutcome.Check(value) ? value.outcome : null;
}

export function releasedBy({
  reference,
  scanned_at,
  shown,
}: Pick<JournalContent, 'reference' | 'scanned_at' | 'shown'>): Released | null {
  const release = readRelease(shown);
  if (release === null) return null;
  const { scan, kind } = release;
  return { reference, scan, kind, released_at: nearestInstant(scanned_at) };
}

/** Null for a row that cannot be sent because damage made it unintelligible. */
export function pendingRelease(row: JournalRow): PendingRelease | null {
  const release = row.kind === 'release' ? readRelease(row.shown) : null;
  if (release === null || row.ticket === null) return null;
  return {
    ...release,
    sequence: row.sequence,
    reference: row.reference,
    event: row.event,
    ticket: row.ticket,
    location: row.location_reference,
    released_at: nearestInstant(row.scanned_at),
    clock_offset_ms: row.clock_offset_ms,
    attempts: row.upload_attempts,
  };
}
