/** Thrown in a run of a station that has crashed and no longer affects the world. */
export class StationGone extends Error {}

export interface Lifetime {
  readonly isOver: boolean;
  /** A point at which the station may crash, between itself and its surroundings. Throws `StationGone` if it does. */
  readonly cross: (where: string) => void;
}

/**
 * Wraps a port of a station so that it may crash before and after the effect of every call. After a crash, calls have no effect: synchronous ones
 * throw, and promises never settle, as if the process did not exist.
 */
export function guarded<Port extends object>(name: string, port: Port, life: Lifetime): Port {
  return new Proxy(port, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const where = `${name}.${String(key)}`;
        life.cross(where);
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) {
          life.cross(where);
          return result;
        }
        return new Promise((resolve, reject) => {
          result.then(
            (value: unknown) => crosses(life, where) && resolve(value),
            (error: unknown) => crosses(life, where) && reject(error),
          );
        });
      };
    },
  });
}

function crosses(life: Lifetime, where: string): boolean {
  try {
    life.cross(where);
    return true;
  } catch {
    return false;
  }
}
