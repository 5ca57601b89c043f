import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter, RATE_WINDOW_MS, rateHeaders } from './rate-limiter.ts';

describe('createRateLimiter', () => {
  it('never admits more than the limit in any 60 seconds, and no fewer than that', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 7 }), (steps, limit) => {
        const limiter = createRateLimiter(limit);
        const admitted: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const recent = admitted.filter((time) => time > now - RATE_WINDOW_MS);
          const decision = limiter.take('client', now);
          expect(decision.admitted).toBe(recent.length < limit);
          if (decision.admitted) admitted.push(now);
          expect(decision.remaining).toBe(limit - recent.length - (decision.admitted ? 1 : 0));
        }
      }),
    );
  });

  it('admits a call after the Retry-After of a refusal', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 30, maxLength: 60 });
    fc.assert(
      fc.property(gaps, (steps) => {
        const limiter = createRateLimiter(3);
        let now = 0;
        for (const step of steps) {
          now += step;
          const decision = limiter.take('client', now);
          if (decision.admitted) continue;
          const seconds = Number(rateHeaders(decision)['retry-after']);
          expect(Number.isInteger(seconds) && seconds >= 1).toBe(true);
          now += seconds * 1000;
          expect(limiter.take('client', now).admitted).toBe(true);
        }
      }),
    );
  });

  it('counts each client separately', () => {
    const limiter = createRateLimiter(1);
    expect(limiter.take('a', 0).admitted).toBe(true);
    expect(limiter.take('b', 0).admitted).toBe(true);
    expect(limiter.take('a', 1).admitted).toBe(false);
  });

  it('drops clients that were silent for a window', () => {
    const limiter = createRateLimiter(2);
    limiter.take('a', 0);
    limiter.take('b', 30_000);
    limiter.sweep(60_001);
    expect(limiter.size).toBe(1);
  });

  it('reports limit, rest and wait in both families of headers', () => {
    const limiter = createRateLimiter(2);
    limiter.take('a', 0);
    expect(rateHeaders(limiter.take('a', 10_000))).toEqual({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'ratelimit-policy': '"default";q=2;w=60',
      ratelimit: '"default";r=0;t=50',
    });
    expect(rateHeaders(limiter.take('a', 10_001))).toMatchObject({ 'retry-after': '50' });
  });
});
