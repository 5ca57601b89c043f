import type { Words } from '../en/words.ts';

export const home: Words['home'] = {
  title: 'Start',
  tonight: 'Heute',
  next: 'Nächste Veranstaltung',
  choose: 'Welche Veranstaltung',
  event: 'Veranstaltung',
  admitted: 'Eingelassen',
  of: (sold) => `von ${sold} verkauften`,
  inside: 'Jetzt drinnen',
  ofCapacity: (capacity) => `von höchstens ${capacity}`,
  presence: 'Drinnen im Lauf der Zeit',
  insideThen: 'Drinnen',
  most: (count, time) => `Höchststand: ${count} um ${time}`,
  atMost: (capacity) => `Höchstens ${capacity}`,
  doors: 'Hinein und hinaus',
  inAndOut: (admitted, exits) => `${admitted} hinein · ${exits} hinaus`,
  corrections: 'Zurückgenommen und doch eingelassen',
  noCorrections: 'Nichts wurde zurückgenommen, und niemand doch eingelassen',
  undone: 'Zurückgenommen',
  allUndone: 'Alle Zurücknahmen',
  allOverruled: 'Alle doch Eingelassenen',
  arrivals: 'Ankünfte je fünf Minuten',
  noArrivals: 'Noch niemand ist gekommen',
  noArrivalsNext: 'Einlässe an allen Türen erscheinen hier, sobald sie geschehen.',
  lastDay: 'Das Diagramm zeigt die letzten 24 Stunden. Die Tabelle hat alle Ankünfte.',
  denials: 'Abgewiesen',
  noDenials: 'Niemand wurde abgewiesen',
  otherReason: 'Anderer Grund',
  asTable: 'Als Tabelle',
  from: 'Von',
  total: 'Gesamt',
  reason: 'Grund',
  scans: 'Scans',
  boxOffice: 'Kasse',
  others: (count) => `${count} weitere`,
  attention: 'Braucht Aufmerksamkeit',
  nothing: 'Nichts braucht Aufmerksamkeit',
  kinds: {
    conflicts: (count, name) =>
      count === 1
        ? `1 Konflikt zu entscheiden: ${name}`
        : `${count} Konflikte zu entscheiden: ${name}`,
    dispute: (_count, name) =>
      name === '' ? 'Eine Zahlung ist strittig' : `Eine Zahlung ist strittig: ${name}`,
    webhook_disabled: (_count, name) => `Webhook ist ausgeschaltet: ${name}`,
    webhook_failing: (_count, name) => `Webhook-Zustellungen schlagen fehl: ${name}`,
    station_silent: (_count, name) => `Station meldet sich nicht: ${name}`,
    station_attention: (count, name) =>
      count === 1
        ? `1 Scan braucht Aufmerksamkeit: ${name}`
        : `${count} Scans brauchen Aufmerksamkeit: ${name}`,
  },
  stations: 'Stationen',
  noStations: 'Noch keine Stationen',
  addStation: 'Station hinzufügen',
  queued: 'Noch zu senden',
  data: 'Daten',
  clock: 'Uhr',
  onTime: 'Richtig',
  off: (seconds) => `${seconds} s Abweichung`,
  first: 'Erste Schritte',
  steps: [
    {
      to: '/events',
      title: 'Veranstaltung anlegen und veröffentlichen',
      what: 'Mit Ticketarten, Terminen und Eingängen. Veröffentlicht steht sie hier.',
    },
    {
      to: '/orders',
      title: 'Bestellungen hinzufügen',
      what: 'Legen Sie sie an, oder importieren Sie sie aus einem Shop.',
    },
    {
      to: '/stations',
      title: 'Station verbinden',
      what: 'Sie scannt Tickets am Einlass, mit und ohne Netz.',
    },
  ],
};
