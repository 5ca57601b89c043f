import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed } from './lane-context.ts';

/** Asks who this station is to the server. Also the knock on the door of a server that did not answer. */
export async function pullIdentity({ remote, heard }: LaneContext): Promise<LaneStep> {
  const answer = await remote.identify();
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  await heard.identity(answer.value);
  return stepDone(answer.notes, null);
}
