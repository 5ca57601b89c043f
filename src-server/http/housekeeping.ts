import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { forgetExpiredTokens } from '../repositories/access-tokens.ts';
import { forgetExpiredResponses } from '../repositories/idempotency-keys.ts';
import { lapseOffers } from '../services/waitlist/offer-places.ts';

const EVERY_MS = 60_000;

/**
 * Drops what has expired and lets waitlist offers fall to the next in line, now and every minute. Gives what ends it; a round that
 * is under way is waited for.
 */
export function startHousekeeping(database: Database, log: FastifyBaseLogger): () => Promise<void> {
  let round = tidy(database, log);
  const timer = setInterval(() => {
    round = tidy(database, log);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}

/** A failure is told and left to the next round. */
async function tidy(database: Database, log: FastifyBaseLogger): Promise<void> {
  try {
    await database.write(async (tx) => {
      await forgetExpiredTokens(tx);
      await forgetExpiredResponses(tx);
      await lapseOffers(tx);
    });
  } catch (error) {
    log.error({ err: error }, 'housekeeping failed');
  }
}
