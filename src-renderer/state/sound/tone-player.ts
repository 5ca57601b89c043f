import type { Note, Tone } from './tones.ts';

export interface TonePlayer {
  /** Plays at once; a tone that is still sounding is cut off, since only the newest verdict counts. */
  readonly play: (tone: Tone, volume: number) => void;
  /** Hears that a tone could not sound for want of a gesture, and when that is over. */
  readonly onBlocked: (listener: (isBlocked: boolean) => void) => void;
}

const ATTACK = 0.004;
const RELEASE = 0.03;

/** What is needed of a `Window`. */
export interface SoundingPage {
  readonly navigator: { readonly userActivation: { readonly hasBeenActive: boolean } };
  addEventListener(
    type: string,
    listener: () => void,
    options: { readonly capture: boolean },
  ): void;
}

/** A context that may play starts within this time. */
const START_LIMIT_MS = 250;

/**
 * Browsers let a page sound only after a gesture, and a key of a scanner is one: the context is made on the first of them. The
 * desktop app's page may sound by itself, which a scanner that presses no keys needs: there the first tone makes the context. What
 * could not be heard when it was played is not heard later.
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
