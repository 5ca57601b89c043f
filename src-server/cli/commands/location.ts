import {
  locationArchive,
  locationCreate,
  locationList,
  locationShow,
  locationUpdate,
} from '../../operations/location.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { archivingStatusOf } from '../render/archiving-status.ts';

export const commands: readonly Command[] = [
  operationCommand(locationCreate, {
    examples: [
      'location create --event winter-gala --name "North Gate"',
      'location create --event winter-gala --name "Garden door" --direction both',
    ],
  }),
  operationCommand(locationUpdate, {
    examples: [
      'location update "North Gate" --name "East Gate"',
      'location update loc_01j… --status active',
    ],
  }),
  operationCommand(locationArchive, {
    examples: ['location archive loc_01j…'],
  }),
  listCommand(locationList, {
    examples: ['location list --event winter-gala'],
    heading: ['entry point', 'name', 'direction', 'status'],
    row: (location) => [
      location.reference,
      location.name,
      location.direction,
      archivingStatusOf(location),
    ],
    none: 'No entry points.',
  }),
  showCommand(locationShow, { examples: ['location show loc_01j…'] }),
];
