import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { nearestInstant, parseInstant } from '../../../../shared/instant.ts';
import { parseJson } from '../../../../shared/contract/parse-json.ts';
import { JournalRedemption } from '../../../../shared/sealing/journal-line.ts';
import type { PendingRedemption, RedemptionDraft, ReportedLine } from '../../../ports/journal.ts';
import type { JournalContent, JournalRow } from './journal-schema.ts';

const Stored = Compile(JournalRedemption);

/** The redemption is stored in `shown`, the one column with room for it; the chain covers it like any other. */
export function contentOfRedemption(draft: RedemptionDraft, sequence: number): JournalContent {
  const { order, order_line, quantity } = draft;
  return {
    sequence,
    reference: draft.reference,
    request_id: draft.request_id,
    organiser: draft.organiser,
    event: draft.event,
    kind: 'redemption',
    ticket: null,
    reason: null,
    session: null,
    location_reference: draft.location?.reference ?? null,
    location_name: draft.location?.name ?? null,
    scanned_at: draft.redeemed_at,
    clock_offset_ms: draft.clock_offset_ms,
    watermark: null,
    code: '',
    symbology: null,
    source: 'screen',
    shown: JSON.stringify({ order, order_line, quantity }),
  };
}

/** Null if damage made it unintelligible. */
export function readRedemption(shown: string): JournalRedemption | null {
  const value = parseJson(shown);
  return Stored.Check(value) ? value : null;
}

export function pendingRedemption(row: JournalRow): PendingRedemption | null {
  const redemption = row.kind === 'redemption' ? readRedemption(row.shown) : null;
  if (redemption === null) return null;
  return {
    ...redemption,
    reference: row.reference,
    event: row.event,
    location: row.location_reference,
    redeemed_at: nearestInstant(row.scanned_at),
    attempts: row.upload_attempts,
  };
}

const Reported = Compile(
  Type.Object({
    remaining: Type.Integer({ minimum: 0 }),
    over_redeemed: Type.Optional(Type.Boolean()),
    updated_at: Type.String(),
  }),
);

/** Parses the server's reply as stored with an uploaded redemption. */
export function readReported(answer: string | null): ReportedLine | null {
  const value = answer === null ? undefined : parseJson(answer);
  const updatedAt = Reported.Check(value) ? parseInstant(value.updated_at) : null;
  if (!Reported.Check(value) || updatedAt === null) return null;
  return {
    remaining: value.remaining,
    over_redeemed: value.over_redeemed === true,
    updated_at: updatedAt,
  };
}
