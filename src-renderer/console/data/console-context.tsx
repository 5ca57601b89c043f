import { createContext, useContext } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { OwnMembership } from '../../../shared/console/session-results.ts';
import type { Words } from '../i18n/en/words.ts';
import { deviceZone, formatsOf, type Formats } from '../i18n/formats.ts';
import { membershipOf, type Console, type ConsoleState } from '../state/console.ts';

const ConsoleContext = createContext<Console | null>(null);

export function ConsoleProvider({
  console,
  children,
}: {
  readonly console: Console;
  readonly children: ReactNode;
}): ReactElement {
  return <ConsoleContext value={console}>{children}</ConsoleContext>;
}

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === null) throw new Error('expected a ConsoleProvider around it');
  return console;
}

export function useConsoleState<Part>(select: (state: ConsoleState) => Part): Part {
  return useStore(useConsole().store, select);
}

export function useWords(): Words {
  return useConsoleState(({ words }) => words);
}

/** `zone`: of the event; this device's if left out. */
export function useFormats(zone?: string): Formats {
  const locale = useConsoleState(({ preferences }) => preferences.locale);
  return formatsOf(locale, zone ?? deviceZone());
}

/** Of the organiser that is looked at. Throws outside of the shell, which is shown only to members. */
export function useMembership(): OwnMembership {
  const membership = useConsoleState(membershipOf);
  if (membership === null) throw new Error('expected a member');
  return membership;
}
