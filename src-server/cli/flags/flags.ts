import { parseInstant, type Instant } from '../../../shared/instant.ts';
import { parseLocalTime, type LocalTime } from '../../../shared/local-time.ts';
import { isBlank } from '../../../shared/plain-text.ts';
import { isAnyReference } from '../../../shared/references.ts';
import { cleanCode } from '../../../shared/ticket-code/clean-code.ts';
import { ValueError } from './usage-error.ts';

/** A `--flag VALUE`: its placeholder, description and parser. */
export interface FlagDefinition<T> {
  readonly placeholder: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Whether `--flag` may be given without a value. */
  readonly isValueOptional: boolean;
  readonly isHidden?: boolean;
  /** Whether it may be given by position instead, where its placeholder is an operand. */
  readonly isOperand?: boolean;
  /** All possible values, for the completion of shells. */
  readonly choices?: readonly string[];
  /** What the value means, where the command line has to know. */
  readonly kind?: FlagKind;
  /** `given` is null if the flag is missing, and empty if it has no value. Throws a `ValueError`. */
  readonly read: (given: string | null, terms: Terms) => T;
}

/** By name in camel case: `firstName` is `--first-name`. */
export type Flags = Readonly<Record<string, FlagDefinition<unknown>>>;
export type FlagValues<F extends Flags> = {
  readonly [Key in keyof F]: F[Key] extends FlagDefinition<infer T> ? T : never;
};

/** What values mean to a command by the event that it is about. Its functions throw a `ValueError`. */
export interface Terms {
  /** A time without an offset. `text` is the time as it was given. */
  readonly readLocal: (local: LocalTime, text: string) => Instant;
  /** An amount as people write it, in minor units. */
  readonly readAmount: (text: string) => number;
}

/** `event` and `events`: references or slugs of events, the latter separated by commas or `all`. */
export type FlagKind = 'event' | 'events' | 'time' | 'money';

function required<T>(
  placeholder: string,
  description: string,
  parse: (text: string, terms: Terms) => T,
): FlagDefinition<T> {
  const read = (given: string | null, terms: Terms) => {
    if (given === null) throw new ValueError(`expected ${placeholder}.`);
    return parse(given, terms);
  };
  return { placeholder, description, isRequired: true, isValueOptional: false, read };
}

export function textFlag(placeholder: string, description: string): FlagDefinition<string> {
  return required(placeholder, description, (given) => given);
}

/** Whose rows to list. */
export function emailFlag(description: string): FlagDefinition<string> {
  return required('EMAIL', description, (given) => {
    if (isBlank(given)) throw new ValueError('expected an email.');
    return given;
  });
}

/** An event, by its reference or its slug. */
export function eventReference(description: string): FlagDefinition<string> {
  return { ...textFlag('EVT', `${description} (evt_… or slug)`), kind: 'event' };
}

export function wholeFlag(placeholder: string, description: string): FlagDefinition<number> {
  return required(placeholder, description, (given) => {
    const number = Number(given);
    if (/^-?\d+$/.test(given) && Number.isSafeInteger(number)) return number;
    throw new ValueError(`expected a whole number, got "${given}".`);
  });
}

/** A whole number between two bounds. */
export function wholeBetween(
  placeholder: string,
  description: string,
  [least, most]: readonly [number, number],
): FlagDefinition<number> {
  const { read, ...flag } = wholeFlag(placeholder, description);
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return {
    ...flag,
    read: (given, terms) => {
      const number = read(given, terms);
      if (number >= least && number <= most) return number;
      throw new ValueError(`expected a whole number ${range}, got "${given}".`);
    },
  };
}

/** An amount of money: a whole number of minor units, or with its currency as people write it. Negative ones are for the domain to refuse. */
export function moneyFlag(description: string): FlagDefinition<number> {
  const described = `${description}, in minor units: 7950 is 79.50, or "79.50 EUR"`;
  const flag = required('MINOR', described, (given, { readAmount }) => {
    const number = Number(given);
    if (/^-?\d+$/.test(given) && Number.isSafeInteger(number)) return number;
    if (namesCurrency(given)) return readAmount(given);
    const amount = /^-?\d+[.,]\d{2}$/.test(given)
      ? `${Number(given.replace(/[.,]/, ''))} for ${given}`
      : '7950 for 79.50';
    throw new ValueError(
      `expected minor units as a whole number, such as ${amount}, or an amount with its currency; got "${given}".`,
    );
  });
  return { ...flag, kind: 'money' };
}

/** Without its currency `45` would be 0.45 to a program and 45.00 to a person. */
export function namesCurrency(amount: string): boolean {
  return /\d/.test(amount) && /[A-Z]{3}|\p{Sc}/u.test(amount);
}

