import { webhookMeanings } from '../../../shared/contract/webhooks.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { eventReference, optional } from '../flags.ts';
import { nameList } from '../name-list.ts';

export const flags = {
  event: optional(eventReference('to what of the demo (default: the event that is on)')),
} as const;

export const trigger = defineDatabaseCommand(
  {
    name: 'trigger',
    summary: 'Make an event of the webhooks happen in demo data',
    operands: ['EVENT'],
    flags,
    examples: ['trigger order.created', 'trigger session.cancelled --event harbour-jazz-nights'],
    notes: [nameList('EVENT is one of:', webhookMeanings)],
  },
  async () => (await import('../operations/trigger.ts')).trigger,
);
