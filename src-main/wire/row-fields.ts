import { printableOrNull } from '../../shared/plain-text.ts';
import { parseBound, type Instant } from '../../shared/instant.ts';

/** A row that cannot be used: nothing of it is stored. */
export class UnreadableRowError extends Error {
  readonly code = 'row.unreadable';
}

/** Long enough for any reference; a longer one is none. */
const MAX_REFERENCE = 64;
/** Of a list. */
const MAX_REFERENCES = 1_000;
/** Names have at most 255 characters at our server. More than this of one would burden every screen and every row of the journal. */
const MAX_TEXT = 1_000;

/** What of a text can be shown: null if nothing. Whatever its version, a server may hold names from before it checked them. */
export function shownText(text: string): string | null {
  return printableOrNull(text.slice(0, MAX_TEXT));
}

/**
 * The fields of a row that is not quite what the contract says (§2.1: clients tolerate). What the door decides by must be readable, or the
 * whole row is not; what people only look at may be missing, and `problems` says what is.
 */
export class RowFields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly problems: string[] = [];

  constructor(value: unknown, what: string) {
    if (!isObject(value)) throw new UnreadableRowError(`expected ${what}`);
    this.#values = value;
  }

  /** A field that is left out counts as null. */
  value(name: string): unknown {
    return this.#values[name] ?? null;
  }

  reference(name = 'reference'): string {
    const value = this.referenceOrNull(name);
    if (value === null) throw new UnreadableRowError(`expected a ${name}`);
    return value;
  }

  referenceOrNull(name: string): string | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value !== 'string' || value === '' || value.length > MAX_REFERENCE) {
      throw new UnreadableRowError(`expected a ${name}`);
    }
    return value;
  }

  /** ISO 8601 with any offset or none; times before or after all others are the nearest that can be told. */
  time(name: string): Instant {
    const instant = this.timeOrNull(name);
    if (instant === null) throw new UnreadableRowError(`expected ${name}, a date and time`);
    return instant;
  }

  timeOrNull(name: string): Instant | null {
    const value = this.value(name);
    if (value === null) return null;
    const instant = typeof value === 'string' ? parseBound(value) : null;
    if (instant === null)
      throw new UnreadableRowError(`expected ${name}, a date and time that exist`);
    return instant;
  }

  integer(name: string, otherwise?: number): number {
    const value = this.value(name) ?? otherwise;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw new UnreadableRowError(`expected ${name}, a whole number`);
  }

  references(name: string): readonly string[] | null {
    const value = this.value(name);
    if (value === null) return null;
    const isList = Array.isArray(value) && value.length <= MAX_REFERENCES && value.every(isShort);
    if (!isList) throw new UnreadableRowError(`expected ${name}, a list of references`);
    return value;
  }

  /** One of these, or null with a problem: a later version of the server may have more. */
  oneOf<Known extends string>(name: string, known: readonly Known[]): Known | null {
    const value = this.value(name);
    const found = known.find((one) => one === value) ?? null;
    if (found === null) this.problems.push(`${name} ${shortened(value)} is not known`);
    return found;
  }

  text(name: string): string | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value === 'string') return shownText(value);
    if (typeof value === 'number') return String(value);
    this.problems.push(`${name} is no text`);
    return null;
  }

  /** What cannot be read is as if it were left out. */
  readableOr<Value>(otherwise: Value, read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      this.problems.push(error.message);
      return otherwise;
    }
  }

  /** An object that people only look at. */
  part<Part>(name: string, read: (fields: RowFields) => Part): Part | null {
    if (this.value(name) === null) return null;
    try {
      const fields = new RowFields(this.value(name), 'an object');
      const part = read(fields);
      this.problems.push(...fields.problems.map((problem) => `${name}: ${problem}`));
      return part;
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      this.problems.push(`${name}: ${error.message}`);
      return null;
    }
  }

  /** Objects that people only look at, at most so many. */
  parts<Part>(name: string, most: number, read: (fields: RowFields) => Part): readonly Part[] {
    const value = this.value(name) ?? [];
    if (!Array.isArray(value)) {
      this.problems.push(`${name} is no list`);
      return [];
    }
    return value.slice(0, most).flatMap((item: unknown) => {
      const fields = new RowFields({ [name]: item }, 'an object');
      const part = fields.part(name, read);
      this.problems.push(...fields.problems);
      return part ?? [];
    });
  }

  /** An object that the door decides by. */
  fact<Part>(name: string, read: (fields: RowFields) => Part): Part | null {
    if (this.value(name) === null) return null;
    const fields = new RowFields(this.value(name), `${name}, an object`);
    const part = read(fields);
    this.problems.push(...fields.problems.map((problem) => `${name}: ${problem}`));
    return part;
  }
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_REFERENCE;
}

function shortened(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 40);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
