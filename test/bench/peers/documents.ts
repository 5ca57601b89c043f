const ULID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A ticket as a list of the API says it, as a document: what every peer holds and sends. */
export interface TicketDocument {
  readonly reference: string;
  readonly status: string;
  readonly ticket_type: { readonly reference: string; readonly name: string };
  readonly contact: { readonly first_name: string; readonly last_name: string };
  readonly order: string;
  readonly seat_label: string;
  readonly code_issue: number;
  readonly updated_at: string;
}

export function ticketDocument(index: number): TicketDocument {
  return {
    reference: referenceOf('tkt', index),
    status: 'valid',
    ticket_type: { reference: referenceOf('tt', 1), name: 'General admission' },
    contact: { first_name: 'Amélie', last_name: `Dubois ${index}` },
    order: referenceOf('ord', Math.floor(index / 3)),
    seat_label: `Row ${index % 40}`,
    code_issue: 1,
    updated_at: new Date(1_700_000_000_000 + index).toISOString(),
  };
}

/** A scan as a station uploads it. */
export function scanDocument(index: number) {
  return {
    reference: referenceOf('scn', index),
    ticket: referenceOf('tkt', index),
    result: 'allowed',
    reason: 'scanning.allowed',
    scanned_at: new Date(1_700_000_000_000 + index).toISOString(),
    scanner_location: referenceOf('loc', 1),
    clock_offset_ms: 0,
    sequence: index + 1,
  };
}

/** References of one sale: a shared prefix, then a tail that only looks random. */
function referenceOf(prefix: string, index: number): string {
  let mixed = BigInt.asUintN(60, BigInt(index + 1) * 0x9e37_79b9_7f4a_7c15n);
  let tail = '';
  for (let digit = 0; digit < 12; digit += 1) {
    tail += ULID_DIGITS[Number(mixed & 31n)];
    mixed >>= 5n;
  }
  return `${prefix}_01kyvbnvq0g7m3${tail}`;
}
