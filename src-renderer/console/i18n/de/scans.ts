import type { Words } from '../en/words.ts';

export const scans: Words['scans'] = {
  title: 'Scans',
  export: 'Exportieren',
  empty: 'Noch keine Scans',
  emptyNext: 'Sie erscheinen, sobald Stationen sie senden.',
  event: 'Veranstaltung',
  at: 'Gescannt',
  recorded: 'Hier erfasst',
  result: 'Ergebnis',
  reason: 'Grund',
  where: 'Einlass',
  nowhere: 'Keiner genannt',
  session: 'Termin',
  ticket: 'Ticket',
  results: { allowed: 'Eingelassen', denied: 'Abgewiesen' },
};
