import type { Words } from '../en/words.ts';

export const disputes: Words['disputes'] = {
  title: 'Rückbuchungen',
  create: 'Rückbuchung erfassen',
  createWhat:
    'Was Ihr Zahlungsdienst gemeldet hat. Hier fließt kein Geld, und die Tickets bleiben gültig.',
  created: 'Die Rückbuchung ist erfasst',
  empty: 'Keine Rückbuchungen',
  emptyNext: 'Zahlungen, denen Käufer bei ihrer Bank widersprochen haben, stehen hier.',
  dispute: 'Rückbuchung',
  charge: 'Zahlung',
  amount: 'Betrag',
  minorUnits: (amount) => `${amount} kleinste Einheiten`,
  reason: 'Grund',
  order: 'Bestellung',
  recorded: 'Erfasst',
  unnamed: 'Nicht genannt',
  next: 'Antworten Sie bei Ihrem Zahlungsdienst. Eine Erstattung obendrein würde doppelt zahlen; verlieren Sie, stornieren Sie die Bestellung hier, damit ihre Tickets abgewiesen werden.',
};
