import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { useDoorState } from './components/door-context.tsx';
import { AttentionSheet } from './screens/attention/attention-sheet.tsx';
import { ConnectSheet } from './screens/connect/connect-screen.tsx';
import { ScannersSheet } from './screens/scanners/scanners-sheet.tsx';
import { KioskSheet } from './screens/kiosk/kiosk-sheet.tsx';
import { SelfTestSheet } from './screens/self-test/self-test-sheet.tsx';
import { AboutSheet } from './screens/help/about-sheet.tsx';
import { ChangeSheet, NewPinSheet } from './screens/settings/change-sheet.tsx';
import { HelpSheet } from './screens/help/help-sheet.tsx';
import { CorrectionSheet } from './screens/door/correction-sheet.tsx';
import { SamplesSheet } from './screens/door/samples-sheet.tsx';
import { ScanSheet } from './screens/door/scan-sheet.tsx';
import { SettingsSheet } from './screens/settings/settings-sheet.tsx';
import { StationSheet } from './screens/connection/station-sheet.tsx';
import { TypedSheet } from './screens/door/typed-sheet.tsx';
import type { PlainSheet } from './state/door-state.ts';

const GuestSheet = lazy(async () => ({
  default: (await import('./screens/guest/guest-sheet.tsx')).GuestSheet,
}));

const sheets: Readonly<Record<PlainSheet, ComponentType>> = {
  guest: GuestSheet,
  help: HelpSheet,
  typed: TypedSheet,
  station: StationSheet,
  settings: SettingsSheet,
  attention: AttentionSheet,
  scanners: ScannersSheet,
  selfTest: SelfTestSheet,
  about: AboutSheet,
  samples: SamplesSheet,
  kiosk: KioskSheet,
  connect: ConnectSheet,
};

export function Sheets(): ReactElement | null {
  const sheet = useDoorState((state) => state.sheet);
  if (sheet === null) return null;
  if (sheet.kind === 'correction') {
    return <CorrectionSheet key={sheet.command.kind} {...sheet} />;
  }
  if (sheet.kind === 'scan') return <ScanSheet reference={sheet.reference} />;
  if (sheet.kind === 'change') {
    return <ChangeSheet key={sheet.command.kind} command={sheet.command} before={sheet.before} />;
  }
  if (sheet.kind === 'newPin') return <NewPinSheet before={sheet.before} />;
  const Sheet = sheets[sheet.kind];
  return (
    <Suspense>
      <Sheet />
    </Suspense>
  );
}
