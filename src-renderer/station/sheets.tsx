import type { ReactElement } from 'react';
import { assertNever } from '../../shared/assert-never.ts';
import { useDoorState } from './components/door-context.tsx';
import { AttentionSheet } from './screens/attention/attention-sheet.tsx';
import { ConnectSheet } from './screens/connect/connect-screen.tsx';
import { ScannersSheet } from './screens/scanners/scanners-sheet.tsx';
import { KioskSheet } from './screens/kiosk/kiosk-sheet.tsx';
import { SelfTestSheet } from './screens/self-test/self-test-sheet.tsx';
import { AboutSheet } from './screens/help/about-sheet.tsx';
import { ChangeSheet, NewPinSheet } from './screens/settings/change-sheet.tsx';
import { HelpSheet } from './screens/help/help-sheet.tsx';
import { SamplesSheet } from './screens/door/samples-sheet.tsx';
import { ScanSheet } from './screens/door/scan-sheet.tsx';
import { SettingsSheet } from './screens/settings/settings-sheet.tsx';
import { StationSheet } from './screens/connection/station-sheet.tsx';
import { TypedSheet } from './screens/door/typed-sheet.tsx';

export function Sheets(): ReactElement | null {
  const sheet = useDoorState((state) => state.sheet);
  switch (sheet?.kind) {
    case undefined:
      return null;
    case 'help':
      return <HelpSheet />;
    case 'typed':
      return <TypedSheet />;
    case 'station':
      return <StationSheet />;
    case 'settings':
      return <SettingsSheet />;
    case 'attention':
      return <AttentionSheet />;
    case 'scanners':
      return <ScannersSheet />;
    case 'selfTest':
      return <SelfTestSheet />;
    case 'about':
      return <AboutSheet />;
    case 'samples':
      return <SamplesSheet />;
    case 'kiosk':
      return <KioskSheet />;
    case 'change':
      return <ChangeSheet key={sheet.command.kind} command={sheet.command} before={sheet.before} />;
    case 'newPin':
      return <NewPinSheet />;
    case 'connect':
      return <ConnectSheet />;
    case 'scan':
      return <ScanSheet reference={sheet.reference} />;
    default:
      return assertNever(sheet);
  }
}
