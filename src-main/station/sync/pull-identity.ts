import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed } from './lane-context.ts';

/** Asks who this station is to the server. Also the knock on the door of a server that did not answer. */
export async function pullIdentity({ remote, heard, logger }: LaneContext): Promise<LaneStep> {
  const answer = await remote.identify();
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  if (await heard.identity(answer.value)) return stepDone(answer.notes, null);
  const message =
    'the server speaks for another organiser, and scans for the present one are unsent';
  logger.error({ organiser: answer.value.organiser.reference }, message);
  return stepFailed({ code: 'forbidden', message, retry_after_ms: null }, answer.notes);
}
