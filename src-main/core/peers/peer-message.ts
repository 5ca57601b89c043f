import { isInstant, type Instant } from '../../../shared/instant.ts';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { PeerAdmission } from '../../../shared/verdict/peer-admission.ts';
import { releaseKinds } from '../../../shared/verdict/terms/releases.ts';

/**
 * The protocol between stations. On a new connection each sends a challenge, then the dialing side its `summary`, then the other side its
 * own; then each sends the `admissions` that the other lacks, and every new one as it happens. A summary every few seconds serves as
 * keep-alive.
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

const STATION = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const KEY = /^[\w-]{8}$/;
const HASH = /^[\w-]{22}$/;

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
      admissions: admissions.map(({ sequence, h, at: time, place, ends }) => [
        sequence,
        h,
        time,
        place,
        ends,
      ]),
    }));
    return JSON.stringify({ kind, station, at, parts });
  }
  const { client_id, place, known, again } = message;
  return JSON.stringify({ kind, station, at, client_id, place, known: [...known], again });
}

/** Null for anything but a valid message of this version. */
export function parseMessage(text: string): PeerMessage | null {
  const value = parseJson(text);
  if (!isRecord(value)) return null;
  const { kind, station, at } = value;
  if (!matches(station, STATION) || !isTime(at)) return null;
  if (kind === 'summary') return parseSummary(value, station, at);
  return kind === 'admissions' ? parseAdmissions(value, station, at) : null;
}

function parseSummary(
  { client_id, place, known, again }: Record<string, unknown>,
  station: string,
  at: Instant,
): SummaryMessage | null {
  if (!isNameOrNull(client_id) || !isNameOrNull(place) || typeof again !== 'boolean') return null;
  const entries = parseAll(known, MAX_SERIES, parseKnown);
  if (entries === null) return null;
  return { kind: 'summary', station, at, client_id, place, known: new Map(entries), again };
}

function parseKnown(value: unknown): readonly [string, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [series, sequence]: readonly unknown[] = value;
  return isSeries(series) && isSequence(sequence) ? [series, sequence] : null;
}

function parseAdmissions(
  { parts: given }: Record<string, unknown>,
  station: string,
  at: Instant,
): AdmissionsMessage | null {
  const parts = parseAll(given, MAX_PARTS, parsePart);
  return parts === null ? null : { kind: 'admissions', station, at, parts };
}

function parsePart(value: unknown): SeriesPart | null {
  if (!isRecord(value)) return null;
  const { series, sequence_from } = value;
  if (!isSeries(series) || !isSequence(sequence_from)) return null;
  const admissions = parseAll(value['admissions'], MAX_ADMISSIONS, parseAdmission);
  if (admissions === null || admissions.length === 0) return null;
  const rises = admissions.every(
    ({ sequence }, index) => sequence > (admissions[index - 1]?.sequence ?? sequence_from),
  );
  return rises ? { series, sequence_from, admissions } : null;
}

function parseAdmission(value: unknown): PeerAdmission | null {
  if (!Array.isArray(value) || value.length !== 5) return null;
  const [sequence, h, at, place, end]: readonly unknown[] = value;
  if (!isSequence(sequence) || !matches(h, HASH) || !isTime(at) || !isNameOrNull(place))
    return null;
  const ends = end === null ? null : releaseKinds.find((kind) => kind === end);
  return ends === undefined ? null : { sequence, h, at, place, ends };
}

function parseAll<Value>(
  values: unknown,
  limit: number,
  parse: (value: unknown) => Value | null,
): readonly Value[] | null {
  if (!Array.isArray(values) || values.length > limit) return null;
  const parsed: Value[] = [];
  for (const value of values) {
    const one = parse(value);
    if (one === null) return null;
    parsed.push(one);
  }
  return parsed;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function isSeries(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const { station, keyId } = partsOf(value);
  return STATION.test(station) && KEY.test(keyId) && value === seriesOf(station, keyId);
}

function isSequence(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTime(value: unknown): value is Instant {
  return typeof value === 'number' && isInstant(value);
}

function isNameOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= 100);
}
