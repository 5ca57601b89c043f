import { assertNever } from '../../../shared/assert-never.ts';
import { formatInZone, parseLocalTime, readInZone } from '../../../shared/local-time.ts';
import type { Database } from '../../database/database.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { checkTimezone } from '../../rules/checks.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import type { Flags, ReadLocalTime } from '../flags/flags.ts';
import { ValueError } from '../flags/usage-error.ts';
import { refuseLocalTime, type CommandDefinition, type GivenWords } from './define-command.ts';
import { requireEvent, requireSession, requireTicketType } from '../../rules/require-row.ts';

type Names = Pick<CommandDefinition<Flags>, 'operands' | 'flags'>;

/** Reads local times in the time zone of the event that the words are about. Reads the database only if there is a local time. */
export async function localTimesOf(
  database: Database,
  command: Names,
  words: GivenWords,
): Promise<ReadLocalTime> {
  const times = Object.entries(command.flags).filter(([, { kind }]) => kind === 'time');
  const isLocal = times.some(([name]) => parseLocalTime(textOf(words.options[name])) !== null);
  if (!isLocal) return refuseLocalTime;
  const timezone = await database.read((tx) => timezoneOf(tx, command, words));
  return timezone === null ? refuseLocalTime : readerIn(timezone);
}

function readerIn(timezone: string): ReadLocalTime {
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

/** The time zone that the command sets, or that of the event that it names; null if it names none. */
async function timezoneOf(
  tx: ReadTransaction,
  command: Names,
  words: GivenWords,
): Promise<string | null> {
  const { timezone } = words.options;
  if (typeof timezone === 'string') return checkTimezone(timezone);
  for (const [name, { kind }] of Object.entries(command.flags)) {
    const named = words.options[name];
    if (kind === 'event' && typeof named === 'string')
      return (await requireEvent(tx, named)).timezone;
  }
  for (const [index, placeholder] of command.operands.entries()) {
    const event = await eventOfOperand(tx, placeholder, words.operands[index] ?? '');
    if (event !== null) return event.timezone;
  }
  return null;
}

async function eventOfOperand(
  tx: ReadTransaction,
  placeholder: string,
  reference: string,
): Promise<EventRow | null> {
  switch (placeholder) {
    case 'EVT':
      return requireEvent(tx, reference);
    case 'SES': {
      const session = await requireSession(tx, reference);
      return getEvent(tx, session.event_id);
    }
    case 'TT': {
      const type = await requireTicketType(tx, reference);
      return getEvent(tx, type.event_id);
    }
    default:
      return null;
  }
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
