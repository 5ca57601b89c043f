import { useEffect } from 'react';
import { useDoorState } from './door-context.tsx';

/** Tells the document what the tokens and screen readers need: theme, language and title. */
export function useDoorSurroundings(): void {
  const theme = useDoorState(({ preferences }) => preferences.theme);
  const locale = useDoorState(({ station, preferences }) => station?.locale ?? preferences.locale);
  const event = useDoorState(({ station }) => station?.event?.name ?? null);
  useEffect(() => {
    const { documentElement } = document;
    if (theme === 'system') delete documentElement.dataset['theme'];
    else documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useEffect(() => {
    document.title = event === null ? 'Gatehouse' : `${event} · Gatehouse`;
  }, [event]);
}
