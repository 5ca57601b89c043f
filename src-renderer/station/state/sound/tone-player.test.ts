import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTonePlayer } from './tone-player.ts';
import { sampleTone } from './tones.ts';

/** The part of Web Audio that the player uses. A context starts a moment after it was created or resumed, if the page may play sound. */
function installAudio({ mayPlayByItself }: { readonly mayPlayByItself: boolean }) {
  let mayPlay = mayPlayByItself;
  const contexts: FakeContext[] = [];
  class FakeContext {
    state: 'suspended' | 'running' = 'suspended';
    readonly currentTime = 0;
    readonly destination = { isConnected: true };
    readonly outputs: { notes: number; isConnected: boolean }[] = [];
    constructor() {
      contexts.push(this);
      void this.resume();
    }
    resume = async () => {
      await Promise.resolve();
      if (mayPlay) this.state = 'running';
    };
    createGain = () => {
      const gain = {
        notes: 0,
        isConnected: false,
        gain: {
          value: 1,
          setValueAtTime: () => undefined,
          linearRampToValueAtTime: () => undefined,
        },
        connect: <T>(to: T): T => {
          gain.isConnected = to === this.destination;
          return to;
        },
        disconnect: () => {
          gain.isConnected = false;
        },
      };
      this.outputs.push(gain);
      return gain;
    };
    createOscillator = () => ({
      type: 'sine',
      frequency: { value: 0 },
      connect: <T>(to: T): T => to,
      start: () => {
        for (const output of this.outputs) if (output.isConnected) output.notes += 1;
      },
      stop: () => undefined,
    });
  }
  vi.stubGlobal('AudioContext', FakeContext);
  const page = Object.assign(new EventTarget(), {
    navigator: { userActivation: { hasBeenActive: false } },
  });
  return {
    page,
    contexts,
    press: () => {
      mayPlay = true;
      page.navigator.userActivation.hasBeenActive = true;
      page.dispatchEvent(new Event('keydown'));
    },
    /** The notes that are audible once every context that may start has started. */
    heard: async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      const playing = contexts.filter(({ state }) => state === 'running');
      return playing
        .flatMap(({ outputs }) => outputs)
        .reduce((sum, { notes, isConnected }) => sum + (isConnected ? notes : 0), 0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());

describe('the tones', () => {
  it('play without a key press if the page may play by itself, as in the desktop app', async () => {
    const { page, heard } = installAudio({ mayPlayByItself: true });
    createTonePlayer(page).play(sampleTone, 0.5);
    expect(await heard()).toBe(sampleTone.length);
  });

  it('that a browser has blocked are not played later with the first key', async () => {
    const { page, heard, press } = installAudio({ mayPlayByItself: false });
    createTonePlayer(page).play(sampleTone, 0.5);
    expect(await heard()).toBe(0);
    press();
    expect(await heard()).toBe(0);
  });

  it('that a browser blocks are reported until a key is pressed', async () => {
    const { page, heard, press } = installAudio({ mayPlayByItself: false });
    const player = createTonePlayer(page);
    const told: boolean[] = [];
    player.onBlocked((isBlocked) => told.push(isBlocked));
    player.play(sampleTone, 0.5);
    await heard();
    expect(told).toEqual([true]);
    press();
    expect(told).toEqual([true, false]);
  });

  it("play from the first key press on, including a scanner's", async () => {
    const { page, heard, press } = installAudio({ mayPlayByItself: false });
    const player = createTonePlayer(page);
    press();
    player.play(sampleTone, 0.5);
    expect(await heard()).toBe(sampleTone.length);
  });

  it('use one context, and each cuts off the previous one', async () => {
    const { page, heard, press, contexts } = installAudio({ mayPlayByItself: true });
    const player = createTonePlayer(page);
    for (let time = 0; time < 3; time += 1) player.play(sampleTone, 0.5);
    press();
    expect(await heard()).toBe(sampleTone.length);
    expect(contexts).toHaveLength(1);
  });

  it('are silent at volume 0, without a context', () => {
    const { page, contexts } = installAudio({ mayPlayByItself: true });
    createTonePlayer(page).play(sampleTone, 0);
    expect(contexts).toEqual([]);
  });
});
