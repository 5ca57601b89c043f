import { formatIsoDay } from '../i18n/format.ts';
import { saveText } from '../../browser/save-text.ts';
import { exportName } from '../state/export-file.ts';
import { useDoor, usePlace } from './door-context.tsx';

/** Saves a CSV file named for this event and day, and returns its name. */
export function useCsvExport(): (what: string, csv: string) => string {
  const door = useDoor();
  const { zone } = usePlace();
  return (what, csv) => {
    const { station } = door.store.getState();
    const day = formatIsoDay(Date.now() + (station?.clock.offset_ms ?? 0), zone);
    const name = exportName(what, { event: station?.event?.name ?? null, day }, 'csv');
    saveText(name, csv, 'text/csv');
    return name;
  };
}
