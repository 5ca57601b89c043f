import { Type } from 'typebox';
import type { ReadOnly } from '../schema.ts';

/** Whether the system opens the desktop app when its user logs in. Answered by the host, which asks the system each time. */
export const StartAtLoginCommand = Type.Union([
  Type.Object({ kind: Type.Literal('read_start_at_login') }),
  Type.Object({ kind: Type.Literal('set_start_at_login'), on: Type.Boolean() }),
]);
export type StartAtLoginCommand = ReadOnly<typeof StartAtLoginCommand>;

export function isStartAtLoginCommand(command: {
  readonly kind: string;
}): command is StartAtLoginCommand {
  return command.kind === 'read_start_at_login' || command.kind === 'set_start_at_login';
}
