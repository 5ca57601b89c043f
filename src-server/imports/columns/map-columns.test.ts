import { expect, it } from 'vitest';
import { readColumnChoice } from './import-fields.ts';
import { mapColumns } from './map-columns.ts';

const none = { addOns: [], questions: [], hasSessions: false };

function fieldsOf(heading: string, ...map: readonly string[]): readonly (string | null)[] {
  const cells = heading.split(',');
  const { columns } = mapColumns(
    { heading: cells, headingLine: 1 },
    readColumnChoice(map, []),
    none,
  );
  return columns.map(({ target, isSuspicious }) =>
    isSuspicious ? '?' : target?.kind === 'field' ? target.field : null,
  );
}

it.each([
  ['State,Status,Company,State', [null, 'status', null, null]],
  ['State,Void', [null, 'void']],
  ['Estado,Pedido', ['status', 'order']],
  ['TicketID,OrderID,BuyerEmail,IsVoid', ['ticket', 'order', 'buyer_email', 'void']],
  ['order_id,ticket-type', ['order', 'ticket_type']],
  ['Email,Name', ['email', 'name']],
  ['Email,Name,Attendee name', ['buyer_email', 'buyer_name', 'name']],
  ['Refunded amount,Total Paid,Fees Paid', ['?', 'price', null]],
  ['Sperrgrund gesperrt,Blocked', ['?', 'void']],
])('of %j the columns are %j', (heading, fields) => {
  expect(fieldsOf(heading)).toEqual(fields);
});

it.each([
  'Booking status, Payment cancelled on, Is non-refundable, Void reason',
  'Ticketstorno, Teilstornierung, Rückerstattung, Rückerstattungsbetrag, Bezahlstatus, Rückzahlung, Zurückgezahlt am',
  'Statut inscription, État du billet, Remboursement, Montant remboursé, Billet annulé',
  'Estado de la reserva, Devolución, Importe devuelto, Motivo de anulación, Reembolso',
])('each of %s may say that a ticket is not valid', (headings) => {
  const each = headings.split(', ');
  expect(each.filter((heading) => fieldsOf(heading)[0] !== '?')).toEqual([]);
});

it.each([
  ['Buchungsstatus', 'status'],
  ['Auftragsstatus', 'status'],
  ['Teilnehmerstatus', 'status'],
  ['Rückerstattet', 'void'],
  ['Zurückerstattet', 'void'],
  ['Remboursée', 'void'],
  ['Annulé', 'void'],
  ['Devuelto', 'void'],
  ['Berichterstatter', null],
  ['Sitzblock', null],
  ['State', 'status'],
  ['Foods to avoid', null],
  ['Granulado', null],
])('%s is %j', (heading, field) => {
  expect(fieldsOf(heading)).toEqual([field]);
});

it('takes a column Email for the buyer’s where somebody named another one for the holder', () => {
  expect(fieldsOf('Guest,Email', 'Guest=email')).toEqual(['email', 'buyer_email']);
});
