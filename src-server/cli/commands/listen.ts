import { webhookEventNames, webhookMeanings } from '../../../shared/contract/webhooks.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { eventReference, list, optional, text } from '../flags.ts';
import { nameList } from '../name-list.ts';

export const listenFlags = {
  forwardTo: text('URL', 'address to forward to, such as localhost:3000/hooks'),
  events: optional({
    ...list('NAMES', 'which events, separated by commas (default: all)'),
    choices: webhookEventNames,
  }),
  event: optional(eventReference('only what belongs to this event')),
  organiser: optional(
    text(
      'ORG',
      'organiser whose events to forward (default: the organiser of --event, or the only one)',
    ),
  ),
} as const;

export const listenCommand = defineDatabaseCommand(
  {
    name: 'listen',
    summary: 'Forward webhooks to a program on this computer, for as long as this runs',
    operands: [],
    flags: listenFlags,
    examples: [
      'listen --forward-to localhost:3000/hooks',
      'listen --forward-to localhost:3000/hooks --events order.created,ticket.scanned',
    ],
    notes: [nameList('Events:', webhookMeanings)],
  },
  async () => (await import('../operations/listen.ts')).listen,
);
