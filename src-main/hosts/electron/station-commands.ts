import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { MainToStation } from './station-messages.ts';

export interface StationCommands {
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Returns true if the station's message answers one of these commands; it is then for no screen. */
  readonly receive: (message: StationMessage) => boolean;
}

/** A station that was restarting when asked never answers. */
const PATIENCE_MS = 30_000;
const LATE: CommandResult = {
  ok: false,
  code: 'station.failed',
  message: 'The station did not answer in time.',
};

/** The host's own commands to the station process. No page uses ids with this prefix. */
export function createStationCommands(send: (message: MainToStation) => void): StationCommands {
  const run = `host-${process.pid}-${Date.now().toString(36)}`;
  const open = new Map<string, (result: CommandResult) => void>();
  let last = 0;
  return {
    ask: async (command) => {
      last += 1;
      const id = `${run}-${last}`;
      const { promise, resolve } = Promise.withResolvers<CommandResult>();
      open.set(id, resolve);
      const limit = setTimeout(() => resolve(LATE), PATIENCE_MS);
      send({ kind: 'request', request: { id, command } });
      const result = await promise;
      clearTimeout(limit);
      open.delete(id);
      return result;
    },
    receive: (message) => {
      const answer = message.kind === 'reply' ? open.get(message.id) : undefined;
      if (message.kind !== 'reply' || answer === undefined) return false;
      answer(message.result);
      return true;
    },
  };
}
