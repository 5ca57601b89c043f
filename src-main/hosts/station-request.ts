import { Compile } from 'typebox/compile';
import { StationRequest } from '../../shared/station/commands.ts';
import type { StationMessage } from '../../shared/station/messages.ts';
import type { ServedStation } from './served-station.ts';

const stationRequest = Compile(StationRequest);

/** Null when a screen, or whoever speaks in its place, sent something else. */
export function parseStationRequest(raw: unknown): StationRequest | null {
  return stationRequest.Check(raw) ? raw : null;
}

/** Answers whatever arrives from a screen with a reply; it never rejects. */
export async function answerRequest(
  station: Pick<ServedStation, 'handle'>,
  raw: unknown,
): Promise<StationMessage> {
  const request = parseStationRequest(raw);
  if (request === null) {
    const message = 'This message is not part of the station contract.';
    return {
      kind: 'reply',
      id: idOf(raw),
      result: { ok: false, code: 'command.invalid', message },
    };
  }
  try {
    return await station.handle(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      kind: 'reply',
      id: request.id,
      result: { ok: false, code: 'station.failed', message },
    };
  }
}

/** The id to answer under, as far as there is one. */
function idOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw && typeof raw.id === 'string'
    ? raw.id.slice(0, 100)
    : '';
}
