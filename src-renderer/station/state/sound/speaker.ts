import { locales, type Locale } from '../../../../shared/languages.ts';

export interface Speaker {
  /** Speaks a sentence after a pause, and cancels any earlier one, spoken or pending. */
  readonly say: (sentence: Sentence) => void;
  readonly quiet: () => void;
  /** Called with the languages for which this device has built-in voices; browsers find their voices late. */
  readonly onVoices: (listener: (spoken: readonly Locale[]) => void) => void;
}

export interface Sentence {
  readonly text: string;
  readonly locale: Locale;
  /** 0–1. */
  readonly volume: number;
  readonly afterMs: number;
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

/** The part of `window.speechSynthesis` that is used. */
export interface Voices<V extends Voice> {
  getVoices(): readonly V[];
  cancel(): void;
  addEventListener(type: 'voiceschanged', listener: () => void): void;
}

/**
 * Speaks only with the device's built-in voices: others send the text to an online service, and stop when the network does.
 * `utter` speaks a sentence in a voice. Without a built-in voice nothing is spoken.
 */
export function createSpeaker<V extends Voice>(
  voices: Voices<V>,
  utter: (sentence: Sentence, voice: V) => void,
): Speaker {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const quiet = () => {
    clearTimeout(timer);
    voices.cancel();
  };

  return {
    quiet,
    say: (sentence) => {
      quiet();
      const voice = voiceOf(voices.getVoices(), sentence.locale);
      if (voice === null || sentence.volume === 0) return;
      timer = setTimeout(() => utter(sentence, voice), sentence.afterMs);
    },
    onVoices: (listener) => {
      const update = () => {
        const known = voices.getVoices();
        listener(locales.filter((locale) => voiceOf(known, locale) !== null));
      };
      voices.addEventListener('voiceschanged', update);
      update();
    },
  };
}

/** The system's default comes first. */
function voiceOf<V extends Voice>(voices: readonly V[], locale: Locale): V | null {
  const fitting = voices.filter(
    ({ lang, localService }) => localService && lang.toLowerCase().split(/[-_]/)[0] === locale,
  );
  return fitting.find((voice) => voice.default) ?? fitting[0] ?? null;
}

/** The browser's voices; null if it has none. */
export function browserSpeaker(page: Window): Speaker | null {
  if (!('speechSynthesis' in page)) return null;
  const synthesis = page.speechSynthesis;
  return createSpeaker(synthesis, ({ text, volume }, voice) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.volume = volume;
    synthesis.speak(utterance);
  });
}
