import { zoneOffsetMs } from '../../../shared/zone-offset.ts';

const MINUTE_MS = 60_000;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** `2026-12-12T20:00` in a zone, as `<input type="datetime-local">` holds it, of a timestamp. */
export function toLocal(iso: string, zone: string): string {
  const at = Date.parse(iso);
  return new Date(at + zoneOffsetMs(at, zone)).toISOString().slice(0, 16);
}

/**
 * The timestamp of a local time. Of a time that occurs twice it is the first, and of one that a clock leaps over it is as much later. Null for
 * what is no time.
 */
export function fromLocal(local: string, zone: string): string | null {
  if (!LOCAL.test(local)) return null;
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const before = zoneOffsetMs(asUtc - 24 * 60 * MINUTE_MS, zone);
  const after = zoneOffsetMs(asUtc + 24 * 60 * MINUTE_MS, zone);
  const fitting = [before, after].find((offset) => zoneOffsetMs(asUtc - offset, zone) === offset);
  return new Date(asUtc - (fitting ?? before)).toISOString();
}
