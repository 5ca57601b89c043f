import type { FastifyBaseLogger } from 'fastify';
import type { Database, Lock } from '../database/database.ts';
import { forgetExpiredTokens } from '../store/access-tokens.ts';
import { forgetExpiredResponses } from '../store/idempotency-keys.ts';
import { lapseOffers } from '../domain/waitlist/offer-places.ts';

const EVERY_MS = 60_000;

/**
 * Deletes expired rows and passes lapsed waitlist offers to the next in line, now and every minute. The process that holds the lock
 * `maintenance` does it; when it ends, another takes the lock at its next round. Returns a function that stops the rounds and waits for a
 * running one.
 */
export function startMaintenance(database: Database, log: FastifyBaseLogger): () => Promise<void> {
  let lock: Lock | null = null;
  const tidy = async () => {
    try {
      if (lock?.isHeld() !== true) lock = await database.tryLock('maintenance');
      if (lock === null) return;
      await database.write(async (tx) => {
        await forgetExpiredTokens(tx);
        await forgetExpiredResponses(tx);
        await lapseOffers(tx);
      });
    } catch (error) {
      // The next round tries again.
      log.error({ err: error }, 'maintenance failed');
    }
  };
  let round = tidy();
  const timer = setInterval(() => {
    round = tidy();
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
    await lock?.release();
  };
}
