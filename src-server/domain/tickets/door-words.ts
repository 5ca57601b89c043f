import {
  MAX_DOOR_NOTE_LENGTH,
  MAX_FLAG_LENGTH,
  MAX_FLAGS,
} from '../../../shared/contract/limits.ts';
import { nameKey } from '../../../shared/name-key.ts';
import { isBlank } from '../../../shared/plain-text.ts';
import { knownFlags } from '../../../shared/verdict/terms/door-flags.ts';
import { checkLine, checkOptionalLine } from '../../rules/checks.ts';
import { invalid } from '../../rules/domain-error.ts';
import { writeTexts } from '../../store/rows.ts';

/** What is said at the door of a ticket, as one line; null if there is nothing to see of it. */
export function checkDoorNote(note: string | null): string | null {
  return note === null ? null : checkOptionalLine('door_note', note, MAX_DOOR_NOTE_LENGTH);
}

/** The column of these flags, each once, known ones as they are known; null for none. Files and people separate them by `;` and `,`. */
export function flagsColumn(flags: readonly string[] | null): string | null {
  const words = new Map<string, string>();
  for (const flag of flags ?? []) {
    const word = checkLine('flags', flag, MAX_FLAG_LENGTH);
    if (/[,;]/.test(word)) throw invalid('flags', 'Expected flags without a comma or semicolon.');
    const key = nameKey(word);
    const known = knownFlags.find((one) => nameKey(one) === key);
    if (!isBlank(word) && !words.has(key)) words.set(key, known ?? word);
  }
  if (words.size > MAX_FLAGS) throw invalid('flags', `Expected at most ${MAX_FLAGS} flags.`);
  return words.size === 0 ? null : writeTexts([...words.values()]);
}
