/** Reference prefixes (specification §2.1) and the additive ones of this product. */
export const referencePrefixes = {
  event: 'evt',
  ticketType: 'tt',
  addOn: 'adn',
  order: 'ord',
  orderLine: 'oln',
  ticket: 'tkt',
  refund: 'ref',
  session: 'ses',
  location: 'loc',
  waitlistEntry: 'wle',
  webhook: 'whk',
  delivery: 'whd',
  scan: 'scn',
  question: 'qst',
  field: 'fld',
  contact: 'con',
  organiser: 'org',
  /** additive: what an account may do for an organiser */
  member: 'mem',
  /** additive: a conflict between the door and the server */
  conflict: 'cfl',
  /** additive: what ends an admission */
  release: 'rel',
  /** additive: a file of tickets that was imported */
  import: 'imp',
} as const;

export type ReferenceKind = keyof typeof referencePrefixes;

/** `prefix_` and a lowercase ULID. Match on the prefix, never parse the tail (§2.1). */
export type Reference<Kind extends ReferenceKind> = `${(typeof referencePrefixes)[Kind]}_${string}`;
export type TicketReference = Reference<'ticket'>;

/** Crockford's alphabet without I, L, O, U; the first character of a ULID is at most 7. */
const TAIL = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const anyReference = new RegExp(`^(?:${Object.values(referencePrefixes).join('|')})_${TAIL}$`);

/** Whether `text` is a well-formed lowercase reference of that kind. */
export function isReference<Kind extends ReferenceKind>(
  kind: Kind,
  text: string,
): text is Reference<Kind> {
  return text.startsWith(`${referencePrefixes[kind]}_`) && anyReference.test(text);
}

/** Whether `text` is a well-formed lowercase reference of any kind. */
export function isAnyReference(text: string): boolean {
  return anyReference.test(text);
}

/** Joins a prefix and a ULID in any letter case. */
export function referenceOf<Kind extends ReferenceKind>(kind: Kind, ulid: string): Reference<Kind> {
  return `${referencePrefixes[kind]}_${ulid.toLowerCase()}`;
}
