import type { ReadTransaction } from '../../database/transaction.ts';
import {
  requireAddOn,
  requireEvent,
  requireLocation,
  requireOrder,
  requireQuestion,
  requireSession,
  requireTicket,
  requireTicketType,
  requireWaitlistEntry,
  type RowReader,
} from '../../rules/require-row.ts';
import { getEvent, type EventRow } from '../../store/events.ts';
import { findOrderLine, getOrder } from '../../store/orders.ts';
import type { Flags } from '../flags/flags.ts';
import type { CommandDefinition, GivenWords } from './define-command.ts';

/** Rows of an event by the placeholders of their references, those first that cannot be names. */
const readers: readonly (readonly [string, RowReader<{ readonly event_id: number }>])[] = [
  ['TKT', requireTicket],
  ['ORD', requireOrder],
  ['WLE', requireWaitlistEntry],
  ['TT', requireTicketType],
  ['SES', requireSession],
  ['ADN', requireAddOn],
  ['LOC', requireLocation],
  ['QST', requireQuestion],
];

/** The event that the words name, or to which what they name by its reference belongs; null where they name none. Throws `resource.not_found`. */
export async function eventOfWords(
  tx: ReadTransaction,
  { operands, flags }: Pick<CommandDefinition<Flags>, 'operands' | 'flags'>,
  words: GivenWords,
): Promise<EventRow | null> {
  const places = new Map<string, string>();
  for (const [name, { kind, placeholder }] of Object.entries(flags)) {
    const word = words.options[name];
    if (typeof word === 'string') places.set(kind === 'event' ? 'EVT' : placeholder, word);
  }
  for (const [index, word] of words.operands.entries()) places.set(operands[index] ?? '', word);
  const named = places.get('EVT');
  if (named !== undefined) return requireEvent(tx, named);
  const line = places.get('OLN');
  const ordered = line === undefined ? undefined : await findOrderLine(tx, line);
  if (ordered !== undefined) return getEvent(tx, (await getOrder(tx, ordered.order_id)).event_id);
  for (const [placeholder, read] of readers) {
    const reference = places.get(placeholder);
    if (reference?.startsWith(`${placeholder.toLowerCase()}_`) !== true) continue;
    return getEvent(tx, (await read(tx, reference)).event_id);
  }
  return null;
}
