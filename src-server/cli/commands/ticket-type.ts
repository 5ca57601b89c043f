import type { Command } from 'commander';
import { describeTicketType } from '../describe.ts';
import {
  createTicketType,
  ticketTypeDefaults,
  updateTicketType,
} from '../../services/ticket-types.ts';
import { defineOperation } from '../define-operation.ts';
import type { FlagValues } from '../define-command.ts';
import { choice, list, optional, orWord, text, time, whole, written } from '../flags.ts';
import { staysWith } from '../stays-with.ts';
import type { Terminal } from '../terminal.ts';

const event = text('EVT', 'what it admits to');
const name = text('NAME', 'what people call it');
const price = whole('MINOR', "in minor units of the event's currency");
const flags = {
  total: optional(orWord(whole('N', 'how many there are'), 'none')),
  validFrom: optional(orWord(time('TIME', 'admits from then on'), 'none')),
  validUntil: optional(orWord(time('TIME', 'admits until just before'), 'none')),
  entryPoints: optional(orWord(list('LOCS', 'loc_ references that admit it'), 'any')),
  active: optional(choice('YES', 'whether it is on sale', ['yes', 'no'])),
} as const;

export function addTicketTypeCommands(program: Command, terminal: Terminal): void {
  const ticketType = program.command('ticket-type').description('Ticket types of an event');
  defineOperation(
    ticketType,
    terminal,
    {
      name: 'create',
      summary: 'Make a ticket type',
      operands: [],
      flags: { event, name, price, ...flags },
    },
    async (tx, { values }) => {
      const { event, name, price } = values;
      const input = { ...ticketTypeDefaults, name, price, ...columnsOf(values) };
      return describeTicketType(tx, await createTicketType(tx, event, input));
    },
  );
  defineOperation(
    ticketType,
    terminal,
    {
      name: 'update',
      summary: 'Change a ticket type; its tickets follow',
      operands: ['TT'],
      flags: { event: optional(event), name: optional(name), price: optional(price), ...flags },
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const { name, price } = values;
      const changes = { ...written({ name, price }), ...columnsOf(values) };
      const updated = await updateTicketType(tx, reference, changes);
      const described = await describeTicketType(tx, updated);
      staysWith(described.event, values.event);
      return described;
    },
  );
}

function columnsOf(values: FlagValues<typeof flags>) {
  return written({
    total: values.total,
    valid_from: values.validFrom,
    valid_until: values.validUntil,
    entry_points: values.entryPoints,
    is_active: values.active === undefined ? undefined : values.active === 'yes',
  });
}
