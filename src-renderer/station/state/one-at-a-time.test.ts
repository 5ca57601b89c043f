import { describe, expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

function questions() {
  const asked: string[] = [];
  const taken: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  const ask = oneAtATime<string>((answer) => taken.push(answer));
  return {
    asked,
    taken,
    put: (name: string) =>
      ask(() => {
        asked.push(name);
        const deferred = Promise.withResolvers<string>();
        waiting.set(name, deferred);
        return deferred.promise;
      }),
    settle: async (name: string, settle: 'resolve' | 'reject' = 'resolve') => {
      waiting.get(name)?.[settle](name);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('questions that are asked one at a time', () => {
  it('are asked at once if none is under way', async () => {
    const { asked, taken, put, settle } = questions();
    put('d');
    await settle('d');
    put('du');
    await settle('du');
    expect(asked).toEqual(['d', 'du']);
    expect(taken).toEqual(['d', 'du']);
  });

  it('wait for the answer to the one before, and only the newest of them is asked', async () => {
    const { asked, taken, put, settle } = questions();
    for (const text of ['d', 'du', 'dub', 'dubo']) put(text);
    expect(asked).toEqual(['d']);
    await settle('d');
    expect(asked).toEqual(['d', 'dubo']);
    await settle('dubo');
    expect(asked).toEqual(['d', 'dubo']);
    expect(taken).toEqual(['d', 'dubo']);
  });

  it('go on after one that failed', async () => {
    const failures: unknown[] = [];
    const note = (reason: unknown) => failures.push(reason);
    process.on('unhandledRejection', note);
    try {
      const { asked, taken, put, settle } = questions();
      put('d');
      put('du');
      await settle('d', 'reject');
      await settle('du');
      expect(asked).toEqual(['d', 'du']);
      expect(taken).toEqual(['du']);
    } finally {
      process.off('unhandledRejection', note);
    }
    // Reported, not swallowed.
    expect(failures).toEqual(['d']);
  });
});
