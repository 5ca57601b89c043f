/** What two spellings of one address share: lower case and NFC (again: what folding leaves may compose). Folded here because SQLite folds ASCII only. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase().normalize('NFC');
}
