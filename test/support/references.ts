import fc from 'fast-check';
import { referenceOf, type TicketReference } from '../../shared/references.ts';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'.split('');

/** A ULID in lower case. */
export function anyUlid(): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...DIGITS.slice(0, 8)),
      fc.array(fc.constantFrom(...DIGITS), { minLength: 25, maxLength: 25 }),
    )
    .map(([first, rest]) => first + rest.join(''));
}

export function anyTicketReference(): fc.Arbitrary<TicketReference> {
  return anyUlid().map((ulid) => referenceOf('ticket', ulid));
}
