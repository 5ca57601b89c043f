import { findCodes } from './find-codes.ts';
import { parseTicketCode, type TicketCode } from './parse-ticket-code.ts';

/** One code as read, and its content. */
export interface ReadCode {
  readonly raw: string;
  readonly code: TicketCode;
}

/** More codes than this in one reading are a list that somebody printed, not scans that ran together. */
const MOST_CODES = 10;

/**
 * The codes in one reading, in order: at least one. A scanner without a terminator merges quick scans (`tkt_…tkt_…`). A reading of one
 * code is kept as it came.
 */
export function readCodes(raw: string): readonly ReadCode[] {
  const found = findCodes(raw);
  if (found.length < 2 || found.length > MOST_CODES) return [{ raw, code: parseTicketCode(raw) }];
  return found.map((one) => ({ raw: one.raw, code: one.code }));
}
