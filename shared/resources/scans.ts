import { Type, type Static } from 'typebox';
import {
  NamedReference,
  Nullable,
  ReferenceTo,
  Text,
  Timestamp,
  warned,
} from '../contract/fields.ts';
import { MAX_CODE_LENGTH, MAX_RELEASE_NOTE_LENGTH, MIN_REASON_LENGTH } from '../contract/limits.ts';
import { listPages } from '../contract/lists.ts';
import { denialReasons, reasons } from '../verdict/terms/reason.ts';
import { LocationSummary } from './events.ts';
import { ListOf, type Routes, paging, read, write } from './route-contract.ts';
import { SessionSummary } from './sessions.ts';

export const scanResults = ['allowed', 'denied'] as const;
export type ScanResult = (typeof scanResults)[number];

/** `peer`: known only from another station. */
export const admissionSources = ['peer'] as const;
export type AdmissionSource = (typeof admissionSources)[number];

/** What a supervisor overruled at the door. */
export const Overruled = Type.Object({
  reason: Type.Enum([...denialReasons]),
  note: Type.String({
    minLength: MIN_REASON_LENGTH,
    maxLength: MAX_RELEASE_NOTE_LENGTH,
    pattern: '\\S',
  }),
});
export type Overruled = Static<typeof Overruled>;

export const EntryScan = Type.Object({
  reference: ReferenceTo('scan'),
  ticket: Nullable(ReferenceTo('ticket')),
  result: Type.Enum([...scanResults]),
  reason: Type.Enum([...reasons]),
  scanner_location: Nullable(LocationSummary),
  session: Nullable(SessionSummary),
  scanned_at: Timestamp('Device clock; hours old on offline uploads.'),
  created_at: Timestamp('When the platform recorded it.'),
  updated_at: Timestamp('Scans never change: when it was recorded.'),
  /** additive */
  overruled: Type.Optional(
    Type.Object(
      {
        reason: Type.Enum([...denialReasons]),
        note: Text(),
        station: Nullable(Text('The name of the client that recorded it; null for staff.')),
      },
      {
        description:
          'A supervisor admitted in spite of this reason, with a note; absent if nobody overruled anything (additive).',
      },
    ),
  ),
});
export type EntryScan = Static<typeof EntryScan>;

/** An online check-in; all but `ticket` is additive. */
export const CheckInRequest = Type.Object({
  ticket: Type.Optional(
    NamedReference('ticket', "The ticket's reference. Required unless `code` names it."),
  ),
  /** additive */
  code: Type.Optional(
    Type.String({
      maxLength: MAX_CODE_LENGTH,
      description:
        'In place of `ticket`: what a scanner read. A signed code and a plain reference name their ticket; the code under which a ticket was sold elsewhere needs `event`. A code that was replaced is refused (additive).',
    }),
  ),
  /** additive */
  event: Type.Optional(
    NamedReference(
      'event',
      'The event whose tickets `code` may name; another one gives 404 (additive).',
    ),
  ),
  scanner_location: Type.Optional(
    Nullable(
      NamedReference(
        'location',
        'The entry point, for the record and for tickets that admit only at some. Without it, none is checked.',
      ),
    ),
  ),
  session: Type.Optional(
    Nullable(
      NamedReference(
        'session',
        "A session of the ticket's event, or 404. The verdict is about the ticket's own session, whichever is named.",
      ),
    ),
  ),
});
export type CheckInRequest = Static<typeof CheckInRequest>;

/** The verdict body of `POST /integration/scans` (§4.4), not wrapped in `data`; `details` and `reason_url` are additive. */
export const ScanVerdict = Type.Object({
  allowed: Type.Boolean(),
  reason: Type.Enum([...reasons]),
  message: Text('The verdict as a sentence.'),
  session: Nullable(SessionSummary),
  seat_label: Nullable(Text()),
  scan: Type.Object({
    reference: ReferenceTo('scan'),
    result: Type.Enum([...scanResults]),
    scanned_at: Timestamp(),
  }),
  details: Type.Object({
    first_admission: Nullable(
      Type.Object({ scanned_at: Timestamp(), scanner_location: Nullable(LocationSummary) }),
    ),
    window: Nullable(Type.Object({ from: Nullable(Timestamp()), until: Nullable(Timestamp()) })),
    entry_points: Nullable(Type.Array(LocationSummary)),
  }),
  reason_url: Text(
    'Where this server explains the reason: when, what to say, what to do (additive).',
  ),
  ...warned,
});
export type ScanVerdict = Static<typeof ScanVerdict>;

/** The verdict of a 200. */
export const AdmissionVerdict = Type.Object({
  ...ScanVerdict.properties,
  allowed: Type.Literal(true),
});

/** The verdict of a 422, which an error of the same status lacks `allowed` to be. */
export const DenialVerdict = Type.Object({
  ...ScanVerdict.properties,
  allowed: Type.Literal(false),
});

export const scanPages = listPages(EntryScan);

export const scanRoutes = {
  listScans: {
    ...read,
    summary: "List an event's entry scans",
    description:
      'Every scan at a door and every check-in, allowed or denied, newest first. The tickets of the `allowed` ones are in, until a release ends the admission.',
    path: '/integration/events/{eventKey}/scans',
    scopes: ['scans:read', 'scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(scanPages) },
  },
  checkIn: {
    ...write,
    summary: 'Check in a ticket',
    description:
      'Records an entry scan and answers its verdict. 200 is an admission, 422 a denial with its `reason`; a body with a `code` is an error instead.',
    path: '/integration/scans',
    scopes: ['scans:write'],
    idempotent: true,
    request: CheckInRequest,
    responses: { 200: AdmissionVerdict, 422: DenialVerdict },
    refusals: ['resource.not_found'],
  },
} as const satisfies Routes;
