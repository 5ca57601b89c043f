import { webhookMeanings } from '../../../shared/contract/webhooks.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { eventReference, optional, withDefault } from '../flags.ts';
import { nameList } from '../name-list.ts';

export const triggerFlags = {
  event: withDefault(optional(eventReference('demo event to act on')), 'the event that is on'),
} as const;

export const triggerCommand = defineDatabaseCommand(
  {
    name: 'trigger',
    summary: 'Make a webhook event happen in demo data',
    operands: ['NAME'],
    flags: triggerFlags,
    examples: ['trigger order.created', 'trigger session.cancelled --event harbour-jazz-nights'],
    notes: [nameList('NAME is one of:', webhookMeanings)],
  },
  async () => (await import('../operations/trigger.ts')).trigger,
);
