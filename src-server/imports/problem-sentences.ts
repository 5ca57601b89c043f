import type {
  ImportProblemTexts,
  KnownNames,
  FoundProblem,
} from '../../shared/console/import-problems.ts';
import { problemText } from '../../shared/console/import-problems.ts';
import { listNames } from '../rules/known-names.ts';
import { delimiterNames } from './file/read-records.ts';

/** What is wrong, as the command line says it. The console has sentences of its own, in its languages. */
export function problemSentence(problem: FoundProblem): string {
  return problemText(sentences, problem);
}

const sentences: ImportProblemTexts = {
  no_text: () =>
    'Expected a text file with separated values (CSV); have the spreadsheet save it as “CSV UTF-8”.',
  spreadsheet: () =>
    'This is a spreadsheet or an archive, not a text file. Unpack an archive; open a spreadsheet and save it as “CSV UTF-8 (comma delimited)”. Then import that file.',
  cut: () =>
    'The file is UTF-8 and has bytes that are none: it is damaged, made of two files, or only part of it is here. Export it again.',
  changed: () =>
    'The file was changed while it was read. Import it again once the program that writes it is done.',
  no_heading: () => 'Expected a heading with the names of the columns.',
  long_heading: ({ most }) =>
    `Expected a heading of at most ${most} characters with the names of the columns.`,
  line_too_long: () => 'Here a line is longer than a million characters.',
  quote_open: () => 'Here a quote is opened and never closed.',
  quote_inside: () => 'Here a quote stands in the middle of a cell.',
  no_type_column: ({ delimiter, columns }) =>
    `Expected a column for ticket_type; with ${delimiterNames[delimiter]} between cells, the columns are ${columns.join(', ')}. Say which one it is, as in --map "Their name=ticket_type", or what separates cells (--delimiter).`,
  column_missing: ({ column, field, columns }) =>
    `There is no column "${column}", which was named for ${field}; the columns are ${columns.join(', ')}.`,
  column_repeated: ({ column, field, columns }) =>
    `There are several columns "${column}", which was named for ${field}; the columns are ${columns.join(', ')}.`,
  ignored_missing: ({ column }) => `There is no column "${column}" to ignore.`,
  silent_column: ({ column }) =>
    `The column "${column}" may say that tickets are not valid. Say what it is, as in --map "${column}=status" or "${column}=void", or --ignore it.`,
  no_sessions_yet: ({ column, sessions }) =>
    `The event has no sessions, and the column "${column}" names several: ${sessions.join(', ')}. Create them first (gatehouse session create), or --ignore "${column}": then all tickets are valid for the one event.`,
  cells: ({ expected, got }) => `Expected ${expected} cells as in the heading, got ${got}.`,
  status_unknown: ({ status, column }) =>
    `Whether "${status}" in the column "${column}" means that the ticket is valid is not known. Say so, as in --map "${status}=status:valid" (or pending, cancelled, refunded), or --ignore the column.`,
  refund_unclear: ({ status, column, both }) =>
    `The ticket is "${status}" and has a day in the column "${column}": whether all of its price was refunded, or a part, is not known. Say so, as in --map "${both}=status:valid" (or refunded), or --ignore "${column}".`,
  shortened: ({ field, text }) =>
    `Expected the whole ${field} number, got "${text}", to which a spreadsheet has shortened a long number. Export the file again and import it without opening it, or have its column formatted as text before.`,
  not_as_many: ({ field, quantity, text }) =>
    `Expected ${quantity} ${field}s for ${quantity} tickets, separated by commas; got "${text}". Have the shop export a line for each ticket, or --ignore the column.`,
  validity: () => 'Expected the end of validity to be later than its beginning.',
  quantity: ({ most, text }) =>
    `Expected a whole number from 1 to ${most} for quantity, got "${text}".`,
  currency: ({ currency, text }) => `Expected the event's currency, ${currency}, got "${text}".`,
  amount: ({ currency, text }) => `Expected an amount in ${currency} such as 79.50, got "${text}".`,
  time: ({ field, text, because, timezone }) =>
    `The time "${text}" of ${field}: ${reasons[because](timezone)}.`,
  checked_in: () => 'The ticket was checked in elsewhere.',
  checked_in_unknown: ({ text }) =>
    `Whether "${text}" means that the ticket was checked in is not known.`,
  email: ({ sentence }) => sentence,
  other: ({ sentence }) => sentence,
  type_missing: () => 'Expected a ticket type.',
  type_unknown: ({ name, known }) => unknown('ticket type', name, known),
  type_ambiguous: ({ name, count }) =>
    `There are ${count} ticket types "${name}"; rename one of them, or name it by its reference.`,
  no_sessions: () => 'The event has no sessions.',
  session_unknown: ({ name, known }) => unknown('session', name, known),
  session_ambiguous: ({ name, count }) =>
    `There are ${count} sessions "${name}"; name one by its reference.`,
  session_cancelled: ({ name }) => `The session "${name}" is cancelled.`,
  entry_point_unknown: ({ name, known }) => unknown('entry point', name, known),
  add_on_unknown: ({ name, known }) => unknown('add-on', name, known),
  add_on_quantity: ({ name, text }) => `Expected yes, no or how many of ${name}, got "${text}".`,
  question_unknown: ({ name, known }) => unknown('question', name, known),
  code_repeated: ({ code, other }) => `The code "${code}" is that of line ${other} as well.`,
  seat_repeated: ({ seat, other }) => `The seat "${seat}" is that of line ${other} as well.`,
  code_taken: ({ code, ticket }) => `The ticket ${ticket} has the code "${code}" already.`,
  code_elsewhere: ({ code, ticket, order }) =>
    `The ticket ${ticket} of another order than ${order} has the code "${code}" already.`,
  seat_taken: ({ seat, ticket }) => `The seat "${seat}" is that of the ticket ${ticket}.`,
  sold_out: ({ name, left, wanted }) =>
    `${name} has ${left} left, and the file has ${wanted} of it.`,
};

const reasons = {
  no_time: () => 'expected a time such as 2026-12-31 19:00',
  two_days: () => 'which of the two is the day? Write it as 2026-12-31',
  twice: (timezone: string) => `in ${timezone} it happens twice; write it with an offset`,
  skipped: (timezone: string) =>
    `in ${timezone} it does not exist, because clocks are set forward; write it with an offset`,
};

function unknown(what: string, name: string, known: KnownNames): string {
  return `There is no ${what} "${name}" in this event; it has ${listNames(known)}.`;
}
