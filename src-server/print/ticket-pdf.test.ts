import { describe, expect, it } from 'vitest';
import { instantFromMicros } from '../../shared/instant.ts';
import { adaTicket } from '../examples/tickets.ts';
import type { TicketEvent } from './ticket-facts.ts';
import { ticketPdf } from './ticket-pdf.ts';

const gala: TicketEvent = {
  name: 'Spring Gala',
  starts_at: instantFromMicros(1_797_102_000_000_000),
  timezone: 'Europe/Berlin',
  organiser: 'Kulturhaus',
  entryPoints: new Map(),
};

const held = (first_name: string | null, last_name: string | null = null) => ({
  ...adaTicket,
  contact: { ...adaTicket.contact, first_name, last_name },
});

describe('the PDF of a ticket', () => {
  it('names its holder by email where it has no letters for the name', async () => {
    const byEmail = await ticketPdf(gala, held(null), 'code');
    expect((await ticketPdf(gala, held('გიორგი', 'მაისურაძე'), 'code')).equals(byEmail)).toBe(true);
    expect((await ticketPdf(gala, held('Giorgi', 'Maisuradze'), 'code')).equals(byEmail)).toBe(
      false,
    );
  });

  it('is the same whichever tickets were written before', async () => {
    const first = await ticketPdf(gala, adaTicket, 'code');
    await ticketPdf({ ...gala, name: '春の夜会' }, held('محمد', 'علي'), 'code');
    expect((await ticketPdf(gala, adaTicket, 'code')).equals(first)).toBe(true);
  });

  it('is one page, however much it has to say', async () => {
    const long = 'Die Donaudampfschifffahrtsgesellschaft bittet zu Tisch '.repeat(40);
    const ticket = {
      ...held(long, long),
      seat_label: long,
      external_id: long,
      order_external_id: long,
      valid_from: adaTicket.created_at,
      valid_until: adaTicket.created_at,
    };
    const event = { ...gala, name: long, organiser: long };
    const pdf = (await ticketPdf(event, ticket, 'code')).toString('latin1');
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
  });
});
