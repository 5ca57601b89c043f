import { describe, expect, it } from 'vitest';
import { latestAnswer } from './latest-answer.ts';

function questions() {
  const taken: string[] = [];
  const ask = latestAnswer<string>((answer) => taken.push(answer));
  const put = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    ask(promise);
    return async (answer: string) => {
      resolve(answer);
      await promise;
    };
  };
  return { taken, put };
}

describe('responses to successive requests', () => {
  it('are used as they come', async () => {
    const { taken, put } = questions();
    const [first, second] = [put(), put()];
    await first('du');
    await second('dub');
    expect(taken).toEqual(['du', 'dub']);
  });

  it('are dropped if a later request was answered first', async () => {
    const { taken, put } = questions();
    const [first, second] = [put(), put()];
    await second('dub');
    await first('du');
    expect(taken).toEqual(['dub']);
  });
});
