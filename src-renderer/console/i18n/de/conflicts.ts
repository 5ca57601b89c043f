import type { Words } from '../en/words.ts';

export const conflicts: Words['conflicts'] = {
  title: 'Konflikte',
  empty: 'Keine Konflikte',
  emptyNext:
    'Hier entscheiden Sie, was zwei Stationen eingelassen haben, während sie einander nicht erreichten.',
  event: 'Veranstaltung',
  status: 'Status',
  kind: 'Was geschah',
  where: 'Eingang',
  nowhere: 'Keiner genannt',
  at: 'Gefunden',
  scannedAt: 'Gescannt',
  result: 'Ergebnis',
  station: 'Station',
  staff: 'Personal',
  clock: 'Uhr',
  sure: 'Richtig',
  suspect: 'Zweifelhaft: Die Reihenfolge der Scans kann eine andere sein',
  unknown: 'Nicht bekannt',
  scan: 'Scan',
  ticket: 'Ticket anzeigen',
  sides: ['Dieser Scan', 'Der andere'],
  resolve: 'Lösen',
  resolveWhat:
    'Er wird mit Ihrer Notiz geschlossen: was es war und was getan wurde. Das Ticket und seine Einlässe bleiben, wie sie sind.',
  resolved: 'Der Konflikt ist gelöst',
  decision: 'Entscheidung',
  note: 'Notiz',
  by: 'Von',
  states: { open: 'Offen', resolved: 'Gelöst' },
  kinds: {
    double_admission: 'Zweimal eingelassen',
    stale_admission: 'Eingelassen, obwohl nicht mehr gültig',
    rule_admission: 'Gegen eine Regel eingelassen',
    false_denial: 'Abgewiesen, obwohl gültig',
  },
  what: {
    double_admission:
      'Zwei Stationen, die einander nicht erreichten, haben dasselbe Ticket eingelassen.',
    stale_admission: 'Die Station wusste noch nicht, dass das Ticket nicht mehr gültig war.',
    rule_admission: 'Mit dem, was der Server jetzt weiß, hätte er das Ticket abgewiesen.',
    false_denial: 'Mit dem, was der Server jetzt weiß, hätte er das Ticket eingelassen.',
  },
};
