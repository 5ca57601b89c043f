import type { Ticket } from '../../../shared/resources/tickets.ts';
import type { ticketFileRoutes } from '../../../shared/resources/ticket-files.ts';
import { currentCodeKey, signingKey } from '../../domain/tickets/code-keys.ts';
import { isVoid } from '../../domain/tickets/current-ticket.ts';
import { issueCode } from '../../domain/tickets/issue-code.ts';
import type { Handler, HandlersOf, RequestContext } from '../../http/request-context.ts';
import type { TicketEvent } from '../../print/ticket-facts.ts';
import { wrongState } from '../../rules/domain-error.ts';
import { requireEvent } from '../../rules/require-row.ts';
import { describeTicketEvent } from './ticket-event.ts';
import { requireVisibleTicket } from './tickets.ts';

interface CodedTicket {
  readonly ticket: Ticket;
  readonly event: TicketEvent;
  readonly code: string;
}

/** A ticket that admits, with its signed code. Throws for one that does not, or whose entry points do not fit into a code. */
async function readCodedTicket(context: RequestContext): Promise<CodedTicket> {
  const { ticket, row, event, key } = await context.database.read(async (tx) => {
    const ticket = await requireVisibleTicket(context, tx);
    const { reference, status } = ticket;
    if (isVoid(status)) throw wrongState(`ticket ${reference}`, status);
    const row = await requireEvent(tx, ticket.event ?? '');
    const event = await describeTicketEvent(tx, row);
    return { ticket, row, event, key: await signingKey(tx, row.organiser_id) };
  });
  const signing =
    key ?? (await context.database.write((tx) => currentCodeKey(tx, row.organiser_id)));
  return { ticket, event, code: await issueCode(ticket, row.reference, signing) };
}

/** A handler that makes a file of a ticket, whose name ends with `suffix`. */
function fileOf(suffix: string, make: (coded: CodedTicket) => Promise<Buffer>): Handler {
  return async (context) => {
    const coded = await readCodedTicket(context);
    const filename = `${coded.ticket.reference}${suffix}`;
    return {
      status: 200,
      body: await make(coded),
      headers: { 'content-disposition': `inline; filename="${filename}"` },
    };
  };
}

// Imported lazily: few servers draw.
const drawing = () => import('../../mail/qr-image.ts');
const printing = () => import('../../print/ticket-pdf.ts');

export const ticketFileHandlers: HandlersOf<typeof ticketFileRoutes> = {
  readTicketPdf: fileOf('.pdf', async ({ event, ticket, code }) => {
    const { ticketPdf } = await printing();
    return ticketPdf(event, ticket, code);
  }),
  readTicketQrImage: fileOf('-qr.png', async ({ code }) => (await drawing()).qrImage(code)),
  readTicketQrDrawing: fileOf('-qr.svg', async ({ code }) =>
    Buffer.from(await (await drawing()).qrDrawing(code)),
  ),
};
