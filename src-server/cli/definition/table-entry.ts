import type { Command } from './define-command.ts';

/** A group of commands, or a command of its own. The module behind it is loaded when it is named. */
export type TableEntry = {
  readonly name: string;
  readonly summary: string;
} & (
  | { readonly kind: 'command'; readonly load: () => Promise<Command> }
  | { readonly kind: 'group'; readonly load: () => Promise<readonly Command[]> }
);
