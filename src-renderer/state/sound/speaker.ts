import { locales, type Locale } from '../../../shared/verdict/locale.ts';

export interface Speaker {
  /** Says a sentence after a pause; whatever was being said, or waited to be, is not said any more. */
  readonly say: (sentence: Sentence) => void;
  readonly quiet: () => void;
  /** Hears in which languages this device can speak by itself; browsers find their voices late. */
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

/** What is needed of `window.speechSynthesis`. */
export interface Voices<V extends Voice> {
  getVoices(): readonly V[];
  cancel(): void;
  addEventListener(type: 'voiceschanged', listener: () => void): void;
}

/**
 * Speaks with voices of the device alone: others send what they say to a service elsewhere, and stop when the network does. `utter` says
 * a sentence in a voice. Without such a voice nothing is said.
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
      const tell = () => {
        const known = voices.getVoices();
        listener(locales.filter((locale) => voiceOf(known, locale) !== null));
      };
      voices.addEventListener('voiceschanged', tell);
      tell();
    },
  };
}

/** The system's own choice comes first. */
function voiceOf<V extends Voice>(voices: readonly V[], locale: Locale): V | null {
  const fitting = voices.filter(
    ({ lang, localService }) => localService && lang.toLowerCase().split(/[-_]/)[0] === locale,
  );
  return fitting.find((voice) => voice.default) ?? fitting[0] ?? null;
}

/** The browser's voices; null where it has none. */
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
