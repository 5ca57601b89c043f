import type { Signal } from '../verdict/outcome-signal.ts';

/** One note: hertz, seconds from the start of the tone, seconds long, loudness 0–1. */
export interface Note {
  readonly hertz: number;
  readonly at: number;
  readonly length: number;
  readonly loudness: number;
  readonly timbre: 'sine' | 'triangle' | 'square';
}

export type Tone = readonly Note[];

/** Low notes are square waves and mid notes soft ones, so that small speakers keep them apart. */
export const tones: Readonly<Record<Signal, Tone>> = {
  admit: [
    { hertz: 784, at: 0, length: 0.09, loudness: 0.9, timbre: 'triangle' },
    { hertz: 1175, at: 0.09, length: 0.16, loudness: 0.9, timbre: 'triangle' },
  ],
  already_in: [
    { hertz: 247, at: 0, length: 0.14, loudness: 0.7, timbre: 'square' },
    { hertz: 247, at: 0.2, length: 0.14, loudness: 0.7, timbre: 'square' },
  ],
  just_in: [{ hertz: 988, at: 0, length: 0.14, loudness: 0.4, timbre: 'sine' }],
  wrong_entrance: [
    { hertz: 208, at: 0, length: 0.18, loudness: 0.7, timbre: 'square' },
    { hertz: 208, at: 0.46, length: 0.18, loudness: 0.7, timbre: 'square' },
  ],
  wrong_event: [
    { hertz: 185, at: 0, length: 0.18, loudness: 0.7, timbre: 'square' },
    { hertz: 185, at: 0.46, length: 0.18, loudness: 0.7, timbre: 'square' },
  ],
  not_now: [
    { hertz: 523, at: 0, length: 0.16, loudness: 0.7, timbre: 'square' },
    { hertz: 392, at: 0.17, length: 0.22, loudness: 0.7, timbre: 'square' },
  ],
  check_id: [{ hertz: 659, at: 0, length: 0.2, loudness: 0.8, timbre: 'triangle' }],
  full: [
    { hertz: 392, at: 0, length: 0.2, loudness: 0.6, timbre: 'square' },
    { hertz: 392, at: 0.3, length: 0.3, loudness: 0.6, timbre: 'square' },
  ],
  left: [
    { hertz: 1175, at: 0, length: 0.09, loudness: 0.8, timbre: 'triangle' },
    { hertz: 587, at: 0.09, length: 0.2, loudness: 0.8, timbre: 'triangle' },
  ],
  undone: [{ hertz: 330, at: 0, length: 0.2, loudness: 0.5, timbre: 'sine' }],
  date_cancelled: [
    { hertz: 523, at: 0, length: 0.16, loudness: 0.7, timbre: 'square' },
    { hertz: 262, at: 0.17, length: 0.3, loudness: 0.7, timbre: 'square' },
  ],
  not_valid: [{ hertz: 165, at: 0, length: 0.7, loudness: 0.8, timbre: 'square' }],
  unknown: [{ hertz: 440, at: 0, length: 0.26, loudness: 0.5, timbre: 'sine' }],
  unreadable: [
    { hertz: 440, at: 0, length: 0.1, loudness: 0.5, timbre: 'sine' },
    { hertz: 440, at: 0.16, length: 0.1, loudness: 0.5, timbre: 'sine' },
  ],
  scan_again: [{ hertz: 440, at: 0, length: 0.18, loudness: 0.5, timbre: 'sine' }],
  scanner_works: [{ hertz: 880, at: 0, length: 0.12, loudness: 0.5, timbre: 'sine' }],
  system: [],
};

/** The same code again: a tick, so that it does not sound like another person. */
export const readAgainTone: Tone = [
  { hertz: 1568, at: 0, length: 0.03, loudness: 0.35, timbre: 'sine' },
];

/** Milliseconds until the last note ends. */
export function lengthOf(tone: Tone): number {
  return Math.max(0, ...tone.map(({ at, length }) => (at + length) * 1_000));
}

/** Yes, no and unknown, one after another. */
export const sampleTone: Tone = [
  ...tones.admit,
  ...later(tones.already_in, 0.7),
  ...later(tones.unknown, 1.5),
];

function later(tone: Tone, seconds: number): Tone {
  return tone.map((note) => ({ ...note, at: note.at + seconds }));
}