/** A point in time, written with an offset or in the local time of the event that the command is about. */
export function timeFlag(description: string): FlagDefinition<Instant> {
  return { ...required('TIME', description, readTime), kind: 'time' };
}

function readTime(given: string, { readLocal }: Terms): Instant {
  const local = parseLocalTime(given);
  if (local !== null) return readLocal(local, given);
  const instant = parseInstant(given);
  if (instant !== null) return instant;
  throw new ValueError(
    `expected a time such as 2026-12-12 19:00 or 2026-12-12T19:00:00+01:00; got "${given}".`,
  );
}

export function choiceFlag<const T extends string>(
  placeholder: string,
  description: string,
  choices: readonly T[],
): FlagDefinition<T> {
  const known = choices.map(shownWord).join(', ');
  const read = (given: string) => {
    const chosen = choices.find((choice) => choice === given);
    if (chosen !== undefined) return chosen;
    throw new ValueError(`expected one of ${known}; got "${given}".`);
  };
  return { ...required(placeholder, `${description}: ${known}`, read), choices };
}

/** Signs stand in quotes, so that they are not read as those of the sentence. */
function shownWord(word: string): string {
  return /\w/.test(word) ? word : `"${word}"`;
}

/** Parts separated by commas, without surrounding white space. */
export function listFlag(
  placeholder: string,
  description: string,
): FlagDefinition<readonly string[]> {
  return required(placeholder, description, splitList);
}

function splitList(given: string): readonly string[] {
  return given
    .split(',')
    .map((part) => cleanIfReference(part.trim()))
    .filter((part) => part !== '');
}

/** The events that a client may see: references separated by commas, or `all`. */
export function parseGrant(given: string): 'all' | readonly string[] {
  return given === 'all' ? 'all' : splitList(given);
}

/** A reference without what copy and paste leaves around it; any other text as it is. */
export function cleanIfReference(given: string): string {
  const clean = cleanCode(given);
  return isAnyReference(clean) ? clean : given;
}

export function jsonFlag(placeholder: string, description: string): FlagDefinition<unknown> {
  return required(placeholder, description, (given) => {
    try {
      const value: unknown = JSON.parse(given);
      return value;
    } catch {
      throw new ValueError(`expected JSON, got "${given}".`);
    }
  });
}

/** Gives the flag a default. */
export function orElse<T, const E>(flag: FlagDefinition<T>, otherwise: E): FlagDefinition<T | E> {
  return {
    ...flag,
    description: `${flag.description}${describeDefault(otherwise)}`,
    isRequired: false,
    read: (given, terms) => (given === null ? otherwise : flag.read(given, terms)),
  };
}

/** The default as shown in the help; empty for one that means no change. */
function describeDefault(otherwise: unknown): string {
  const isPlain = typeof otherwise === 'number' || typeof otherwise === 'string';
  return isPlain ? ` (default: ${shownWord(String(otherwise))})` : '';
}

/** Makes the flag optional: undefined leaves a field unchanged. */
export function optionalFlag<T>(flag: FlagDefinition<T>): FlagDefinition<T | undefined> {
  return orElse(flag, undefined);
}

/** Says in the help what is taken where an optional flag is missing. */
export function withDefault<T>(flag: FlagDefinition<T>, described: string): FlagDefinition<T> {
  return { ...flag, description: `${flag.description} (default: ${described})` };
}

/** Accepts a word for null, which means `meaning`, such as no limit. */
export function nullableFlag<T>(
  flag: FlagDefinition<T>,
  word: string,
  meaning: string,
): FlagDefinition<T | null> {
  return {
    ...flag,
    description: `${flag.description}; "${word}" for ${meaning}`,
    read: (given, terms) => (given === word ? null : flag.read(given, terms)),
  };
}

/** A flag without a value. */
export function yes(description: string): FlagDefinition<boolean> {
  return {
    placeholder: '',
    description,
    isRequired: false,
    isValueOptional: true,
    read: (given) => given !== null,
  };
}

/** Accepted, but shown neither by `--help` nor by completion. */
export function hidden<T>(flag: FlagDefinition<T>): FlagDefinition<T> {
  return { ...flag, isHidden: true };
}

/** `--flag` alone means `alone`, `--flag VALUE` its value, and no flag null. */
export function optionalValue<T>(flag: FlagDefinition<T>, alone: T): FlagDefinition<T | null> {
  const read = (given: string | null, terms: Terms) => {
    if (given === null) return null;
    return given === '' ? alone : flag.read(given, terms);
  };
  return { ...flag, isRequired: false, isValueOptional: true, read };
}
