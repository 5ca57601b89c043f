import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Instant } from '../../../shared/instant.ts';
import { Nullable } from '../../../shared/contract/fields.ts';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { PeerAdmission } from '../../../shared/peer-admission.ts';
import { Micros } from '../../../shared/schema.ts';

/**
 * The protocol between stations. On a new connection the dialing side sends its `summary`, then the other side its own; then each sends the
 * `admissions` that the other lacks, and every new one as it happens. A summary every few seconds serves as keep-alive.
 *
 * Admissions are grouped in series: those that one station recorded under one venue key in one run, in journal order. A station that has a
 * series up to a number has all of it up to there, so one number per series describes what a station has. A series is never continued after
 * a restart: the journal may be an older copy, whose next rows would reuse numbers that others already know.
 */
export type PeerMessage = SummaryMessage | AdmissionsMessage;

export interface SummaryMessage {
  readonly kind: 'summary';
  /** The sender: a new name for each run of a station. */
  readonly station: string;
  /** Corrected time. */
  readonly at: Instant;
  readonly client_id: string | null;
  /** Reference of the sender's entry point. */
  readonly place: string | null;
  /** The last sequence that the sender has of each series, including its own. */
  readonly known: ReadonlyMap<string, number>;
  /** The sender missed something: everything after these numbers must be sent again. */
  readonly again: boolean;
}

export interface AdmissionsMessage {
  readonly kind: 'admissions';
  readonly station: string;
  readonly at: Instant;
  readonly parts: readonly SeriesPart[];
}

/** Admissions of a series from `sequence_from` on, without a gap. */
export interface SeriesPart {
  readonly series: string;
  readonly sequence_from: number;
  readonly admissions: readonly PeerAdmission[];
}

export const MAX_FRAME_BYTES = 65_536;
/** This many admissions fit into a frame with room to spare. */
export const MAX_ADMISSIONS = 400;
/** The maximum number of series in one frame. */
export const MAX_PARTS = 100;
/** Maximum number of known series: two keys, and one series per station and run with admissions. */
export const MAX_SERIES = 1_024;

const Station = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' });
const Series = Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}\\.[\\w-]{8}$' });
const Hash = Type.String({ pattern: '^[\\w-]{22}$' });
const Sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const NameOrNull = Nullable(Type.String({ maxLength: 100 }));

const Summary = Compile(
  Type.Object({
    kind: Type.Literal('summary'),
    station: Station,
    at: Micros,
    client_id: NameOrNull,
    place: NameOrNull,
    known: Type.Array(Type.Tuple([Series, Sequence]), { maxItems: MAX_SERIES }),
    again: Type.Boolean(),
  }),
);

const Part = Type.Object({
  series: Series,
  sequence_from: Sequence,
  admissions: Type.Array(Type.Tuple([Sequence, Hash, Micros, NameOrNull]), {
    minItems: 1,
    maxItems: MAX_ADMISSIONS,
  }),
});
const Admissions = Compile(
  Type.Object({
    kind: Type.Literal('admissions'),
    station: Station,
    at: Micros,
    parts: Type.Array(Part, { maxItems: MAX_PARTS }),
  }),
);

export function seriesOf(station: string, keyId: string): string {
  return `${station}.${keyId}`;
}

/** The station and the venue key of a series. */
export function partsOf(series: string): { readonly station: string; readonly keyId: string } {
  const [station = '', keyId = ''] = series.split('.');
  return { station, keyId };
}

export function writeMessage(message: PeerMessage): string {
  const { kind, station, at } = message;
  if (kind === 'admissions') {
    const parts = message.parts.map(({ series, sequence_from, admissions }) => ({
      series,
      sequence_from,
      admissions: admissions.map(({ sequence, h, at: time, place }) => [sequence, h, time, place]),
    }));
    return JSON.stringify({ kind, station, at, parts });
  }
  const { client_id, place, known, again } = message;
  return JSON.stringify({ kind, station, at, client_id, place, known: [...known], again });
}

/** Null for anything but a valid message of this version. */
export function parseMessage(text: string): PeerMessage | null {
  const value = parseJson(text);
  if (Summary.Check(value)) return { ...value, known: new Map(value.known) };
  if (!Admissions.Check(value)) return null;
  const parts = value.parts.map(({ series, sequence_from, admissions }) => ({
    series,
    sequence_from,
    admissions: admissions.map(([sequence, h, at, place]) => ({ sequence, h, at, place })),
  }));
  return parts.every(rises) ? { ...value, parts } : null;
}

function rises({ sequence_from, admissions }: SeriesPart): boolean {
  return admissions.every(
    ({ sequence }, index) => sequence > (admissions[index - 1]?.sequence ?? sequence_from),
  );
}
