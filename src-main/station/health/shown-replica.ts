import { ReplicaUnreadableError } from '../../core/replica-unreadable.ts';
import type { ListName, Replica, WalkPosition } from '../../ports/replica.ts';

/** The part of the replica that the screens show. */
export type ShownReplica = Pick<Replica, 'events' | 'setup' | 'position' | 'snapshot'>;

const NOT_WALKED: WalkPosition = {
  pointer: null,
  next_url: null,
  aside: null,
  applied: 0,
  fresh_at: null,
  begun_at: null,
};

/**
 * A display cache: while the replica cannot be read, screens keep what they showed. A verdict must not be based on stale data; a headline
 * may.
 */
export function shownReplica(replica: Replica): ShownReplica {
  return {
    events: remembered(() => replica.events(), []),
    setup: remembered((event: string) => replica.setup(event), null),
    position: remembered(
      (event: string, list: ListName) => replica.position(event, list),
      NOT_WALKED,
    ),
    snapshot: remembered((event: string) => replica.snapshot(event), null),
  };
}

function remembered<Parameters extends readonly string[], Value>(
  read: (...parameters: Parameters) => Value,
  otherwise: Value,
): (...parameters: Parameters) => Value {
  const values = new Map<string, Value>();
  return (...parameters) => {
    const question = parameters.join(' ');
    try {
      const value = read(...parameters);
      values.set(question, value);
      return value;
    } catch (error) {
      if (!(error instanceof ReplicaUnreadableError)) throw error;
      return values.get(question) ?? otherwise;
    }
  };
}
