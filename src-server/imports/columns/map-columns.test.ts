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

it('takes a column Email for the buyer’s where somebody named another one for the holder', () => {
  expect(fieldsOf('Guest,Email', 'Guest=email')).toEqual(['email', 'buyer_email']);
});
