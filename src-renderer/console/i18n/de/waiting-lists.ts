import type { WaitingWords } from '../en/waiting-lists.ts';

export const waitingLists: WaitingWords = {
  title: 'Wartelisten',
  event: 'Veranstaltung',
  sellable: 'Wartet auf',
  status: 'Status',
  statuses: {
    waiting: 'Wartet',
    offered: 'Angeboten',
    converted: 'Gekauft',
    expired: 'Beendet',
  },
  email: 'E-Mail',
  contact: 'Kontakt',
  erased: 'Gelöschter Kontakt',
  quantity: 'Anzahl',
  since: 'Seit',
  until: (time) => `bis ${time}`,
  order: 'Bestellung',
  empty: 'Niemand wartet',
  emptyNext:
    'Hier steht, wer ausverkaufte Tickets oder Extras möchte, in der Reihenfolge der Anfragen.',
  add: 'Auf die Warteliste setzen',
  added: (email) => `${email} wartet`,
  offer: 'Plätze anbieten',
  offerWhat: (email, quantity, name) =>
    `24 Stunden für ${email} zurückgehalten: ${quantity}\u00a0×\u00a0${name}. Wer weiter vorn steht, wartet weiter.`,
  offerManyWhat: (count) =>
    `Für alle werden 24 Stunden lang Plätze zurückgehalten, soweit welche frei sind: ${count}.`,
  offered: (email) => `Für ${email} werden Plätze zurückgehalten`,
  offeredMany: (count) => `Angeboten: ${count}`,
  convert: 'Bestellung anlegen',
  convertWhat: (email, quantity, name) =>
    `Für ${email} wird eine bestätigte Bestellung über ${quantity}\u00a0×\u00a0${name} angelegt, zum heutigen Preis.`,
  converted: 'Die Bestellung ist angelegt',
  remove: 'Von der Warteliste nehmen',
  removeWhat: (email) =>
    `${email} verliert den Platz in der Reihe. Was angeboten war, bekommt der Nächste.`,
  removeManyWhat: (count) =>
    `Sie verlieren ihre Plätze in der Reihe: ${count}. Was angeboten war, bekommen die Nächsten.`,
  removed: (email) => `${email} wartet nicht mehr`,
  removedMany: (count) => `Entfernt: ${count}`,
};
