import type { StationCommand } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { Enrolment } from '../../shared/ticket-code/enrolment-code.ts';
import { HostError } from '../startup/host-error.ts';

/**
 * Connects a station that belongs to no server, as if somebody had pasted the code on its screen. At the next start the station is connected,
 * and the code ignored. `last`: what the station said last. Returns what is to be said of a code that does not connect a revoked station, whose
 * screen has more to say.
 * @throws {HostError} `station_failed` if the server does not take it
 */
export async function enrolWithCode(
  code: Enrolment | null,
  last: StationMessage | null,
  ask: (command: StationCommand) => Promise<CommandResult>,
): Promise<string | null> {
  if (code === null || last === null || !('state' in last)) return null;
  const { kind } = last.state.phase;
  if (kind !== 'unenrolled' && kind !== 'revoked') return null;
  const result = await ask({ kind: 'connect', ...code });
  if (result.ok) return null;
  const sentence = `The enrolment code for ${code.server_url} did not connect this station: ${result.message}`;
  if (kind === 'revoked') return sentence;
  throw new HostError('station_failed', sentence);
}
