import { createHash } from 'node:crypto';
import type { Ticket } from '../../../shared/resources/tickets.ts';
import { html, type Html } from '../../docs/html.ts';
import type { QrSymbol } from '../../mail/qr-image.ts';
import {
  KEEP_CODE,
  ticketFacts,
  ticketTime,
  type TicketEvent,
  type TicketFact,
} from '../../print/ticket-facts.ts';
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
  const when = ticketTime(event, ticket);
  return html`<section class="ticket">
    <div class="facts">
      <p class="organiser">${text(event.organiser)}</p>
      <h2>${text(event.name)}</h2>
      ${when === null ? [] : [html`<p class="when">${when}</p>`]}
      <dl>${ticketFacts(event, ticket).map(fact)}</dl>
    </div>
    <div class="stub">
      ${drawing(qr)}
      <p class="number">${ticket.reference}</p>
      <p class="once">${KEEP_CODE}</p>
    </div>
  </section>`.markup;
}

/** `tickets` is how many blocks were written. */
export function endSheet(tickets: number): string {
  const none = '<p class="none">There is no ticket to print.</p>\n';
  return `${tickets === 0 ? none : ''}</main>\n</body>\n</html>`;
}

function fact({ label, value, isWide }: TicketFact): Html {
  const term = html`<dt>${label}</dt>
    <dd>${text(value)}</dd>`;
  return isWide === true ? html`<div class="wide">${term}</div>` : html`<div>${term}</div>`;
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
