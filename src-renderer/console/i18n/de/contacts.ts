import type { Words } from '../en/words.ts';

export const contacts: Words['contacts'] = {
  title: 'Kontakte',
  export: 'Exportieren',
  empty: 'Noch keine Kontakte',
  emptyNext: 'Käufer und Inhaber erscheinen hier mit ihrer ersten Bestellung.',
  nobody: 'Ohne Namen',
  erased: 'Gelöschter Kontakt',
  name: 'Name',
  email: 'E-Mail',
  mobile: 'Mobilnummer',
  since: 'Bekannt seit',
  unsubscribed: 'Keine Werbung seit',
  orders: 'Bestellungen',
  tickets: 'Tickets',
  erasedAt: 'Gelöscht',
  overview: 'Übersicht',
  edit: 'Bearbeiten',
  save: 'Speichern',
  saved: 'Gespeichert',
  erase: 'Kontakt löschen',
  eraseWhat: (orders, tickets) =>
    `Name, E-Mail-Adresse, Nummer und Antworten werden endgültig entfernt, auch aus Bestellungen (${orders}) und Tickets (${tickets}). Die Tickets selbst bleiben gültig. Mit dieser E-Mail-Adresse kann niemand mehr angelegt werden. Das lässt sich nicht rückgängig machen.`,
  erasedNow: 'Der Kontakt ist gelöscht',
};
