import { Compile } from 'typebox/compile';
import { StationRequest } from '../../shared/station/commands.ts';
import type { StationReply } from '../../shared/station/messages.ts';
import { refused } from '../../shared/station/results.ts';
import type { ServedStation } from './served-station.ts';

const stationRequest = Compile(StationRequest);

/** Returns null if a screen, or somebody in its place, sent anything else. */
export function parseStationRequest(raw: unknown): StationRequest | null {
  return stationRequest.Check(raw) ? raw : null;
}

/** Answers any message from a screen with a reply; never rejects. */
export async function handleRequest(
  station: Pick<ServedStation, 'handle'>,
  raw: unknown,
): Promise<StationReply> {
  const request = parseStationRequest(raw);
  if (request === null) {
    const result = refused('command.invalid', 'This message is not part of the station contract.');
    return { kind: 'reply', id: idOf(raw), result };
  }
  try {
    return await station.handle(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'reply', id: request.id, result: refused('station.failed', message) };
  }
}

/** The id to reply under, if there is one. */
function idOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw && typeof raw.id === 'string'
    ? raw.id.slice(0, 100)
    : '';
}
