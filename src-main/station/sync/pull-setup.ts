import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed, withoutRequest } from './lane-context.ts';

/** Asks for the event's setup: from the scanner surface where it is offered, from the event itself on a bare `/v1`. */
export async function pullSetup(context: LaneContext): Promise<LaneStep> {
  const { event, identity, remote, replica, heard } = context;
  if (event === null) return withoutRequest();
  const known = replica.setup(event);
  const offered = identity?.capabilities.includes('scanner.setup') === true;
  const answer = offered
    ? await remote.readSetup(event, known?.source === 'scanner' ? known.etag : null)
    : await remote.readEvent(event);
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  if (answer.value !== null) await replica.writeSetup(answer.value);
  heard.setup(event);
  return stepDone(answer.notes, null);
}
