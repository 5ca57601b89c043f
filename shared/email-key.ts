/** What two spellings of one address share: NFC, lower case. Folded here because SQLite folds ASCII only. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
