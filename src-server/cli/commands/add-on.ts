import type { Command } from 'commander';
import { describeOrderLine } from '../../api/orders.ts';
import { redeemAddOn } from '../../services/redeem-add-on.ts';
import { defineOperation } from '../define-operation.ts';
import { optional, orElse, text, whole } from '../flags.ts';
import type { Terminal } from '../terminal.ts';
import { addAddOnCreation } from './event-parts.ts';

export function addAddOnCommands(program: Command, terminal: Terminal): void {
  const addOn = program.command('add-on').description('What is sold beside tickets');
  addAddOnCreation(addOn, terminal);
  defineOperation(
    addOn,
    terminal,
    {
      name: 'redeem',
      summary: 'Hand out units of an order line, or take them back',
      operands: ['OLN'],
      flags: {
        quantity: orElse(whole('N', 'how many; negative takes back'), 1),
        clientReference: optional(text('R', 'names the action, so that a retry is done once')),
        location: optional(text('LOC', 'where')),
      },
    },
    async (tx, { values, operands: [order_line = ''] }) => {
      const { quantity, clientReference: client_reference = null, location = null } = values;
      const { line, replayed } = await redeemAddOn(tx, {
        order_line,
        quantity,
        client_reference,
        location,
        redeemed_at: tx.now,
        client_id: null,
        happened: false,
      });
      return { ...(await describeOrderLine(tx, line)), replayed };
    },
  );
}
