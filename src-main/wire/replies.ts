import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { Nullable } from '../../shared/contract/fields.ts';
import { Identity } from '../../shared/resources/identity.ts';
import { CodeKey } from '../../shared/contract/code-key.ts';
import { OrganiserKeys } from '../../shared/contract/okp-key.ts';
import { ChangeNotice } from '../../shared/resources/event-stream.ts';
import { ConflictDetails } from '../../shared/resources/conflicts.ts';
import { ReleaseUploadResult } from '../../shared/resources/releases.ts';
import { RedemptionUploadResult, ScanUploadResult } from '../../shared/resources/uploads.ts';
import { Setup } from '../../shared/resources/setup.ts';
import { SnapshotMark, SnapshotStart } from '../../shared/resources/snapshot.ts';
import { Heartbeat, ReportedStation } from '../../shared/resources/stations.ts';

/**
 * The part of each response that a station needs. Built from the contract, with the additive fields optional: a server of the
 * bare specification omits them, a newer one sends more.
 */

/** A page is asked for with a hundred rows. Ten times as many are none, and reading each would keep the door waiting. */
const MAX_PAGE_ROWS = 1_000;
/** Of each list of a setup: time slots of several years. */
const MAX_SETUP_ROWS = 20_000;

const rowsOfSetup = Type.Array(Type.Unknown(), { maxItems: MAX_SETUP_ROWS });
const rowsOfPage = Type.Array(Type.Unknown(), { maxItems: MAX_PAGE_ROWS });

/** A ticket's own fields are read one by one, as those of rows are. */
export const ticketReply = Compile(
  Type.Object({ data: Type.Object({ event: Type.Optional(Nullable(Type.String())) }) }),
);

export const snapshotStart = Compile(
  Type.Object({
    ...SnapshotStart.properties,
    event: Type.String(),
    watermark: Type.String(),
    // An earlier server has no such lists, and counts none.
    counts: Type.Object({
      ...SnapshotStart.properties.counts.properties,
      releases: Type.Optional(Type.Integer()),
      answers: Type.Optional(Type.Integer()),
    }),
  }),
);
/** A nested value is parsed like a row of a list: an invalid one is reported and blocks nothing. Rows of other kinds may be added (§9). */
export const snapshotRow = Compile(
  Type.Object({
    kind: Type.String({ pattern: '^(?!(?:start|mark|end)$)' }),
    ticket: Type.Optional(Type.Unknown()),
    scan: Type.Optional(Type.Unknown()),
    release: Type.Optional(Type.Unknown()),
    order_line: Type.Optional(Type.Unknown()),
    answers: Type.Optional(Type.Unknown()),
  }),
);
export const snapshotMark = Compile(SnapshotMark);

export const changeNotice = Compile(
  Type.Object({
    reference: ChangeNotice.properties.reference,
    scan: Type.Optional(Type.Unknown()),
    release: Type.Optional(Type.Unknown()),
  }),
);

export const streamHeartbeat = Compile(Type.Object({ server_time: Type.String() }));

export const eventReply = Compile(Type.Object({ data: Type.Unknown() }));

export const setupReply = Compile(
  Type.Object({
    data: Type.Object({
      event: Type.Unknown(),
      ticket_types: rowsOfSetup,
      sessions: rowsOfSetup,
      scanner_locations: rowsOfSetup,
      archived_locations: Type.Optional(rowsOfSetup),
      add_ons: Type.Optional(rowsOfSetup),
      code_keys: rowsOfSetup,
      keys_signature: Type.Optional(Setup.properties.keys_signature),
      policy: Type.Optional(Type.Unknown()),
      peers: Type.Optional(Setup.properties.peers),
      epoch: Type.Optional(Type.String()),
      server_time: Type.Optional(Type.String()),
    }),
  }),
);

/** Omits keys of unknown types: their codes cannot be checked. */
export const codeKey = Compile(CodeKey);

/** Those of another type count as none. */
export const organiserKeys = Compile(OrganiserKeys);

const IdentityData = Type.Object({
  organiser: Type.Object({
    reference: Type.String(),
    display_name: Type.Optional(Type.String()),
  }),
  client: Type.Object({
    id: Type.String(),
    name: Type.Optional(Type.String()),
    scopes: Type.Array(Type.String()),
    all_events: Type.Optional(Type.Boolean()),
  }),
  capabilities: Identity.properties.capabilities,
  organiser_keys: Type.Optional(Type.Unknown()),
});
export type IdentityData = Static<typeof IdentityData>;

export const identityReply = Compile(Type.Object({ data: IdentityData }));

export const enrolmentReply = Compile(
  Type.Object({
    data: Type.Object({
      ...IdentityData.properties,
      client_secret: Type.String({ minLength: 1, maxLength: 500 }),
    }),
  }),
);

