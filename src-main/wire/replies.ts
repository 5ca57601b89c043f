import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { Nullable, Timestamp } from '../../shared/contract/fields.ts';
import {
  EntryScan,
  Event,
  Identity,
  Ticket,
  TicketHolder,
} from '../../shared/contract/resources.ts';
import { CodeKey } from '../../shared/ticket-code/code-key.ts';
import {
  AddOnLine,
  ChangeNotice,
  ConflictDetails,
  RedemptionUploadResult,
  ScanUploadResult,
  Setup,
  SnapshotMark,
  SnapshotStart,
  ReportedStation,
  StreamHeartbeat,
} from '../../shared/contract/scanner.ts';

/**
 * The part of each response that a station needs. Built from the contract, with the additive fields optional: a server of the
 * bare specification omits them, a newer one sends more.
 */

const WireTicket = Type.Object({
  ...Type.Pick(Ticket, [
    'reference',
    'status',
    'ticket_type',
    'order',
    'session',
    'seat_label',
    'updated_at',
    'deleted_at',
    'code_issue',
  ]).properties,
  contact: Nullable(Type.Omit(TicketHolder, ['reference'])),
  valid_from: Type.Optional(Ticket.properties.valid_from),
  valid_until: Type.Optional(Ticket.properties.valid_until),
  entry_points: Type.Optional(Ticket.properties.entry_points),
});

export const ticketRow = Compile(WireTicket);

export const ticketReply = Compile(
  Type.Object({
    data: Type.Object({ ...WireTicket.properties, event: Nullable(Type.String()) }),
  }),
);

export const scanRow = Compile(
  Type.Object({
    ...Type.Omit(EntryScan, ['session', 'created_at']).properties,
    reason: Type.String(),
  }),
);

export const orderLineRow = Compile(AddOnLine);

export const snapshotStart = Compile(SnapshotStart);
/** A nested value is parsed like a row of a list: an invalid one is reported and blocks nothing. */
export const snapshotRow = Compile(
  Type.Union([
    Type.Object({ kind: Type.Literal('ticket'), ticket: Type.Unknown() }),
    Type.Object({ kind: Type.Literal('scan'), scan: Type.Unknown() }),
    Type.Object({ kind: Type.Literal('order_line'), order_line: Type.Unknown() }),
  ]),
);
export const snapshotMark = Compile(SnapshotMark);

export const changeNotice = Compile(
  Type.Object({ ...ChangeNotice.properties, scan: Type.Optional(Type.Unknown()) }),
);

export const streamHeartbeat = Compile(StreamHeartbeat);

export const eventRow = Compile(Event);

export const eventReply = Compile(Type.Object({ data: Event }));

export const setupReply = Compile(
  Type.Object({
    data: Type.Object({
      ...Setup.properties,
      code_keys: Type.Array(Type.Unknown()),
      keys_signature: Type.Optional(Setup.properties.keys_signature),
      peers: Type.Optional(Setup.properties.peers),
    }),
  }),
);

/** Omits keys of unknown types: their codes cannot be checked. */
export const codeKey = Compile(CodeKey);

export const identityReply = Compile(Type.Object({ data: Identity }));

const pageOfAnything = Type.Object({
  data: Type.Array(Type.Unknown()),
  next_page_url: Nullable(Type.String()),
});

export const numberedReply = Compile(Type.Object({ data: pageOfAnything }));

export const incrementalReply = Compile(
  Type.Object({ data: pageOfAnything, watermark: Timestamp() }),
);

export const countReply = Compile(
  Type.Object({ data: Type.Object({ total: Type.Integer({ minimum: 0 }) }) }),
);

export const uploadReply = Compile(Type.Object({ data: Type.Array(Type.Unknown()) }));

export const uploadResult = Compile(ScanUploadResult);

export const redemptionResult = Compile(RedemptionUploadResult);

export const verdictReply = Compile(
  Type.Object({
    allowed: Type.Boolean(),
    reason: Type.String(),
    message: Type.String(),
    scan: Type.Object({ reference: Type.String(), result: Type.String() }),
  }),
);

export const conflict = Compile(ConflictDetails);

export const conflictReply = Compile(Type.Object({ data: ConflictDetails }));

export const heartbeatReply = Compile(
  Type.Object({ data: Type.Object({ server_time: Timestamp() }) }),
);

export const stationsReply = Compile(Type.Object({ data: Type.Array(Type.Unknown()) }));

export const station = Compile(ReportedStation);

export const tokenReply = Compile(
  Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }),
);

export const tokenRefusal = Compile(
  Type.Object({ error: Type.String(), revocation: Type.Optional(Type.String()) }),
);

export const ownErrorReply = Compile(ErrorBody);

/** Any API's error body: the shape for a bare `/v1` is unknown (specification §7). */
export const errorReply = Compile(
  Type.Union([
    Type.Object({ message: Type.String() }),
    Type.Object({ code: Type.String() }),
    Type.Object({ error: Type.String() }),
  ]),
);

export const namedRow = Compile(Type.Object({ reference: Type.String({ maxLength: 64 }) }));
