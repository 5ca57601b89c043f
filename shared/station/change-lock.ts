import { assertNever } from '../assert-never.ts';
import type { StationCommand } from './commands.ts';
import type { SyncMode } from './state.ts';

/** Commands that may change what an open door is about. */
export type DoorChange = Extract<
  StationCommand,
  { kind: 'select_event' | 'select_entry_point' | 'set_mode' }
>;

/** What an open door is about. */
interface DoorChoices {
  /** Null until one is chosen. */
  readonly event: string | null;
  /** Null: the box office; undefined: not known. */
  readonly entryPoint: string | null | undefined;
  /** Somebody connected the station, and its entry point is still to be chosen. */
  readonly asksEntryPoint: boolean;
  readonly mode: SyncMode;
}

/**
 * Whether the change lock applies to a command. Answering the questions that follow a connection changes nothing yet, and going online
 * takes nothing away.
 */
export function changesDoor(command: DoorChange, door: DoorChoices): boolean {
  const isOpen = door.event !== null && !door.asksEntryPoint;
  switch (command.kind) {
    case 'select_event':
      return isOpen && command.event !== door.event;
    case 'select_entry_point':
      return isOpen && command.location !== door.entryPoint;
    case 'set_mode':
      return command.mode === 'offline' && door.mode !== 'offline';
    default:
      return assertNever(command);
  }
}
