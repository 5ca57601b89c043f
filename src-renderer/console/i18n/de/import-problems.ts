import type { ImportProblemTexts, KnownNames } from '../../../../shared/console/import-problems.ts';
import { importing } from './import.ts';

const fieldOf = (field: string) => importing.fields[field] ?? field;

function knownOf({ names, more }: KnownNames): string {
  if (names.length === 0) return 'es gibt keine';
  return `es gibt ${names.join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`;
}

export const importProblems: ImportProblemTexts = {
  no_text: () =>
    'Das ist keine Datei mit getrennten Werten (CSV). Lassen Sie sie vom Shop oder der Tabellenkalkulation als „CSV UTF-8“ speichern.',
  spreadsheet: () =>
    'Das ist eine Tabelle oder ein Archiv und keine CSV-Datei. Entpacken Sie ein Archiv; öffnen Sie eine Tabelle und speichern Sie sie als „CSV UTF-8 (durch Trennzeichen getrennt)“. Legen Sie dann diese Datei ab.',
  cut: () =>
    'Die Datei ist beschädigt, oder nur ein Teil davon ist hier. Exportieren Sie sie noch einmal.',
  changed: () =>
    'Die Datei wurde geändert, während sie gelesen wurde. Legen Sie sie noch einmal hier ab, sobald das Programm fertig ist, das sie schreibt.',
  long_heading: ({ most }) =>
    `Die erste Zeile mit den Namen der Spalten ist länger als ${most} Zeichen.`,
  line_too_long: () => 'Hier ist eine Zeile länger als eine Million Zeichen.',
  no_heading: () => 'Die Datei hat keine erste Zeile mit den Namen ihrer Spalten.',
  quote_open: () => 'Hier wird ein Anführungszeichen geöffnet und nie geschlossen.',
  quote_inside: () => 'Hier steht ein Anführungszeichen mitten in einer Zelle.',
  no_type_column: () => 'Keine Spalte ist die Ticketart. Wählen Sie sie unten.',
  column_missing: ({ column }) => `Die Datei hat keine Spalte „${column}“.`,
  column_repeated: ({ column }) =>
    `Die Datei hat mehrere Spalten „${column}“. Benennen Sie sie in der Datei um.`,
  ignored_missing: ({ column }) => `Die Datei hat keine Spalte „${column}“.`,
  silent_column: ({ column }) =>
    `Die Spalte „${column}“ besagt vielleicht, dass Tickets nicht gelten. Wählen Sie unten, was sie bedeutet, oder dass sie nicht importiert wird.`,
  no_sessions_yet: ({ column, sessions }) =>
    `Die Veranstaltung hat keine Termine, und die Spalte „${column}“ nennt mehrere: ${sessions.join(', ')}. Legen Sie sie bei der Veranstaltung an, oder wählen Sie unten, dass die Spalte nicht importiert wird: Dann gelten alle Tickets für die eine Veranstaltung.`,
  cells: ({ expected, got }) => `Die Zeile hat ${got} Zellen, die Überschrift ${expected}.`,
  status_unknown: ({ status, column }) =>
    `„${status}“ in der Spalte „${column}“ ist kein bekannter Status. Geben Sie an, was er bedeutet.`,
  refund_unclear: ({ status, column }) =>
    `Das Ticket ist „${status}“ und hat einen Tag in der Spalte „${column}“. Geben Sie an, ob der ganze Preis erstattet wurde, oder nur ein Teil, sodass es noch gilt.`,
  shortened: ({ field, text }) =>
    `${fieldOf(field)}: Eine Tabellenkalkulation hat eine lange Nummer zu „${text}“ gekürzt. Exportieren Sie die Datei neu und öffnen Sie sie dazwischen nicht.`,
  not_as_many: ({ field, quantity, text }) =>
    `${fieldOf(field)}: Für ${quantity} Tickets sind ${quantity} nötig, durch Kommas getrennt, nicht „${text}“.`,
  validity: () => 'Das Ende der Gültigkeit liegt nicht nach ihrem Anfang.',
  quantity: ({ most, text }) =>
    `Die Anzahl ist eine ganze Zahl von 1 bis ${most}, nicht „${text}“.`,
  currency: ({ currency, text }) =>
    `Die Währung der Veranstaltung ist ${currency}, nicht „${text}“.`,
  amount: ({ currency, text }) => `„${text}“ ist kein Betrag in ${currency} wie 79,50.`,
  time: ({ field, text, because, timezone }) =>
    `${fieldOf(field)}: ${
      {
        no_time: `„${text}“ ist keine Zeit wie 2026-12-31 19:00`,
        two_days: `„${text}“ kann zwei Tage bedeuten; schreiben Sie 2026-12-31`,
        twice: `„${text}“ gibt es in ${timezone} zweimal; schreiben Sie den Abstand zu UTC dazu`,
        skipped: `„${text}“ gibt es in ${timezone} nicht, weil die Uhr vorgestellt wird`,
      }[because]
    }.`,
  checked_in: () => 'Das Ticket wurde anderswo eingecheckt.',
  checked_in_unknown: ({ text }) => `„${text}“ sagt nicht, ob das Ticket eingecheckt wurde.`,
  email: ({ text }) => `„${text}“ ist keine E-Mail-Adresse.`,
  other: ({ sentence }) => sentence,
  type_missing: () => 'Die Zeile nennt keine Ticketart.',
  type_unknown: ({ name, known }) => `Eine Ticketart „${name}“ gibt es nicht; ${knownOf(known)}.`,
  type_ambiguous: ({ name, count }) =>
    `Die Veranstaltung hat ${count} Ticketarten „${name}“. Benennen Sie eine davon in der Veranstaltung um.`,
  no_sessions: () => 'Die Veranstaltung hat keine Termine.',
  session_unknown: ({ name, known }) => `Einen Termin „${name}“ gibt es nicht; ${knownOf(known)}.`,
  session_ambiguous: ({ name, count }) =>
    `Die Veranstaltung hat ${count} Termine „${name}“. Schreiben Sie die Referenz von einem.`,
  session_cancelled: ({ name }) => `Der Termin „${name}“ ist abgesagt.`,
  entry_point_unknown: ({ name, known }) =>
    `Einen Eingang „${name}“ gibt es nicht; ${knownOf(known)}.`,
  add_on_unknown: ({ name, known }) => `Einen Zusatz „${name}“ gibt es nicht; ${knownOf(known)}.`,
  add_on_quantity: ({ name, text }) => `Wie viele von ${name}, ja oder nein: nicht „${text}“.`,
  question_unknown: ({ name, known }) => `Eine Frage „${name}“ gibt es nicht; ${knownOf(known)}.`,
  code_repeated: ({ code, other }) => `Der Barcode „${code}“ steht auch in Zeile ${other}.`,
  seat_repeated: ({ seat, other }) => `Der Platz „${seat}“ steht auch in Zeile ${other}.`,
  code_taken: ({ code, ticket }) => `Der Barcode „${code}“ ist der des Tickets ${ticket}.`,
  code_elsewhere: ({ code, ticket, order }) =>
    `Der Barcode „${code}“ ist der des Tickets ${ticket}, das zu einer anderen Bestellung als ${order} gehört.`,
  seat_taken: ({ seat, ticket }) => `Der Platz „${seat}“ ist der des Tickets ${ticket}.`,
  sold_out: ({ name, left, wanted }) =>
    `${name}: ${left} sind noch da, die Datei hat ${wanted}. Erhöhen Sie das Kontingent bei der Veranstaltung.`,
};
