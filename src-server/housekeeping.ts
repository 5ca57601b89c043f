import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Lock } from './database/database.ts';
import { forgetExpiredTokens } from './store/access/access-tokens.ts';
import { forgetExpiredNonces } from './store/access/console-nonces.ts';
import { forgetExpiredResponses } from './store/access/idempotency-keys.ts';
import { forgetOldFailures } from './domain/members/throttle.ts';
import { forgetSessions } from './domain/members/sessions.ts';
import { lapseOffers } from './domain/places/offer-places.ts';

const EVERY_MS = 60_000;
/** Rows of one transaction: other writes wait no longer than for these. */
const PAGE = 500;
const TASKS = [
  forgetExpiredTokens,
  forgetExpiredResponses,
  forgetExpiredNonces,
  forgetOldFailures,
  forgetSessions,
  lapseOffers,
];

/**
 * Deletes expired rows and passes lapsed waitlist offers to the next in line, now and every minute. The process that holds the lock
 * `maintenance` does it; when it ends, another takes the lock at its next round. Returns a function that stops the rounds and waits for a
 * running one.
 */
export function startMaintenance(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  let lock: Lock | null = null;
  const ending = new AbortController();
  const tidy = async () => {
    try {
      if (lock?.isHeld() !== true) lock = await database.tryLock('maintenance');
      if (lock === null) return;
      for (const task of TASKS) {
        while (!ending.signal.aborted && (await database.write((tx) => task(tx, PAGE))) === PAGE) {
          await nextTurn();
        }
      }
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
    ending.abort();
    clearInterval(timer);
    await round;
    await lock?.release();
  };
}