const pageOfAnything = Type.Object({
  data: rowsOfPage,
  next_page_url: Nullable(Type.String()),
});

export const numberedReply = Compile(Type.Object({ data: pageOfAnything }));

export const incrementalReply = Compile(
  Type.Object({ data: pageOfAnything, watermark: Type.String({ minLength: 1 }) }),
);

export const countReply = Compile(
  Type.Object({ data: Type.Object({ total: Type.Integer({ minimum: 0 }) }) }),
);

export const uploadReply = Compile(Type.Object({ data: rowsOfPage }));

/** A status that this version does not know counts as a refusal, which a person sees. */
export const uploadResult = Compile(
  Type.Object({
    reference: ScanUploadResult.properties.reference,
    status: Type.String(),
    conflict: Type.Optional(Type.Unknown()),
    code: Type.Optional(Nullable(Type.String())),
    message: Type.Optional(Nullable(Type.String())),
  }),
);

export const releaseResult = Compile(
  Type.Object({
    reference: ReleaseUploadResult.properties.reference,
    status: Type.String(),
    code: Type.Optional(Nullable(Type.String())),
    message: Type.Optional(Nullable(Type.String())),
  }),
);

export const redemptionResult = Compile(
  Type.Object({
    client_reference: RedemptionUploadResult.properties.client_reference,
    status: Type.String(),
    remaining: Type.Optional(Nullable(Type.Number())),
    updated_at: Type.Optional(Nullable(Type.String())),
    over_redeemed: Type.Optional(Type.Boolean()),
    code: Type.Optional(Nullable(Type.String())),
    message: Type.Optional(Nullable(Type.String())),
  }),
);

export const verdictReply = Compile(
  Type.Object({
    allowed: Type.Boolean(),
    reason: Type.String(),
    message: Type.String(),
    scan: Type.Object({ reference: Type.String(), result: Type.String() }),
  }),
);

export const typesForSaleReply = Compile(
  Type.Object({ data: Type.Object({ ticket_types: rowsOfSetup }) }),
);

/** One that is sold by rules of a later version is not sold here. */
export const typeForSale = Compile(
  Type.Object({
    reference: Type.String({ maxLength: 64 }),
    name: Type.String(),
    price: Type.Integer(),
    currency: Type.String({ maxLength: 3 }),
    is_active: Type.Boolean(),
    total: Type.Union([Type.Integer(), Type.Null()]),
    sold: Type.Union([Type.Integer(), Type.Null()]),
  }),
);

const textOrNull = Nullable(Type.String());

const placedOrder = Type.Object({
  reference: Type.String({ maxLength: 64 }),
  total: Type.Integer(),
  currency: Type.String({ maxLength: 3 }),
  tickets: Type.Array(
    Type.Object({
      reference: Type.String({ maxLength: 64 }),
      code: textOrNull,
      signed_code: textOrNull,
      ticket_type: Nullable(Type.Object({ name: Type.String() })),
      contact: Nullable(
        Type.Object({ email: textOrNull, first_name: textOrNull, last_name: textOrNull }),
      ),
      session: Nullable(Type.Object({ name: textOrNull, starts_at: Type.String() })),
    }),
    { minItems: 1 },
  ),
});
export type PlacedOrderData = Static<typeof placedOrder>;
export const placedOrderReply = Compile(Type.Object({ data: placedOrder }));

/** Of whatever code: a later version has more. */
export const refusedOrderReply = Compile(
  Type.Object({ ...ErrorBody.properties, code: Type.String({ maxLength: 100 }) }),
);

export const sentOrderReply = Compile(
  Type.Object({
    data: Type.Object({
      emails: Type.Integer(),
      refused: Type.Integer(),
      is_complete: Type.Boolean(),
    }),
  }),
);

/** Of a kind that is new, too: the server counts it. */
const ReportedConflict = Type.Object({ ...ConflictDetails.properties, kind: Type.String() });

export const conflict = Compile(ReportedConflict);

export const conflictReply = Compile(Type.Object({ data: ReportedConflict }));

export const heartbeatReply = Compile(
  Type.Object({
    data: Type.Object({
      server_time: Type.String(),
      open_conflicts: Type.Optional(Nullable(Type.Number())),
    }),
  }),
);

export const stationsReply = Compile(Type.Object({ data: rowsOfSetup }));

/** What nobody looks at may be as a later version of that station has it. */
export const station = Compile(
  Type.Object({
    ...ReportedStation.properties,
    heartbeat: Nullable(
      Type.Omit(Heartbeat, ['scanner', 'peer_addresses', 'peers', 'station_key']),
    ),
  }),
);

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
