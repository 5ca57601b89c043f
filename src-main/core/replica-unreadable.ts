/** The replica could not be read at this moment, and nothing says that it is damaged: the next read tries again. */
export class ReplicaUnreadableError extends Error {
  override readonly name = 'ReplicaUnreadableError';
  readonly code = 'replica.unreadable';
}
