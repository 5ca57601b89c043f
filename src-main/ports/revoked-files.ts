/** What becomes of a station's files when it was revoked. */
export interface RevokedFiles {
  /**
   * Writes the journal as a sealed file that survives a power cut, and returns its path; null when it holds no row of an organiser whose
   * key is known, and none that a server has yet to have.
   * @throws when it cannot be written, or does not hold all that is unsent: the journal must stay as it is then.
   */
  sealJournal(): Promise<string | null>;
  /** Removes every replica in quarantine. */
  removeReplicaCopies(): void;
}
