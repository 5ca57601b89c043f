import { describe, expect, it } from 'vitest';
import { stationState } from '../../../test/support/scripted-station.ts';
import { boundedSender } from './bounded-sender.ts';

/** A socket whose peer reads only on request. */
function createStalledSink() {
  const pending: (() => void)[] = [];
  const sent: string[] = [];
  return {
    sent,
    terminated: false,
    bufferedAmount: 0,
    readyState: 1,
    OPEN: 1,
    send(text: string, written: () => void) {
      sent.push(text);
      pending.push(written);
    },
    terminate() {
      this.terminated = true;
    },
    drain() {
      this.bufferedAmount = 0;
      for (const done of pending.splice(0)) done();
    },
  };
}

const state = (revision: number) => ({ kind: 'state', state: stationState(revision) }) as const;
const reply = { kind: 'reply', id: '1', result: { ok: true } } as const;

describe('a screen that does not read', () => {
  it('is sent only the newest state once it reads again', () => {
    const sink = createStalledSink();
    const send = boundedSender(sink);
    send(state(1));
    sink.bufferedAmount = 300_000;
    for (let revision = 2; revision <= 500; revision += 1) send(state(revision));
    expect(sink.sent).toHaveLength(1);

    sink.drain();
    expect(sink.sent).toHaveLength(2);
    expect(JSON.parse(sink.sent[1] ?? '')).toMatchObject({ state: { revision: 500 } });
  });

  it('still gets its replies meanwhile', () => {
    const sink = createStalledSink();
    const send = boundedSender(sink);
    sink.bufferedAmount = 300_000;
    send(reply);
    expect(sink.sent).toHaveLength(1);
  });

  it('is disconnected before it fills up the memory', () => {
    const sink = createStalledSink();
    const send = boundedSender(sink);
    sink.bufferedAmount = 5_000_000;
    send(reply);
    expect(sink.terminated).toBe(true);
    expect(sink.sent).toEqual([]);
  });
});

describe('a screen that is gone', () => {
  it('is sent nothing', () => {
    const sink = createStalledSink();
    sink.readyState = 3;
    boundedSender(sink)(reply);
    expect(sink.sent).toEqual([]);
  });
});
