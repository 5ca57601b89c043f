/** A run of a station that ended in the middle: nothing of it reaches the world any more. */
export class StationGone extends Error {}

export interface Lifetime {
  readonly isOver: boolean;
  /** A moment between the station and the world around it, at which it may crash. Throws `StationGone` if it does. */
  readonly cross: (where: string) => void;
}

/**
 * A port of a station whose every call is a moment to crash at, before its effect and after it. The calls of a station that has crashed
 * do nothing: those that give a value throw, and those that give a promise never settle, as if the process were not there.
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
