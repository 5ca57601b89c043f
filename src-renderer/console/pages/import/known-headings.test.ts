import { expect, it } from 'vitest';
import { mappingOf } from './known-headings.ts';

const taken = (...headings: readonly string[]) =>
  mappingOf(headings.map((column) => ({ column, field: null })));

it.each([
  [
    ['Order #', 'Ticket', 'E-mail', 'Notes'],
    ['external_id', 'ticket_type', 'email', null],
  ],
  [
    ['Bestellnummer', 'Ticketart', 'Vorname', 'Sitzplatz'],
    ['external_id', 'ticket_type', 'first_name', 'seat_label'],
  ],
  [
    ['Numéro de commande', 'Prénom', 'Siège'],
    ['external_id', 'first_name', 'seat_label'],
  ],
  [
    ['Correo electrónico', 'Apellidos'],
    ['email', 'last_name'],
  ],
])('the columns %j are recognised', (headings, fields) => {
  expect(taken(...headings)).toEqual(fields);
});

it('a field is taken from one column, and from the one that is named for it', () => {
  expect(taken('Ticket', 'Type')).toEqual(['ticket_type', null]);
  const named = { column: 'ticket_type', field: 'ticket_type' };
  expect(mappingOf([{ column: 'Ticket', field: null }, named])).toEqual([null, 'ticket_type']);
});
