import type { StationMessage } from '../../shared/station/messages.ts';
import type { ServedStation } from '../page/served-station.ts';

const LONGEST_MS = 5_000;

/**
 * Resolves when a screen has something to work with: the first import is complete, the station needs a person, or there is no
 * server to wait for. A long import is watched on the screen, where scanning already works.
 */
export async function untilSettled(
  station: Pick<ServedStation, 'welcome' | 'subscribe'>,
  longestMs: number = LONGEST_MS,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (message: StationMessage) => {
    if (isSettled(message)) resolve();
  };
  const unsubscribe = station.subscribe(look);
  const limit = setTimeout(resolve, longestMs);
  look(station.welcome());
  await promise;
  clearTimeout(limit);
  unsubscribe();
}

function isSettled(message: StationMessage): boolean {
  if (message.kind !== 'welcome' && message.kind !== 'state') return false;
  const { phase, sync } = message.state;
  if (sync.connection.kind === 'offline') return true;
  return phase.kind !== 'starting' && phase.kind !== 'importing';
}
