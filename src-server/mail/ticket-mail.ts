import type { Ticket } from '../../shared/resources/tickets.ts';
import { millisOf, parseInstant, type Instant } from '../../shared/instant.ts';
import { printableLine, printableOrNull } from '../../shared/plain-text.ts';
import type { Mail, MailImage } from './mail.ts';
import { qrImage } from './qr-image.ts';

/** Tickets of one holder, with the codes that admit. */
export interface TicketMail {
  readonly to: string;
  /** The organiser's name. */
  readonly organiser: string;
  readonly event: {
    readonly name: string;
    readonly starts_at: Instant | null;
    /** An IANA name: times are shown in this zone. */
    readonly timezone: string;
  };
  readonly tickets: readonly { readonly ticket: Ticket; readonly code: string }[];
}

/** Each code as a QR image and as text, for mail programs that show no images. */
export async function composeTicketMail({ organiser: sender, ...mail }: TicketMail): Promise<Mail> {
  const event = { ...mail.event, name: printableLine(mail.event.name) };
  const organiser = printableLine(sender);
  const parts: TicketPart[] = [];
  const images: MailImage[] = [];
  for (const [index, { ticket, code }] of mail.tickets.entries()) {
    const cid = `${ticket.reference}@tickets`;
    const filename = `ticket-${index + 1}.png`;
    images.push({ cid, filename, content: await qrImage(code) });
    parts.push({
      cid,
      code,
      heading: printableOrNull(ticket.ticket_type?.name ?? null) ?? 'Ticket',
      facts: factsOf(event, ticket),
    });
  }
  const heading = headingOf(event);
  const [first] = mail.tickets;
  const greeting = [first?.ticket.contact?.first_name, first?.ticket.contact?.last_name]
    .map((name) => printableOrNull(name ?? null))
    .filter((name) => name !== null)
    .join(' ');
  const opening = greeting === '' ? 'Hello,' : `Hello ${greeting},`;
  const advice =
    mail.tickets.length === 1
      ? 'Show this code at the entrance, on your phone or printed. It admits once.'
      : 'Show these codes at the entrance, on your phone or printed. Each admits once.';
  return {
    to: mail.to,
    subject: `Your ${mail.tickets.length === 1 ? 'ticket' : 'tickets'} for ${event.name}`,
    text: textOf({ opening, heading, advice, parts, organiser }),
    html: htmlOf({ opening, heading, advice, parts, organiser }),
    images,
  };
}

interface TicketPart {
  readonly cid: string;
  readonly code: string;
  readonly heading: string;
  readonly facts: readonly string[];
}

interface Letter {
  readonly opening: string;
  readonly heading: readonly string[];
  readonly advice: string;
  readonly parts: readonly TicketPart[];
  readonly organiser: string;
}

function headingOf(event: TicketMail['event']): readonly string[] {
  return event.starts_at === null
    ? [event.name]
    : [event.name, timeIn(event.timezone, event.starts_at)];
}

function factsOf(event: TicketMail['event'], ticket: Ticket): readonly string[] {
  const at = (time: string | null) => {
    const instant = time === null ? null : parseInstant(time);
    return instant === null ? null : timeIn(event.timezone, instant);
  };
  const session = at(ticket.session?.starts_at ?? null);
  const from = at(ticket.valid_from);
  const until = at(ticket.valid_until);
  const name = printableOrNull(ticket.session?.name ?? null);
  const seat = printableOrNull(ticket.seat_label);
  const order = printableOrNull(ticket.order_external_id ?? null);
  const number = printableOrNull(ticket.external_id);
  return [
    ...(session === null ? [] : [name === null ? session : `${name}, ${session}`]),
    ...(seat === null ? [] : [`Seat ${seat}`]),
    ...(from === null ? [] : [`Valid from ${from}`]),
    ...(until === null ? [] : [`Valid until ${until}`]),
    ...(order === null ? [] : [`Order ${order}`]),
    ...(number === null ? [] : [`Number ${number}`]),
    ticket.reference,
  ];
}

function timeIn(timeZone: string, instant: Instant): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(millisOf(instant));
}

function textOf({ opening, heading, advice, parts, organiser }: Letter): string {
  return [
    opening,
    '',
    ...heading,
    '',
    advice,
    ...parts.flatMap((part) => ['', part.heading, ...part.facts, part.code]),
    '',
    organiser,
    '',
  ].join('\n');
}

/** Black on white, because scanners read the screen; only styles that mail programs keep, and nothing loaded remotely. */
function htmlOf({ opening, heading, advice, parts, organiser }: Letter): string {
  const [name = '', ...when] = heading.map(escaped);
  const tickets = parts.map(
    ({ cid, heading: type, facts }) => `<tr><td style="padding:16px 0;border-top:1px solid #ccc">
<p style="margin:0 0 8px"><strong>${escaped(type)}</strong><br>${facts.map(escaped).join('<br>')}</p>
<img src="cid:${escaped(cid)}" alt="The code of this ticket" style="display:block;background:#fff;max-width:100%;height:auto">
</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;background:#fff;color:#111;font:16px/1.5 sans-serif">
<p>${escaped(opening)}</p>
<h1 style="font-size:22px;margin:0">${name}</h1>
${when.map((line) => `<p style="margin:0">${line}</p>`).join('\n')}
<p>${escaped(advice)}</p>
<table role="presentation" cellpadding="0" cellspacing="0">${tickets.join('\n')}</table>
<p>${escaped(organiser)}</p>
</body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
