import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { ScanUpload } from '../../../shared/resources/uploads.ts';
import { formatInstant, parseInstant, type Instant } from '../../../shared/instant.ts';
import { printableOrNull } from '../../../shared/plain-text.ts';
import { isReference } from '../../../shared/references.ts';
import { describeItem } from '../../rules/describe-mismatch.ts';

const Item = Compile(ScanUpload);

/** Why an item is not recorded. The station keeps the item and shows it to its staff. */
export interface Rejection {
  readonly code:
    | 'validation.failed'
    | 'ticket.unknown'
    | 'session.unknown'
    | 'location.unknown'
    | 'scan.mismatch'
    | 'release.mismatch';
  readonly message: string;
}

/** A valid item. */
export interface ScanItem {
  readonly item: ScanUpload;
  /** Why a supervisor overruled a denial, without what could harm the text that it is shown beside; null if none did. */
  readonly note: string | null;
  readonly scannedAt: Instant;
  readonly watermark: Instant | null;
  /** SHA-256 over the contract's fields in a fixed order, because a retry may format its JSON and timestamps differently. */
  readonly hash: Buffer;
}

export function parseScanItem(value: unknown): ScanItem | Rejection {
  if (!Item.Check(value)) return invalid(describeItem(Item.Errors(value)));
  const scannedAt = parseInstant(value.scanned_at);
  if (scannedAt === null) return invalid('scanned_at is not a valid timestamp.');
  if ((value.result === 'allowed') !== (value.reason === 'scanning.allowed')) {
    return invalid('The result and the reason contradict each other.');
  }
  if (value.overruled !== undefined && value.result !== 'allowed') {
    return invalid('Only an admission can be overruled.');
  }
  const note = printableOrNull(value.overruled?.note ?? null);
  if (value.overruled !== undefined && note === null) {
    return invalid('The note says nothing of why it was overruled.');
  }
  const { watermark: written } = value.snapshot;
  const watermark = written === null ? null : parseInstant(written);
  return { item: value, note, scannedAt, watermark, hash: hashItem(value, scannedAt, watermark) };
}

/** The reference to return with the item's result; null if the item has no valid one. */
export function referenceOfItem(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('reference' in item)) return null;
  const { reference } = item;
  return typeof reference === 'string' && isReference('scan', reference) ? reference : null;
}

function hashItem(item: ScanUpload, scannedAt: Instant, watermark: Instant | null): Buffer {
  const content = [
    item.ticket,
    item.result,
    item.reason,
    formatInstant(scannedAt),
    item.session ?? null,
    item.scanner_location ?? null,
    item.clock_offset_ms,
    item.sequence,
    watermark === null ? null : formatInstant(watermark),
    item.code ?? null,
    ...(item.admission_source === undefined ? [] : [item.admission_source]),
    ...(item.overruled === undefined ? [] : [item.overruled.reason, item.overruled.note]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

function invalid(message: string): Rejection {
  return { code: 'validation.failed', message };
}
