import type { StationCommand } from '../../../shared/station/commands.ts';
import type { StationMessage } from '../../../shared/station/messages.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { MainToStation } from './station-messages.ts';

export interface StationQuestions {
  readonly ask: (command: StationCommand) => Promise<CommandResult>;
  /** Whether a message of the station answers one of them: then it is for no screen. */
  readonly heard: (message: StationMessage) => boolean;
}

/** A station that was being started again when it was asked answers nothing. */
const PATIENCE_MS = 30_000;
const LATE: CommandResult = {
  ok: false,
  code: 'station.failed',
  message: 'The station did not answer in time.',
};

/** Commands of the host itself to the station's process. No id of a page begins like theirs. */
export function askStation(send: (message: MainToStation) => void): StationQuestions {
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
    heard: (message) => {
      const answer = message.kind === 'reply' ? open.get(message.id) : undefined;
      if (message.kind !== 'reply' || answer === undefined) return false;
      answer(message.result);
      return true;
    },
  };
}
