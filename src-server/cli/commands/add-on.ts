import {
  addOnArchive,
  addOnCreate,
  addOnList,
  addOnRedeem,
  addOnRemove,
  addOnShow,
  addOnUpdate,
} from '../../operations/add-on.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { amountOf } from '../render/for-people.ts';
import { archivingStatusOf } from '../render/archiving-status.ts';

export const commands: readonly Command[] = [
  operationCommand(addOnCreate, {
    examples: ['add-on create --event winter-gala --name Parking --price 1200 --total 60'],
  }),
  operationCommand(addOnUpdate, {
    examples: [
      'add-on update Parking --total 80',
      'add-on update adn_01j… --price 1500 --total none',
    ],
  }),
  operationCommand(addOnArchive, { examples: ['add-on archive adn_01j…'] }),
  operationCommand(addOnRemove, { examples: ['add-on remove adn_01j…'] }),
  operationCommand(addOnRedeem, {
    operands: ['order_line'],
    examples: ['add-on redeem oln_01j… --quantity 2', 'add-on redeem oln_01j… --quantity -1'],
  }),
  listCommand(addOnList, {
    examples: ['add-on list --event winter-gala'],
    heading: ['add-on', 'name', 'price', 'sold', 'of', 'status'],
    row: (addOn) => [
      addOn.reference,
      addOn.name,
      amountOf(addOn.price, addOn.currency),
      addOn.sold,
      addOn.total,
      archivingStatusOf(addOn),
    ],
    none: 'No add-ons.',
  }),
  showCommand(addOnShow, { examples: ['add-on show adn_01j…'] }),
];
