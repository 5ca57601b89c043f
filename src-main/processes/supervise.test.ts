import { describe, expect, it } from 'vitest';
import type { ChildHandle } from './child-handle.ts';
import { STOP } from './parent-port.ts';
import { restartDelay, supervise } from './supervise.ts';

function createChild(isDeaf: boolean) {
  const exited = Promise.withResolvers<number | null>();
  const posted: unknown[] = [];
  const child: ChildHandle = {
    post: (message) => {
      posted.push(message);
      if (message === STOP && !isDeaf) exited.resolve(0);
    },
    onMessage: () => undefined,
    onClose: (listener) => void exited.promise.then(listener),
    kill: () => exited.resolve(null),
  };
  return { child, posted, crash: () => exited.resolve(1) };
}

function superviseChildren(isDeaf = false) {
  const children: ReturnType<typeof createChild>[] = [];
  const delays: number[] = [];
  const supervised = supervise({
    start: () => {
      const made = createChild(isDeaf);
      children.push(made);
      return made.child;
    },
    onStarted: (child) => child.post('start'),
    onLost: ({ delayMs }) => {
      delays.push(delayMs);
      return delays.length > 3 ? 'give_up' : 'restart';
    },
  });
  return { children, delays, supervised };
}

describe('a supervised process', () => {
  it('is restarted after a crash and configured each time', async () => {
    const { children, delays, supervised } = superviseChildren();
    children[0]?.crash();
    await expect.poll(() => children.length, { timeout: 20_000 }).toBe(2);
    expect(delays).toEqual([restartDelay(1)]);
    expect(children[1]?.posted).toEqual(['start']);
    expect(supervised.child()).toBe(children[1]?.child);
    await supervised.stop();
  });

  it('is restarted later after each crash in a row', async () => {
    const { children, delays, supervised } = superviseChildren();
    for (let crash = 1; crash <= 3; crash += 1) {
      await expect.poll(() => children.length, { timeout: 20_000 }).toBe(crash);
      children.at(-1)?.crash();
    }
    await expect.poll(() => delays.length, { timeout: 20_000 }).toBe(3);
    expect(delays).toEqual([1, 2, 3].map(restartDelay));
    await supervised.stop();
  });

  it('is not restarted once it was given up', { tags: ['long'] }, async () => {
    const { children, delays, supervised } = superviseChildren();
    for (let crash = 1; crash <= 4; crash += 1) {
      await expect.poll(() => children.length, { timeout: 20_000 }).toBe(crash);
      children.at(-1)?.crash();
    }
    await expect.poll(() => delays.length, { timeout: 20_000 }).toBe(4);
    expect(supervised.child()).toBeNull();
    await supervised.stop();
    expect(children).toHaveLength(4);
  });

  it('has no process to send to between a crash and the restart', async () => {
    const { children, supervised } = superviseChildren();
    children[0]?.crash();
    await expect.poll(() => supervised.child(), { timeout: 20_000 }).toBeNull();
    await supervised.stop();
  });

  it('ends when asked to, and is not restarted', async () => {
    const { children, delays, supervised } = superviseChildren();
    await supervised.stop();
    expect(children).toHaveLength(1);
    expect(delays).toEqual([]);
    expect(supervised.child()).toBeNull();
  });

  it('is killed when it does not end by itself', async () => {
    const { supervised } = superviseChildren(true);
    await supervised.stop(10);
    expect(supervised.child()).toBeNull();
  });

  it('is not restarted when it was asked to end between a crash and the restart', async () => {
    const { children, delays, supervised } = superviseChildren();
    children[0]?.crash();
    await expect.poll(() => delays.length, { timeout: 20_000 }).toBe(1);
    await supervised.stop();
    expect(children).toHaveLength(1);
  });
});

describe('the delay before a restart', () => {
  it('doubles from a quarter of a second to fifteen seconds', () => {
    expect([1, 2, 3, 4].map(restartDelay)).toEqual([250, 500, 1000, 2000]);
    expect(restartDelay(1_000_000)).toBe(15_000);
  });
});
