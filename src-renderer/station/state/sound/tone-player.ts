import type { Note, Tone } from './tones.ts';

export interface TonePlayer {
  /** Plays immediately and cuts off a tone that is still playing, since only the newest verdict counts. */
  readonly play: (tone: Tone, volume: number) => void;
  /** Called when a tone could not play without a gesture, and when that is over. */
  readonly onBlocked: (listener: (isBlocked: boolean) => void) => void;
}

const ATTACK = 0.004;
const RELEASE = 0.03;

/** The part of a `Window` that is used. */
export interface SoundingPage {
  readonly navigator: { readonly userActivation: { readonly hasBeenActive: boolean } };
  addEventListener(
    type: string,
    listener: () => void,
    options: { readonly capture: boolean },
  ): void;
}

/** A context that may play starts within this many milliseconds. */
const START_LIMIT_MS = 250;

/**
 * Browsers allow sound only after a gesture; a scanner's key counts, so the context is created on the first one. The desktop
 * app's page may play without a gesture, as scanners that press no keys require: there the first tone creates the context. A tone
 * that was not audible when it was played is not played later.
 */
export function createTonePlayer(page: SoundingPage): TonePlayer {
  let context: AudioContext | null = null;
  let sounding: GainNode | null = null;
  let blocked: ((isBlocked: boolean) => void) | null = null;

  const awake = (): AudioContext => {
    context ??= new AudioContext({ latencyHint: 'interactive' });
    if (context.state === 'suspended') void context.resume();
    return context;
  };
  const unlock = () => {
    if (!page.navigator.userActivation.hasBeenActive) return;
    awake();
    blocked?.(false);
  };
  for (const gesture of ['keydown', 'pointerdown'] as const) {
    page.addEventListener(gesture, unlock, { capture: true });
  }

  return {
    onBlocked: (listener) => {
      blocked = listener;
    },
    play: (tone, volume) => {
      if (tone.length === 0 || volume === 0) return;
      const player = awake();
      sounding?.disconnect();
      const output = player.createGain();
      sounding = output;
      output.gain.value = volume * 0.6;
      output.connect(player.destination);
      for (const note of tone) startNote(player, output, note);
      if (player.state === 'running') return;
      setTimeout(() => {
        if (player.state === 'running') return;
        output.disconnect();
        blocked?.(true);
      }, START_LIMIT_MS);
    },
  };
}

function startNote(context: AudioContext, output: GainNode, note: Note): void {
  const start = context.currentTime + note.at;
  const end = start + note.length;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(note.loudness, start + ATTACK);
  envelope.gain.setValueAtTime(note.loudness, Math.max(start + ATTACK, end - RELEASE));
  envelope.gain.linearRampToValueAtTime(0, end);
  const oscillator = context.createOscillator();
  oscillator.type = note.timbre;
  oscillator.frequency.value = note.hertz;
  oscillator.connect(envelope).connect(output);
  oscillator.start(start);
  oscillator.stop(end);
}
