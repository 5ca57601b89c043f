/** Equal for names that people take for the same. Not left to the database, because SQLite folds ASCII only. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().normalize('NFC');
}
