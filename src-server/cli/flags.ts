import { parseInstant, type Instant } from '../../shared/instant.ts';
import { UsageError } from './usage-error.ts';

/** A `--flag VALUE`: what it takes, and how its text is read. */
export interface Flag<T> {
  readonly placeholder: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Whether `--flag` may stand without a value. */
  readonly isValueOptional: boolean;
  readonly isHidden?: boolean;
  /** `given` is null when the flag was not written, and empty when it was written without a value. */
  readonly read: (given: string | null) => T;
}

function required<T>(
  placeholder: string,
  description: string,
  parse: (text: string) => T,
): Flag<T> {
  const read = (given: string | null) => {
    if (given === null) throw new UsageError(`Expected ${placeholder}.`);
    return parse(given);
  };
  return { placeholder, description, isRequired: true, isValueOptional: false, read };
}

export function text(placeholder: string, description: string): Flag<string> {
  return required(placeholder, description, (given) => given);
}

export function whole(placeholder: string, description: string): Flag<number> {
  return required(placeholder, description, (given) => {
    const number = Number(given);
    if (/^-?\d+$/.test(given) && Number.isSafeInteger(number)) return number;
    throw new UsageError(`Expected a whole number for ${placeholder}, got "${given}".`);
  });
}

/** A whole number of at least 1. */
export function count(placeholder: string, description: string): Flag<number> {
  const { read, ...flag } = whole(placeholder, description);
  return {
    ...flag,
    read: (given) => {
      const number = read(given);
      if (number >= 1) return number;
      throw new UsageError(`Expected at least 1 for ${placeholder}, got "${given}".`);
    },
  };
}

export function time(placeholder: string, description: string): Flag<Instant> {
  return required(placeholder, description, (given) => {
    const instant = parseInstant(given);
    if (instant !== null) return instant;
    throw new UsageError(
      `Expected a time such as 2026-12-12T19:00:00Z for ${placeholder}, got "${given}".`,
    );
  });
}

export function choice<const T extends string>(
  placeholder: string,
  description: string,
  choices: readonly T[],
): Flag<T> {
  return required(placeholder, `${description}: ${choices.join(', ')}`, (given) => {
    const chosen = choices.find((known) => known === given);
    if (chosen !== undefined) return chosen;
    throw new UsageError(`Expected one of ${choices.join(', ')}, got "${given}".`);
  });
}

/** Parts separated by commas, without surrounding white space. */
export function list(placeholder: string, description: string): Flag<readonly string[]> {
  return required(placeholder, description, splitList);
}

export function splitList(given: string): readonly string[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function json(placeholder: string, description: string): Flag<unknown> {
  return required(placeholder, description, (given) => {
    try {
      const value: unknown = JSON.parse(given);
      return value;
    } catch {
      throw new UsageError(`Expected JSON for ${placeholder}, got "${given}".`);
    }
  });
}

/** What is used when the flag is not written. */
export function orElse<T, const E>(flag: Flag<T>, otherwise: E): Flag<T | E> {
  return {
    ...flag,
    description: `${flag.description}${saying(otherwise)}`,
    isRequired: false,
    read: (given) => (given === null ? otherwise : flag.read(given)),
  };
}

/** What the help says of a default; nothing of one that leaves things as they are. */
function saying(otherwise: unknown): string {
  const isPlain = typeof otherwise === 'number' || typeof otherwise === 'string';
  return isPlain ? ` (default: ${otherwise})` : '';
}

/** Not written: undefined, which leaves a field as it is. */
export function optional<T>(flag: Flag<T>): Flag<T | undefined> {
  return orElse(flag, undefined);
}

/** The word that stands for null: takes a limit or a label away. */
export function orWord<T>(flag: Flag<T>, word: string): Flag<T | null> {
  return {
    ...flag,
    description: `${flag.description}; "${word}" for none`,
    read: (given) => (given === word ? null : flag.read(given)),
  };
}

/** A flag without a value. */
export function yes(description: string): Flag<boolean> {
  return {
    placeholder: '',
    description,
    isRequired: false,
    isValueOptional: true,
    read: (given) => given !== null,
  };
}

/** The fields whose flags were written. */
export function written<T extends object>(fields: T): WrittenFields<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the undefined ones are gone
  return Object.fromEntries(kept) as WrittenFields<T>;
}

export type WrittenFields<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Understood, and not offered in `--help`. */
export function hidden<T>(flag: Flag<T>): Flag<T> {
  return { ...flag, isHidden: true };
}

/** `--flag` alone gives `alone`, `--flag VALUE` its value, and no flag null. */
export function optionalValue<T>(flag: Flag<T>, alone: T): Flag<T | null> {
  const read = (given: string | null) => {
    if (given === null) return null;
    return given === '' ? alone : flag.read(given);
  };
  return { ...flag, isRequired: false, isValueOptional: true, read };
}
