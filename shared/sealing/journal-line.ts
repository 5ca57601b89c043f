import { Type, type Static } from 'typebox';
import { releaseKinds } from '../verdict/terms/releases.ts';

/** `shown` of a row of kind `redemption`; its `reference` is the `client_reference`. */
export const JournalRedemption = Type.Object({
  order: Type.String(),
  order_line: Type.String(),
  /** Units handed out; negative if they were taken back. */
  quantity: Type.Integer(),
});
export type JournalRedemption = Static<typeof JournalRedemption>;

/** `shown` of a row of kind `release`, in which `scanned_at` is when it was released. */
export const JournalRelease = Type.Object({
  /** The admission that it ends; null if the station knew of none. */
  scan: Type.Union([Type.String(), Type.Null()]),
  kind: Type.Enum([...releaseKinds]),
  note: Type.Union([Type.String(), Type.Null()]),
  /** When that admission was made: corrected time, microseconds. */
  admitted_at: Type.Union([Type.Number(), Type.Null()]),
});
export type JournalRelease = Static<typeof JournalRelease>;

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);

/** The part of another organiser's row that a section of a sealed journal contains. */
export const WithheldLine = Type.Object({
  sequence: Type.Integer(),
  previous_hash: Type.String(),
  hash: Type.String(),
  withheld: Type.Literal(true),
});
export type WithheldLine = Static<typeof WithheldLine>;

/**
 * What the hash chain of a station's journal covers, in order. Changing it invalidates older journals. The hash of a row is the SHA-256 of
 * the JSON array of the hash before it and these values.
 */
const content = {
  sequence: Type.Integer(),
  reference: Type.String(),
  request_id: Type.String(),
  organiser: Type.String(),
  event: Type.String(),
  kind: Type.String(),
  ticket: TextOrNull(),
  reason: TextOrNull(),
  session: TextOrNull(),
  location_reference: TextOrNull(),
  location_name: TextOrNull(),
  /** Corrected time, microseconds. */
  scanned_at: Type.Number(),
  clock_offset_ms: Type.Number(),
  watermark: TextOrNull(),
  code: Type.String(),
  symbology: TextOrNull(),
  source: Type.String(),
  shown: Type.String(),
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object literal
export const journalColumns = Object.keys(content) as readonly (keyof typeof content)[];

/** A row as `journal export` writes it, limited to what readers need. Its values may be damaged. */
export const JournalLine = Type.Object({
  ...content,
  previous_hash: Type.String(),
  hash: Type.String(),
});
export type JournalLine = Static<typeof JournalLine>;
