// Why: docs/decisions/0028-exports.md
import { writeAmount } from '../../../shared/currency.ts';
import { writeCsvRow, type CsvCell, type Delimiter } from '../../../shared/csv-row.ts';
import {
  addMicros,
  formatInstant,
  instantFromMicros,
  MICROS_PER_MINUTE,
  parseInstant,
  type Instant,
} from '../../../shared/instant.ts';
import { offsetAt, parseLocalTime, readInZone } from '../../../shared/local-time.ts';

/** What a cell says: a text, a number, an amount in minor units, or a time that is shown by the clocks of a zone. */
export type Cell =
  | string
  | number
  | null
  | { readonly minor: number; readonly currency: string }
  | {
      readonly at: Instant;
      /** An IANA name. */
      readonly zone: string;
      /** Whether fractions of a second are written, and which of two times it is that the clocks show twice. */
      readonly isExact: boolean;
    };

/** For a spreadsheet: amounts as people write them, with a comma where semicolons separate cells, and times as `2026-12-12 19:00:00`. */
export function writeCells(cells: readonly Cell[], delimiter: Delimiter): string {
  return writeCsvRow(
    cells.map((cell) => csvCell(cell, delimiter)),
    delimiter,
  );
}

function csvCell(cell: Cell, delimiter: Delimiter): CsvCell {
  if (cell === null || typeof cell === 'string') return cell;
  if (typeof cell === 'number') return { figure: String(cell) };
  if ('minor' in cell) {
    const { minor, currency } = cell;
    return { figure: writeAmount(minor, currency, delimiter === ';' ? ',' : '.') };
  }
  return { figure: writeTime(cell) };
}

/** For a program: amounts in minor units, and times in UTC. */
export function jsonOf(heading: readonly string[], cells: readonly Cell[]): object {
  const values = cells.map((cell) => {
    if (cell === null || typeof cell !== 'object') return cell;
    return 'minor' in cell ? cell.minor : formatInstant(cell.at);
  });
  return Object.fromEntries(heading.map((name, at) => [name, values[at] ?? null]));
}

/** Of a time as the API writes it. */
export function isoCell(text: string | null, zone: string, isExact = false): Cell {
  const at = text === null ? null : parseInstant(text);
  return at === null ? null : { at, zone, isExact };
}

export function timeCell(at: Instant | null, zone: string, isExact = false): Cell {
  return at === null ? null : { at, zone, isExact };
}

type TimeCell = Extract<Cell, { readonly at: Instant }>;

function writeTime({ at, zone, isExact }: TimeCell): string {
  if (isExact) return exactTimes(`${at} ${zone}`, () => writeExactTime(at, zone));
  const minute = Math.floor(at / MICROS_PER_MINUTE);
  const offset = offsets(`${minute} ${zone}`, () =>
    offsetAt(instantFromMicros(minute * MICROS_PER_MINUTE), zone),
  );
  return toSecond(addMicros(at, offset));
}

function writeExactTime(at: Instant, zone: string): string {
  const shown = addMicros(at, offsetAt(at, zone));
  const text = `${toSecond(shown)}${fractionOf(shown)}`;
  const local = parseLocalTime(text);
  const isOnce = local !== null && readInZone(local, zone).kind === 'once';
  return isOnce ? text : formatInstant(at);
}

function toSecond(shown: Instant): string {
  const text = formatInstant(shown);
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** Empty, or such as `.25`. */
function fractionOf(shown: Instant): string {
  return formatInstant(shown)
    .slice(19, -1)
    .replace(/\.?0*$/, '');
}

/** To ask for the offset of each time of a million rows would take longer than all else; clocks change at whole minutes. */
const offsets = remembering<number>();
const exactTimes = remembering<string>();

const MOST_REMEMBERED = 5_000;

function remembering<Value>(): (key: string, make: () => Value) => Value {
  const known = new Map<string, Value>();
  return (key, make) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make();
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, made);
    return made;
  };
}
