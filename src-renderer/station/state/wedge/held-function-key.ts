import { HOLD_MS, type HeldKey, replayKey } from './held-keys.ts';

export interface HeldFunctionKey {
  readonly hold: (key: HeldKey) => void;
  readonly release: () => void;
  readonly drop: () => void;
}

/** A function key may be the prefix of a scan: it works once no character has followed. */
export function createHeldFunctionKey(): HeldFunctionKey {
  let held: HeldKey | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drop = () => {
    clearTimeout(timer);
    held = null;
  };
  const release = () => {
    const key = held;
    drop();
    if (key !== null) replayKey(key);
  };
  return {
    hold: (key) => {
      release();
      held = key;
      timer = setTimeout(release, HOLD_MS);
    },
    release,
    drop,
  };
}
