import type { ImportProblemTexts, KnownNames } from '../../../../shared/console/import-problems.ts';
import { importing } from './import.ts';

const fieldOf = (field: string) => importing.fields[field] ?? field;

function knownOf({ names, more }: KnownNames): string {
  if (names.length === 0) return 'it has none';
  return `it has ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What keeps a file from being imported. */
export const importProblems: ImportProblemTexts = {
  no_text: () =>
    'This is not a file of separated values (CSV). Have the shop or the spreadsheet save it as “CSV UTF-8”.',
  spreadsheet: () =>
    'This is a spreadsheet or an archive, not a CSV file. Unpack an archive; open a spreadsheet and save it as “CSV UTF-8 (comma delimited)”. Then drop that file.',
  cut: () => 'The file is damaged, or only part of it is here. Export it again.',
  changed: () =>
    'The file was changed while it was read. Drop it again once the program that writes it is done.',
  long_heading: ({ most }) =>
    `The first line, with the names of the columns, is longer than ${most} characters.`,
  line_too_long: () => 'Here a line is longer than a million characters.',
  no_heading: () => 'The file has no first line with the names of its columns.',
  quote_open: () => 'Here a quote is opened and never closed.',
  quote_inside: () => 'Here a quote stands in the middle of a cell.',
  no_type_column: () => 'No column is the ticket type. Choose it below.',
  column_missing: ({ column }) => `The file has no column “${column}”.`,
  column_repeated: ({ column }) =>
    `The file has several columns “${column}”. Rename them in the file.`,
  ignored_missing: ({ column }) => `The file has no column “${column}”.`,
  silent_column: ({ column }) =>
    `The column “${column}” may say that tickets are not valid. Choose below what it is, or that it is not imported.`,
  no_sessions_yet: ({ column, sessions }) =>
    `The event has no sessions, and the column “${column}” names several: ${sessions.join(', ')}. Create them at the event, or choose below that the column is not imported: then all tickets are valid for the one event.`,
  cells: ({ expected, got }) => `The line has ${got} cells; the heading has ${expected}.`,
  status_unknown: ({ status, column }) =>
    `“${status}” in the column “${column}” is no status that is known. Say what it means.`,
  refund_unclear: ({ status, column }) =>
    `The ticket is “${status}” and has a day in the column “${column}”. Say whether all of its price was refunded, or a part, so that it is still valid.`,
  shortened: ({ field, text }) =>
    `${fieldOf(field)}: a spreadsheet has shortened a long number to “${text}”. Export the file again and do not open it in between.`,
  not_as_many: ({ field, quantity, text }) =>
    `${fieldOf(field)}: ${quantity} are needed for ${quantity} tickets, separated by commas, not “${text}”.`,
  validity: () => 'The end of validity is not later than its beginning.',
  quantity: ({ most, text }) => `The quantity is a whole number from 1 to ${most}, not “${text}”.`,
  currency: ({ currency, text }) => `The event’s currency is ${currency}, not “${text}”.`,
  amount: ({ currency, text }) => `“${text}” is not an amount in ${currency} such as 79.50.`,
  time: ({ field, text, because, timezone }) =>
    `${fieldOf(field)}: ${
      {
        no_time: `“${text}” is no time such as 2026-12-31 19:00`,
        two_days: `“${text}” may mean two days; write it as 2026-12-31`,
        twice: `“${text}” happens twice in ${timezone}; write it with an offset`,
        skipped: `“${text}” does not exist in ${timezone}, because clocks are set forward`,
      }[because]
    }.`,
  checked_in: () => 'The ticket was checked in elsewhere.',
  checked_in_unknown: ({ text }) => `“${text}” does not say whether the ticket was checked in.`,
  email: ({ text }) => `“${text}” is not an email address.`,
  other: ({ sentence }) => sentence,
  type_missing: () => 'The line names no ticket type.',
  type_unknown: ({ name, known }) => `There is no ticket type “${name}”; ${knownOf(known)}.`,
  type_ambiguous: ({ name, count }) =>
    `The event has ${count} ticket types “${name}”. Rename one of them at the event.`,
  no_sessions: () => 'The event has no sessions.',
  session_unknown: ({ name, known }) => `There is no session “${name}”; ${knownOf(known)}.`,
  session_ambiguous: ({ name, count }) =>
    `The event has ${count} sessions “${name}”. Write the reference of one.`,
  session_cancelled: ({ name }) => `The session “${name}” is cancelled.`,
  entry_point_unknown: ({ name, known }) => `There is no entry point “${name}”; ${knownOf(known)}.`,
  add_on_unknown: ({ name, known }) => `There is no add-on “${name}”; ${knownOf(known)}.`,
  add_on_quantity: ({ name, text }) => `How many of ${name}, yes or no: not “${text}”.`,
  question_unknown: ({ name, known }) => `There is no question “${name}”; ${knownOf(known)}.`,
  code_repeated: ({ code, other }) => `The barcode “${code}” is in line ${other} as well.`,
  seat_repeated: ({ seat, other }) => `The seat “${seat}” is in line ${other} as well.`,
  code_taken: ({ code, ticket }) => `The barcode “${code}” is that of the ticket ${ticket}.`,
  code_elsewhere: ({ code, ticket, order }) =>
    `The barcode “${code}” is that of the ticket ${ticket}, which is of another order than ${order}.`,
  seat_taken: ({ seat, ticket }) => `The seat “${seat}” is that of the ticket ${ticket}.`,
  sold_out: ({ name, left, wanted }) =>
    `${name}: ${left} are left, and the file has ${wanted}. Raise its total at the event.`,
};
