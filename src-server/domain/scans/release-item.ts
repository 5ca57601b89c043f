import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { ReleaseUpload } from '../../../shared/resources/releases.ts';
import { formatInstant, parseInstant, type Instant } from '../../../shared/instant.ts';
import { isReference } from '../../../shared/references.ts';
import { printableOrNull } from '../../../shared/plain-text.ts';
import { describeItem } from '../../rules/describe-mismatch.ts';
import type { Rejection } from './scan-item.ts';

const Item = Compile(ReleaseUpload);

/** A valid item. */
export interface ReleaseItem {
  readonly item: ReleaseUpload;
  /** Without what could harm the text that it is shown beside: nobody is kept inside for a character. */
  readonly note: string | null;
  readonly releasedAt: Instant;
  /** SHA-256 over the contract's fields in a fixed order, as with scans. */
  readonly hash: Buffer;
}

export function parseReleaseItem(value: unknown): ReleaseItem | Rejection {
  if (!Item.Check(value)) return invalid(describeItem(Item.Errors(value)));
  const releasedAt = parseInstant(value.released_at);
  if (releasedAt === null) return invalid('released_at is not a valid timestamp.');
  const note = printableOrNull(value.note ?? null);
  return { item: value, note, releasedAt, hash: hashItem(value, releasedAt) };
}

/** The reference to return with the item's result; null if the item has no valid one. */
export function referenceOfRelease(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('reference' in item)) return null;
  const { reference } = item;
  return typeof reference === 'string' && isReference('release', reference) ? reference : null;
}

function hashItem(item: ReleaseUpload, releasedAt: Instant): Buffer {
  const content = [
    item.ticket,
    item.scan,
    item.kind,
    item.note ?? null,
    formatInstant(releasedAt),
    item.scanner_location ?? null,
    item.clock_offset_ms,
    item.sequence,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

function invalid(message: string): Rejection {
  return { code: 'validation.failed', message };
}
