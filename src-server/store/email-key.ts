/**
 * Equal for all spellings of one address: lower case and NFC (normalised again after folding). Folded here because SQLite folds
 * ASCII only.
 */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase().normalize('NFC');
}
