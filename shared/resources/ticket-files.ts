import { type Routes, read } from './route-contract.ts';

const file = {
  ...read,
  // No station prints: it has no need of codes that admit.
  scopes: ['tickets:read'],
  query: [],
  responses: { 200: null },
  refusals: ['validation.failed'],
} as const;

/** A ticket to print or to show, and its QR code alone. All hold the signed code. */
export const ticketFileRoutes = {
  readTicketPdf: {
    ...file,
    summary: 'Get a ticket as a PDF',
    description:
      'One page of A6, to print or to show, with the signed code as a QR code and times in the zone of the event. It is written in Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean letters: a holder whose name has others is named by email, and elsewhere a question mark stands for such a letter. A void ticket has no file (additive).',
    path: '/integration/tickets/{reference}/ticket.pdf',
    file: 'application/pdf',
  },
  readTicketQrImage: {
    ...file,
    summary: "Get a ticket's QR code as a PNG",
    description:
      'The signed code with its quiet zone, four pixels a module. A void ticket has no file (additive).',
    path: '/integration/tickets/{reference}/qr.png',
    file: 'image/png',
  },
  readTicketQrDrawing: {
    ...file,
    summary: "Get a ticket's QR code as an SVG",
    description:
      'The same as a drawing, for pages and print at any size. A void ticket has no file (additive).',
    path: '/integration/tickets/{reference}/qr.svg',
    file: 'image/svg+xml',
  },
} as const satisfies Routes;
