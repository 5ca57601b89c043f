import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpeaker, type Sentence } from './speaker.ts';

const voice = (lang: string, change: Partial<SpeechSynthesisVoice> = {}) => ({
  lang,
  localService: true,
  default: false,
  ...change,
});

function setUp(voices: ReturnType<typeof voice>[]) {
  const said: (readonly [string, string])[] = [];
  const listeners: (() => void)[] = [];
  let cancelled = 0;
  const speaker = createSpeaker(
    {
      getVoices: () => voices,
      cancel: () => {
        cancelled += 1;
      },
      addEventListener: (_type, listener) => void listeners.push(listener),
    },
    ({ text }, { lang }) => said.push([text, lang]),
  );
  return { speaker, said, listeners, cancelled: () => cancelled };
}

const sentence = (text: string, change: Partial<Sentence> = {}): Sentence => ({
  text,
  locale: 'en',
  volume: 1,
  afterMs: 300,
  ...change,
});

beforeEach(() => {
  vi.useFakeTimers();
});

describe('a speaker', () => {
  it('waits for the tone, and speaks only the newest sentence', () => {
    const { speaker, said, cancelled } = setUp([voice('en-GB')]);
    speaker.say(sentence('one'));
    vi.advanceTimersByTime(299);
    expect(said).toEqual([]);
    speaker.say(sentence('two'));
    vi.advanceTimersByTime(1_000);
    expect(said).toEqual([['two', 'en-GB']]);
    speaker.say(sentence('three'));
    expect(cancelled()).toBe(3);
    speaker.quiet();
    vi.advanceTimersByTime(1_000);
    expect(said).toHaveLength(1);
  });

  it('uses only built-in voices in the station’s language, the system’s default first', () => {
    const { speaker, said } = setUp([
      voice('de-DE', { localService: false, default: true }),
      voice('de_AT'),
      voice('de-DE', { default: true }),
      voice('en-US'),
    ]);
    speaker.say(sentence('Halt.', { locale: 'de' }));
    vi.runAllTimers();
    expect(said).toEqual([['Halt.', 'de-DE']]);
    speaker.say(sentence('Stop.', { locale: 'fr' }));
    vi.runAllTimers();
    expect(said).toHaveLength(1);
  });

  it('is silent at volume 0', () => {
    const { speaker, said } = setUp([voice('en-GB')]);
    speaker.say(sentence('one', { volume: 0 }));
    vi.runAllTimers();
    expect(said).toEqual([]);
  });

  it('reports its languages, even if voices become available late', () => {
    const voices: ReturnType<typeof voice>[] = [];
    const { speaker, listeners } = setUp(voices);
    const told: (readonly string[])[] = [];
    speaker.onVoices((spoken) => told.push(spoken));
    voices.push(voice('fr-FR'), voice('es-ES', { localService: false }));
    for (const listener of listeners) listener();
    expect(told).toEqual([[], ['fr']]);
  });
});
