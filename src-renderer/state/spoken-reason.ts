import { signalOfEntry, type BoardEntry } from './verdict-board.ts';
import type { Words } from './words/words.ts';

/**
 * What is said aloud of a verdict: the word of an admission, otherwise the contract's sentence, which states the fact and what to do. Neither
 * names a person, because everybody in the queue hears it.
 */
export function spokenReason(entry: BoardEntry, words: Words): string {
  const word = words.signal[signalOfEntry(entry)];
  if (entry.kind === 'refusal' || entry.outcome.kind === 'admitted') return word;
  return entry.outcome.message;
}
