import type { LaneContext, LaneStep } from './lane-context.ts';
import { stepDone, stepFailed } from './lane-context.ts';

/** A server that was there a moment ago answers sooner than this, or is in doubt. */
const LIVE_DEADLINE_MS = 3_000;
/** One that is looked for may be at the end of a slow line. */
const DEADLINE_MS = 5_000;

/** Asks who this station is to the server. Also the knock on the door of a server that did not answer. */
export async function pullIdentity(context: LaneContext): Promise<LaneStep> {
  const { remote, heard, logger, isLive } = context;
  const answer = await remote.identify(isLive ? LIVE_DEADLINE_MS : DEADLINE_MS);
  if (answer.kind === 'failed') return stepFailed(answer.failure, answer.notes);
  if (await heard.identity(answer.value)) return stepDone(answer.notes, null);
  const message =
    'the server speaks for another organiser, and scans for the present one are unsent';
  logger.error({ organiser: answer.value.organiser.reference }, message);
  return stepFailed({ code: 'forbidden', message, retry_after_ms: null }, answer.notes);
}
