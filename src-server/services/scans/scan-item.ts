import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { ScanUpload } from '../../../shared/contract/scanner.ts';
import { formatInstant, parseInstant, type Instant } from '../../../shared/instant.ts';
import { isReference } from '../../../shared/references.ts';
import { describeItem } from '../describe-mismatch.ts';

const Item = Compile(ScanUpload);

/** Why an item is not recorded; the station keeps it and shows it to somebody. */
export interface Rejection {
  readonly code:
    | 'validation.failed'
    | 'ticket.unknown'
    | 'session.unknown'
    | 'location.unknown'
    | 'scan.mismatch';
  readonly message: string;
}

/** An item that says what it must. */
export interface ScanItem {
  readonly item: ScanUpload;
  readonly scannedAt: Instant;
  readonly watermark: Instant | null;
  /** Over the fields of the contract in a fixed order: a station that repeats an item may spell its JSON and its times differently. */
  readonly hash: Buffer;
}

export function parseScanItem(value: unknown): ScanItem | Rejection {
  if (!Item.Check(value)) return invalid(describeItem(Item.Errors(value)));
  const scannedAt = parseInstant(value.scanned_at);
  if (scannedAt === null) return invalid('The scanned_at is no time.');
  if ((value.result === 'allowed') !== (value.reason === 'scanning.allowed')) {
    return invalid('The result and the reason contradict each other.');
  }
  const { watermark: written } = value.snapshot;
  const watermark = written === null ? null : parseInstant(written);
  return { item: value, scannedAt, watermark, hash: hashItem(value, scannedAt, watermark) };
}

/** The reference that an answer to the item can carry; null when the item has none that can be read. */
export function readReference(item: unknown): string | null {
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
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

function invalid(message: string): Rejection {
  return { code: 'validation.failed', message };
}
