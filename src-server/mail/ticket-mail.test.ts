import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantFromMicros } from '../../shared/instant.ts';
import { adaTicket } from '../examples/tickets.ts';
import { composeTicketMail } from './ticket-mail.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u202E', '\u2067', '\r\n', '\u2028', '\u0007', '\u0301', ' ', '<'),
    fc.string({ unit: 'grapheme', maxLength: 1 }),
  ),
});

it('no name turns, ends or floods a line of the mail', async () => {
  const names = fc.record({
    first: text,
    last: text,
    type: text,
    session: text,
    seat: text,
    event: text,
    organiser: text,
  });
  await fc.assert(
    fc.asyncProperty(names, async ({ first, last, type, session, seat, event, organiser }) => {
      const mail = await composeTicketMail({
        to: 'ada@example.org',
        organiser,
        event: { name: event, starts_at: instantFromMicros(1), timezone: 'UTC' },
        tickets: [
          {
            code: 'tkt_1',
            ticket: {
              ...adaTicket,
              contact: { reference: 'con_1', email: null, first_name: first, last_name: last },
              ticket_type: { reference: 'tt_1', name: type },
              session: {
                reference: 'ses_1',
                name: session,
                starts_at: '2026-12-12T19:00:00.000000Z',
              },
              seat_label: seat,
              valid_from: null,
              valid_until: null,
            },
          },
        ],
      });
      const all = `${mail.subject}\n${mail.text}\n${mail.html}`;
      expect(all).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]|\p{M}{11}/u);
      expect(mail.subject).not.toContain('\n');
      const lines = mail.text.split('\n');
      expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^Hello.*,$/), '']);
    }),
    { numRuns: 50 },
  );
});

it('the numbers of the shop where a ticket was sold are in the mail', async () => {
  const { text, html } = await composeTicketMail({
    to: 'ada@example.org',
    organiser: 'Nordlys',
    event: { name: 'Gala', starts_at: null, timezone: 'UTC' },
    tickets: [
      {
        code: 'tkt_1',
        ticket: { ...adaTicket, external_id: 'T-4711', order_external_id: '#1001' },
      },
    ],
  });
  for (const said of ['Order #1001', 'Number T-4711']) {
    expect(text).toContain(said);
    expect(html).toContain(said);
  }
});
