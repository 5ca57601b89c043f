/** The replica could not be read, without a sign of corruption: the next read tries again. */
export class ReplicaUnreadableError extends Error {
  override readonly name = 'ReplicaUnreadableError';
  readonly code = 'replica.unreadable';
}
