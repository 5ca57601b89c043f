import {
  sessionCancel,
  sessionCreate,
  sessionList,
  sessionShow,
  sessionUpdate,
} from '../../operations/session.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(sessionCreate, {
    examples: [
      'session create --event jazz --name "First night" --starts-at "2026-12-12 19:00" --ends-at "2026-12-12 23:00"',
    ],
  }),
  operationCommand(sessionUpdate, {
    examples: ['session update ses_01j… --ends-at "2026-12-12 23:30"'],
  }),
  operationCommand(sessionCancel, {
    examples: ['session cancel jazz/2026-12-12'],
  }),
  listCommand(sessionList, {
    examples: ['session list --event jazz'],
    heading: ['session', 'name', 'starts', 'ends', 'cancelled'],
    row: ({ reference, name, starts_at, ends_at, cancelled_at }) => [
      reference,
      name,
      starts_at,
      ends_at,
      cancelled_at,
    ],
    none: 'No sessions.',
  }),
  showCommand(sessionShow, { examples: ['session show ses_01j…'] }),
];
