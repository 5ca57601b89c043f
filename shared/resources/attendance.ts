import { Type, type Static } from 'typebox';
import { Nullable, ReferenceTo, Text } from '../contract/fields.ts';
import { LocationSummary } from './events.ts';
import { DataOf, type Routes, read } from './route-contract.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const AttendanceAt = Type.Object({
  location: Nullable(LocationSummary),
  admitted: Count('Admissions there: a ticket that came in again counts again.'),
  exits: Count('Guests who went out there.'),
});

export const AttendanceOf = Type.Object({
  ticket_type: Type.Object({ reference: ReferenceTo('ticketType'), name: Text() }),
  inside: Count('Tickets with an open admission.'),
  admitted: Count('Tickets that were ever admitted.'),
});

/** How many came, and how many are inside. */
export const Attendance = Type.Object({
  capacity: Nullable(
    Type.Integer({
      minimum: 1,
      description: 'How many may be inside at once; null for any number.',
    }),
  ),
  inside: Count(
    'Tickets with an open admission. One that two doors admitted counts once, until both admissions are released.',
  ),
  admitted: Count('Tickets that were ever admitted, undone admissions included.'),
  released: Count('Those of them that are not inside: `admitted` less `inside`.'),
  by_location: Type.Array(AttendanceAt, {
    description:
      'Every entry point that is in use or was used, oldest first, then what named none.',
  }),
  by_ticket_type: Type.Array(AttendanceOf, { description: 'Every ticket type, oldest first.' }),
});
export type Attendance = Static<typeof Attendance>;

export const attendanceRoutes = {
  readAttendance: {
    ...read,
    summary: "Read an event's attendance",
    description:
      'How many guests were admitted, went out and are inside, by what was uploaded so far: a station that is offline says the rest later (additive).',
    path: '/integration/events/{eventKey}/attendance',
    scopes: ['scans:read', 'scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Attendance) },
  },
} as const satisfies Routes;
