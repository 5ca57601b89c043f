import { type ReactElement, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { StationPhase } from '../../shared/station/state.ts';
import { DoorContext, useDoorState } from './components/door-context.tsx';
import { ScreenGuard } from './screen-guard.tsx';
import { isKiosk } from './state/door-state.ts';
import type { Door } from './state/door.ts';
import { ConnectScreen } from './screens/connect/connect-screen.tsx';
import { ChooseEventScreen } from './screens/choose-event/choose-event-screen.tsx';
import { Sheets } from './sheets.tsx';
import { FirstRunScreen } from './screens/first-run/first-run-screen.tsx';
import { LockedScreen } from './screens/kiosk/locked-screen.tsx';
import { PlacesScreen } from './screens/places/places-screen.tsx';
import { RevokedScreen } from './screens/revoked/revoked-screen.tsx';
import { WaitingScreen } from './screens/waiting/waiting-screen.tsx';

export function App({ door }: { readonly door: Door }): ReactElement {
  return (
    <DoorContext value={door}>
      <ScreenGuard door={door}>
        <Screens />
      </ScreenGuard>
    </DoorContext>
  );
}

function Screens(): ReactElement {
  useDocument();
  const locale = useDoorState(({ station, preferences }) => station?.locale ?? preferences.locale);
  return (
    <I18nProvider locale={locale === 'en' ? 'en-GB' : locale}>
      <Screen />
      <Sheets />
    </I18nProvider>
  );
}

/** Phases whose screens offer things that nobody at a kiosk may do. */
const needsSomebody: ReadonlySet<StationPhase['kind']> = new Set([
  'undecided',
  'unenrolled',
  'revoked',
  'choosing_event',
]);

function Screen(): ReactElement {
  const phase = useDoorState(({ station }) => station?.phase.kind ?? null);
  const isRefused = useDoorState(({ transport }) => transport === 'refused');
  const isLocked = useDoorState(isKiosk);
  const firstRun = useDoorState((state) => state.firstRun);
  if (isRefused) return <WaitingScreen />;
  if (isLocked && phase !== null && needsSomebody.has(phase)) return <LockedScreen />;
  if (firstRun !== null && phase !== 'starting' && phase !== 'failed') {
    return <FirstRunScreen firstRun={firstRun} />;
  }
  switch (phase) {
    case 'ready':
    case 'importing':
      return <PlacesScreen />;
    case 'unenrolled':
      return <ConnectScreen />;
    case 'revoked':
      return <RevokedScreen />;
    case 'choosing_event':
      return <ChooseEventScreen />;
    default:
      return <WaitingScreen />;
  }
}

/** Sets what design tokens and screen readers need on the document: theme, language and title. */
function useDocument(): void {
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
