import type { HeardSetup } from '../../ports/remote.ts';
import type { LaneContext, LaneStep } from './lane-context.ts';
import { offers, stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** Asks for the event's setup: from the scanner surface where it is offered, from the event itself on a bare `/v1`. */
export async function pullSetup(context: LaneContext): Promise<LaneStep> {
  const { event, remote, replica, heard } = context;
  if (event === null) return withoutRequest();
  const known = replica.setup(event);
  // Keys that were lost come with a whole setup only.
  const isWhole = known?.source === 'scanner' && !(known.peers && context.lacksVenueKeys(event));
  const answer = offers(context, 'scanner.setup')
    ? await remote.readSetup(event, isWhole ? known.etag : null)
    : await remote.readEvent(event);
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  if (answer.value !== null) {
    const { venue_keys = [], ...setup }: HeardSetup = answer.value;
    heard.venueKeys(event, venue_keys);
    await replica.writeSetup(setup);
  }
  heard.setup(event);
  return stepDone(answer.notes, null);
}
