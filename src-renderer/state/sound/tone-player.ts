import type { Note, Tone } from './tones.ts';

export interface TonePlayer {
  /** Plays at once; a tone that is still sounding is cut off, since only the newest verdict counts. */
  readonly play: (tone: Tone, volume: number) => void;
}

const ATTACK = 0.004;
const RELEASE = 0.03;

/**
 * Browsers let a page sound only after a gesture, and a key of a scanner is one. The context is made on the first of them, so that
 * the first verdict is heard.
 */
export function createTonePlayer(page: Window): TonePlayer {
  let context: AudioContext | null = null;
  let sounding: GainNode | null = null;

  const unlock = () => {
    if (!page.navigator.userActivation.hasBeenActive) return;
    context ??= new AudioContext({ latencyHint: 'interactive' });
    if (context.state === 'suspended') void context.resume();
  };
  for (const gesture of ['keydown', 'pointerdown'] as const) {
    page.addEventListener(gesture, unlock, { capture: true });
  }

  return {
    play: (tone, volume) => {
      if (context === null || tone.length === 0 || volume === 0) return;
      sounding?.disconnect();
      sounding = context.createGain();
      sounding.gain.value = volume * 0.6;
      sounding.connect(context.destination);
      for (const note of tone) startNote(context, sounding, note);
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
