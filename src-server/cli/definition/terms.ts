import { assertNever } from '../../../shared/assert-never.ts';
import { writeAmount } from '../../../shared/currency.ts';
import { formatInZone, parseLocalTime, readInZone } from '../../../shared/local-time.ts';
import type { Database } from '../../database/database.ts';
import { checkTimezone } from '../../rules/checks.ts';
import { readAmount } from '../../imports/lines/read-amount.ts';
import { namesCurrency, type FlagKind, type Flags, type Terms } from '../flags/flags.ts';
import { ValueError } from '../flags/usage-error.ts';
import { noTerms, type CommandDefinition, type GivenWords } from './define-command.ts';
import { eventOfWords } from './event-of-words.ts';

type Names = Pick<CommandDefinition<Flags>, 'operands' | 'flags'>;

/** Reads values as the event means them that the words are about. Reads the database only if a local time or an amount needs it. */
export async function termsOf(
  database: Database,
  command: Names,
  words: GivenWords,
): Promise<Terms> {
  const given = (wanted: FlagKind) =>
    Object.entries(command.flags)
      .filter(([, { kind }]) => kind === wanted)
      .map(([name]) => textOf(words.options[name]));
  const needsZone = given('time').some((text) => parseLocalTime(text) !== null);
  if (!needsZone && !given('money').some(namesCurrency)) return noTerms;
  const { timezone } = words.options;
  const event = await database.read((tx) => eventOfWords(tx, command, words));
  const zone = typeof timezone === 'string' ? checkTimezone(timezone) : event?.timezone;
  return {
    readLocal: zone === undefined ? noTerms.readLocal : readerIn(zone),
    readAmount: event === null ? noTerms.readAmount : (text) => amountIn(text, event.currency),
  };
}

function amountIn(text: string, currency: string): number {
  const isNegative = text.startsWith('-');
  const amount = readAmount(isNegative ? text.slice(1) : text, currency);
  if (amount !== null) return isNegative ? -amount : amount;
  throw new ValueError(
    `expected an amount in ${currency} such as "${writeAmount(7950, currency, '.')} ${currency}"; got "${text}".`,
  );
}

function readerIn(timezone: string): Terms['readLocal'] {
  return (local, text) => {
    const read = readInZone(local, timezone);
    switch (read.kind) {
      case 'once':
        return read.instant;
      case 'twice':
      case 'never': {
        const [early, late] = read.readings.map((instant) => formatInZone(instant, timezone));
        const what =
          read.kind === 'twice'
            ? 'happens twice in'
            : 'does not exist, because clocks are set forward, in';
        throw new ValueError(`${text} ${what} ${timezone}; write ${early} or ${late}.`);
      }
      default:
        return assertNever(read);
    }
  };
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
