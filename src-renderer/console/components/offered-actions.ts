import { useEffect } from 'react';
import { useConsole } from '../data/console-context.tsx';
import type { Console } from '../state/console.ts';
import type { Action } from './menu-popover.tsx';

const offeredIn = new WeakMap<Console, readonly Action[]>();

/** Offers what can be done with the record that is shown to whatever else lists actions, such as the palette. */
export function useOffered(actions: readonly Action[]): void {
  const open = useConsole();
  useEffect(() => {
    offeredIn.set(open, actions);
    return () => {
      offeredIn.delete(open);
    };
  });
}

/** What can be done with the record that is shown; nothing where none is. */
export function useOfferedActions(): readonly Action[] {
  return offeredIn.get(useConsole()) ?? [];
}
