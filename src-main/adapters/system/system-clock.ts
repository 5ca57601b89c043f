import { instantFromMillis } from '../../../shared/instant.ts';
import type { Clock } from '../../ports/clock.ts';

export const systemClock: Clock = {
  deviceNow: () => instantFromMillis(Date.now()),
  monotonicMs: () => performance.now(),
};
