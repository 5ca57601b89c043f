import type { Words } from '../i18n/en/words.ts';

/** The word of a choice, which may be another one in a certain field. */
export function choiceWord(
  { choices }: Words['operations'],
  field: string,
  choice: string,
): string {
  return choices[`${field}.${choice}`] ?? choices[choice] ?? choice;
}
