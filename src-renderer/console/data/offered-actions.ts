import { useEffect } from 'react';
import type { Console } from '../state/console.ts';
import { useConsole } from './console-context.tsx';

interface OfferedAction {
  readonly name: string;
  readonly onAction: () => void;
}

const offeredIn = new WeakMap<Console, readonly OfferedAction[]>();

/** Offers what can be done with the record that is shown to whatever else lists actions, such as the palette. */
export function useOffered(actions: readonly OfferedAction[]): void {
  const open = useConsole();
  useEffect(() => {
    offeredIn.set(open, actions);
    return () => {
      offeredIn.delete(open);
    };
  });
}

/** What can be done with the record that is shown; nothing where none is. */
export function useOfferedActions(): readonly OfferedAction[] {
  return offeredIn.get(useConsole()) ?? [];
}
