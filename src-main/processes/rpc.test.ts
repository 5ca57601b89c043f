import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CallError, createChannel, type Port } from './rpc.ts';

interface Theirs {
  readonly add: (one: number, other: number) => Promise<number>;
  readonly fail: () => Promise<void>;
  readonly wait: () => Promise<string>;
  readonly note: (word: string) => void;
}

/** Two ports that are each other's other end, as far apart as two processes. */
function connection(carry: (message: unknown) => unknown = structuredClone) {
  const ends = [0, 1].map(() => ({
    listeners: [] as ((message: unknown) => void)[],
    closing: [] as ((code?: number | null) => void)[],
  }));
  const portOf = (own: number): Port => ({
    post: (message) => {
      const carried = carry(message);
      queueMicrotask(() => ends[1 - own]?.listeners.forEach((listener) => listener(carried)));
    },
    onMessage: (listener) => ends[own]?.listeners.push(listener),
    onClose: (listener) => ends[own]?.closing.push(listener),
  });
  const close = (code: number | null) => ends[0]?.closing.forEach((listener) => listener(code));
  return { near: portOf(0), far: portOf(1), close };
}

function serve(port: Port, notes: string[] = []): void {
  const theirs: Theirs = {
    add: async (one, other) => one + other,
    fail: () => Promise.reject(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })),
    wait: () => new Promise(() => undefined),
    note: (word) => void notes.push(word),
  };
  createChannel<object>({ ...theirs }).connect(port);
}

describe('a channel to another process', () => {
  it.each([
    ['structured clone', structuredClone],
    ['JSON', (message: unknown): unknown => JSON.parse(JSON.stringify(message))],
  ])('carries each answer to its own call, over %s', async (_how, carry) => {
    const { near, far } = connection(carry);
    serve(far);
    const channel = createChannel<Theirs>({});
    channel.connect(near);
    const sums = [1, 2, 3].map((one) => channel.call('add', one, 10));
    expect(await Promise.all(sums)).toEqual([11, 12, 13]);
  });

  it('rejects with the code and the message of the failure', async () => {
    const { near, far } = connection();
    serve(far);
    const channel = createChannel<Theirs>({});
    channel.connect(near);
    const failure = { name: 'CallError', code: 'ENOSPC', message: 'the disk is full' };
    await expect(channel.call('fail')).rejects.toMatchObject(failure);
  });

  it('rejects every pending call when the process ends, and every later one until there is another', async () => {
    const first = connection();
    serve(first.far);
    const channel = createChannel<Theirs>({});
    channel.connect(first.near);
    const pending = [channel.call('wait'), channel.call('wait')];
    first.close(9);
    const gone = new CallError('gone', 'the process ended (9)');
    for (const call of pending) await expect(call).rejects.toEqual(gone);
    await expect(channel.call('add', 1, 1)).rejects.toMatchObject({ code: 'gone' });
    const second = connection();
    serve(second.far);
    channel.connect(second.near);
    expect(await channel.call('add', 1, 1)).toBe(2);
  });

  it('does not take the late end of a former process for that of the present one', async () => {
    const [first, second] = [connection(), connection()];
    serve(second.far);
    const channel = createChannel<Theirs>({});
    channel.connect(first.near);
    channel.connect(second.near);
    const answer = channel.call('add', 2, 2);
    first.close(null);
    expect(await answer).toBe(4);
    expect(await channel.call('add', 3, 3)).toBe(6);
  });

  it('carries notifications in order, and drops them while there is no process', async () => {
    const { near, far } = connection();
    const notes: string[] = [];
    serve(far, notes);
    const channel = createChannel<Theirs>({});
    channel.notify('note', 'dropped');
    channel.connect(near);
    channel.notify('note', 'one');
    channel.notify('note', 'two');
    await turn();
    expect(notes).toEqual(['one', 'two']);
  });

  it('ignores other messages of the port', async () => {
    const { near, far } = connection();
    serve(far);
    const channel = createChannel<Theirs>({});
    channel.connect(near);
    far.post({ kind: 'stop' });
    far.post('text');
    far.post({ id: 99 });
    expect(await channel.call('add', 1, 2)).toBe(3);
  });

  it('bounds the calls that wait for an answer', () => {
    const channel = createChannel<Theirs>({});
    channel.connect(connection().near);
    for (let call = 0; call < 1_000; call += 1) void channel.call('wait');
    expect(() => channel.call('wait')).toThrow('fewer calls');
  });
});
