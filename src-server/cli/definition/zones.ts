import type { Database } from '../../database/database.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { findEvent } from '../../store/events.ts';
import type { Flags } from '../flags/flags.ts';
import type { CommandDefinition, GivenWords } from './define-command.ts';
import { eventOfWords } from './event-of-words.ts';

/** The time zone of the event that a command is about; null where it is about none, or none that exists. Asked before the command, which may remove it. */
export async function zoneOfWords(
  database: Database,
  command: Pick<CommandDefinition<Flags>, 'operands' | 'flags'>,
  words: GivenWords,
): Promise<string | null> {
  try {
    return await database.read(
      async (tx) => (await eventOfWords(tx, command, words))?.timezone ?? null,
    );
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The time zone that a result has itself, or that of all events that it or its rows name; null where they have several, or none. */
export async function zoneOfResult(database: Database, result: object): Promise<string | null> {
  if ('timezone' in result && typeof result.timezone === 'string') return result.timezone;
  const rows: readonly unknown[] =
    'data' in result && Array.isArray(result.data) ? result.data : [];
  const references = new Set([result, ...rows].flatMap(eventIn));
  if (references.size === 0) return null;
  const zones = await database.read(async (tx) => {
    const found = new Set<string | undefined>();
    for (const reference of references) found.add((await findEvent(tx, reference))?.timezone);
    return found;
  });
  const [zone = null, ...others] = zones;
  return others.length === 0 ? zone : null;
}

function eventIn(row: unknown): readonly string[] {
  if (typeof row !== 'object' || row === null || !('event' in row)) return [];
  const { event } = row;
  return typeof event === 'string' && event.startsWith('evt_') ? [event] : [];
}
