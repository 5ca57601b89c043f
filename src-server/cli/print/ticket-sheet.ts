import { createHash } from 'node:crypto';
import type { Ticket } from '../../../shared/resources/tickets.ts';
import { millisOf, parseInstant, type Instant } from '../../../shared/instant.ts';
import type { TicketEvent } from '../../api/exports/coded-tickets.ts';
import { html, type Html } from '../../docs/html.ts';
import type { QrSymbol } from '../../mail/qr-image.ts';
import { sheetStyle } from './sheet-style.ts';

/**
 * Tickets to print, as one HTML file that loads nothing and runs nothing: the policy in its head allows its one style sheet. It is
 * written in pieces: the beginning, a block for each ticket, the end.
 */

/** The policy names the style by what is between its tags, to the character. */
const styleSheet: Html = { markup: `<style>${sheetStyle}</style>` };
const styleHash = createHash('sha256').update(sheetStyle).digest('base64');

export function beginSheet({ name }: TicketEvent): string {
  const head = html`<head>
    <meta charset="utf-8" />
    <meta
      http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'"
    />
    <meta name="viewport" content="width=device-width" />
    <meta name="robots" content="noindex" />
    <title>Tickets: ${plain(name)}</title>
    ${styleSheet}
  </head>`;
  return `<!doctype html>\n<html lang="en">\n${head.markup}\n<body>\n<main>`;
}

/** One ticket that admits. `qr` holds its code. */
export function ticketBlock(event: TicketEvent, ticket: Ticket, qr: QrSymbol): string {
  const when = whenOf(event, ticket);
  return html`<section class="ticket">
    <div class="facts">
      <p class="organiser">${text(event.organiser)}</p>
      <h2>${text(event.name)}</h2>
      ${when === null ? [] : [html`<p class="when">${when}</p>`]}
      <dl>${factsOf(event, ticket).map(fact)}</dl>
    </div>
    <div class="stub">
      ${drawing(qr)}
      <p class="number">${ticket.reference}</p>
      <p class="once">Admits once. Keep the code to yourself.</p>
    </div>
  </section>`.markup;
}

/** `tickets` is how many blocks were written. */
export function endSheet(tickets: number): string {
  const none = '<p class="none">There is no ticket to print.</p>\n';
  return `${tickets === 0 ? none : ''}</main>\n</body>\n</html>`;
}

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly isWide?: boolean;
}

function fact({ label, value, isWide }: Fact): Html {
  const term = html`<dt>${label}</dt>
    <dd>${text(value)}</dd>`;
  return isWide === true ? html`<div class="wide">${term}</div>` : html`<div>${term}</div>`;
}

function factsOf(event: TicketEvent, ticket: Ticket): readonly Fact[] {
  const { contact, session, seat_label } = ticket;
  const holder = [contact?.first_name, contact?.last_name].filter(Boolean).join(' ');
  const from = timeOf(event, ticket.valid_from, 'medium');
  const until = timeOf(event, ticket.valid_until, 'medium');
  const name = holder === '' ? (contact?.email ?? '') : holder;
  return [
    ...(name === '' ? [] : [{ label: 'Holder', value: name, isWide: true }]),
    { label: 'Ticket', value: ticket.ticket_type?.name ?? 'Ticket' },
    ...(seat_label === null ? [] : [{ label: 'Seat', value: seat_label }]),
    ...(session === null || session.name === null
      ? []
      : [{ label: 'Session', value: session.name }]),
    entrances(event, ticket),
    ...(from === null ? [] : [{ label: 'Valid from', value: from }]),
    ...(until === null ? [] : [{ label: 'Valid until', value: until }]),
    ...(ticket.order_external_id === undefined
      ? []
      : [{ label: 'Order', value: ticket.order_external_id }]),
    ...(ticket.external_id === null ? [] : [{ label: 'Number', value: ticket.external_id }]),
  ];
}

function entrances({ entryPoints }: TicketEvent, { entry_points: admits }: Ticket): Fact {
  if (admits === null) return { label: 'Entrance', value: 'Any' };
  const names = admits.map((reference) => entryPoints.get(reference) ?? reference);
  return { label: 'Entrance', value: names.join(', '), isWide: names.length > 1 };
}

/** When the doors of the ticket's session, or of the event, begin; null where neither says it. */
function whenOf(event: TicketEvent, { session }: Ticket): string | null {
  if (session !== null) return timeOf(event, session.starts_at);
  return event.starts_at === null ? null : timeIn(event.timezone, event.starts_at);
}

type DateStyle = 'full' | 'medium';

function timeOf(
  { timezone }: TicketEvent,
  time: string | null,
  dateStyle: DateStyle = 'full',
): string | null {
  const instant = time === null ? null : parseInstant(time);
  return instant === null ? null : timeIn(timezone, instant, dateStyle);
}

/** In the zone of the event, as its guests' clocks show it. */
function timeIn(timeZone: string, instant: Instant, dateStyle: DateStyle = 'full'): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle, timeStyle: 'short', timeZone }).format(
    millisOf(instant),
  );
}

/** What somebody else wrote: its direction is its own, and ends with it. */
function text(written: string): Html {
  return html`<bdi>${plain(written)}</bdi>`;
}

/** HTML knows no control characters. */
function plain(written: string): string {
  return written.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** The quiet zone is part of the picture, so that no border comes near. */
function drawing({ size, path }: QrSymbol): Html {
  const box = `0 0 ${size} ${size}`;
  return html`<svg
    viewBox="${box}"
    role="img"
    aria-label="The code of this ticket"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path}" stroke="#000" />
  </svg>`;
}
