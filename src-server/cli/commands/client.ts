import { scopeMeanings } from '../../../shared/contract/scopes.ts';
import {
  clientCreate,
  clientEvents,
  clientList,
  clientRevoke,
  clientScopes,
  clientShow,
} from '../../operations/client.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { nameList } from '../render/name-list.ts';

const scopeNames = nameList('Scopes:', scopeMeanings);

export const commands: readonly Command[] = [
  operationCommand(clientCreate, {
    examples: [
      'client create --organiser org_01j… --name CRM --scopes "events:read tickets:read"',
      'client create --organiser org_01j… --name Gala --scopes tickets:read --events winter-gala',
    ],
    notes: [scopeNames],
  }),
  operationCommand(clientRevoke, { examples: ['client revoke gci_9f2c…'] }),
  operationCommand(clientScopes, {
    operands: ['client', 'scopes'],
    examples: ['client scopes gci_9f2c… --scopes "events:read orders:read"'],
    notes: [scopeNames],
  }),
  operationCommand(clientEvents, {
    operands: ['client', 'events'],
    examples: ['client events gci_9f2c… --events winter-gala,jazz', 'client events gci_9f2c… all'],
  }),
  listCommand(clientList, {
    isWhole: true,
    examples: ['client list --organiser org_01j…'],
    heading: ['client', 'name', 'scopes', 'events', 'revoked', 'organiser'],
    row: ({ client_id, name, scopes, events, revoked_at, organiser }) => [
      client_id,
      name,
      scopes.join(' '),
      events === null ? 'all' : events.join(','),
      revoked_at,
      organiser,
    ],
    none: 'No clients.',
  }),
  showCommand(clientShow, { examples: ['client show gci_9f2c…'] }),
];
