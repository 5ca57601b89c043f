import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable, Timestamp } from '../../../shared/contract/fields.ts';
import { EntryScan, Event, Identity, Ticket } from '../../../shared/contract/resources.ts';
import { ScanUploadResult, Setup } from '../../../shared/contract/scanner.ts';

/**
 * What a station needs of each answer. Built from the contract, with the additive fields optional: a server of the bare
 * specification leaves them out, a newer one sends more.
 */

const WireTicket = Type.Object({
  ...Ticket.properties,
  code: Type.Optional(Ticket.properties.code),
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

export const scanRow = Compile(Type.Object({ ...EntryScan.properties, reason: Type.String() }));

export const eventRow = Compile(Event);

export const eventReply = Compile(Type.Object({ data: Event }));

export const setupReply = Compile(Type.Object({ data: Setup }));

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

export const verdictReply = Compile(
  Type.Object({
    allowed: Type.Boolean(),
    reason: Type.String(),
    message: Type.String(),
    scan: Type.Object({ reference: Type.String(), result: Type.String() }),
  }),
);

export const tokenReply = Compile(
  Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }),
);

export const errorReply = Compile(Type.Object({ code: Type.String() }));

export const namedRow = Compile(Type.Object({ reference: Type.String({ maxLength: 64 }) }));
