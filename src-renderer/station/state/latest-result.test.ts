import { describe, expect, it } from 'vitest';
import { latestResult } from './latest-result.ts';

function requests() {
  const taken: string[] = [];
  const request = latestResult<string>((result) => taken.push(result));
  const send = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    request(promise);
    return async (result: string) => {
      resolve(result);
      await promise;
    };
  };
  return { taken, send };
}

describe('responses to successive requests', () => {
  it('are used as they come', async () => {
    const { taken, send } = requests();
    const [first, second] = [send(), send()];
    await first('du');
    await second('dub');
    expect(taken).toEqual(['du', 'dub']);
  });

  it('are dropped if a later request was answered first', async () => {
    const { taken, send } = requests();
    const [first, second] = [send(), send()];
    await second('dub');
    await first('du');
    expect(taken).toEqual(['dub']);
  });
});
