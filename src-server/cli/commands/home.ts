import { homeShow } from '../../operations/home.ts';
import type { Command } from '../definition/define-command.ts';
import { showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  showCommand(homeShow, { examples: ['home show --organiser org_01j…'] }),
];
