/** The replica could not be read, without a sign of corruption: the next read tries again. */
export class ReplicaUnreadableError extends Error {
  override readonly name = 'ReplicaUnreadableError';
  readonly code = 'replica.unreadable';
}

/** What `read` returns, or `otherwise` while the replica cannot be read. */
export function readableOr<Value, Otherwise>(
  otherwise: Otherwise,
  read: () => Value,
): Value | Otherwise {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReplicaUnreadableError) return otherwise;
    throw error;
  }
}
