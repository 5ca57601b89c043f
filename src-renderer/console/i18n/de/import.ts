import type { Words } from '../en/words.ts';

export const importing: Words['importing'] = {
  title: 'Import',
  event: 'Veranstaltung',
  eventNeeded: 'Wählen Sie zuerst die Veranstaltung.',
  drop: 'Datei mit Bestellungen hier ablegen',
  choose: 'Datei auswählen',
  chooseOther: 'Andere Datei auswählen',
  limits: (lines, size) => `CSV in UTF-8, höchstens ${lines} Zeilen und ${size} auf einmal`,
  reading: 'Die Datei wird gelesen …',
  tooLarge: (name, size, most, lines) =>
    `${name} ist zu groß: Sie hat ${size}, und höchstens ${most} und ${lines} Zeilen lassen sich auf einmal importieren. Nichts wurde gelesen. Teilen Sie sie zwischen zwei Bestellungen und importieren Sie die Teile nacheinander.`,
  notText: (name) =>
    `${name} ist keine Textdatei. Eine Tabellenkalkulation speichert sie als „CSV UTF-8“. Nichts wurde gelesen.`,
  emptyFile: (name) => `${name} ist leer.`,
  columns: 'Spalten',
  column: 'Spalte',
  sample: 'Erste Zeilen',
  takenFor: 'Bedeutet',
  takenForOf: (column) => `Was ${column} bedeutet`,
  ignored: 'Nicht importieren',
  delimiter: 'Trennzeichen',
  delimiters: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator' },
  typeNeeded: 'Geben Sie an, in welcher Spalte die Ticketart steht.',
  fields: {
    ticket_type: 'Ticketart',
    email: 'E-Mail',
    first_name: 'Vorname',
    last_name: 'Nachname',
    quantity: 'Anzahl',
    session: 'Termin',
    seat_label: 'Platz',
    external_id: 'Bestellnummer',
  },
  check: 'Datei prüfen',
  checkAgain: 'Erneut prüfen',
  checking: 'Jede Zeile wird geprüft. Nichts wird gespeichert.',
  problems: (count, text) =>
    count === 1
      ? 'Eine Zeile lässt sich nicht importieren'
      : `${text} Zeilen lassen sich nicht importieren`,
  problemsNext:
    'Nichts wurde importiert. Berichtigen Sie die Datei oder die Spalten und prüfen Sie erneut.',
  line: 'Zeile',
  problem: 'Problem',
  checked: 'Geprüft',
  ready: 'Alle Zeilen lassen sich importieren',
  orders: 'Neue Bestellungen',
  tickets: 'Tickets',
  skipped: 'Schon importiert',
  skippedNext: 'Ihre Bestellnummern gibt es schon; diese Bestellungen bleiben, wie sie sind.',
  again: (count, text) =>
    count === 1
      ? 'Eine Bestellung hat keine Bestellnummer. Ein weiterer Import der Datei würde sie noch einmal anlegen.'
      : `${text} Bestellungen haben keine Bestellnummer. Ein weiterer Import der Datei würde sie noch einmal anlegen.`,
  nothingNew: 'In dieser Datei ist nichts Neues.',
  submit: (count, text) =>
    count === 1 ? 'Eine Bestellung importieren' : `${text} Bestellungen importieren`,
  importing: (orders) => `${orders} Bestellungen werden importiert. Das dauert einige Sekunden.`,
  done: 'Importiert',
  showOrders: 'Bestellungen anzeigen',
};
