import { importFields, readColumnMap } from '../csv/import-fields.ts';
import { defineDatabaseCommand } from '../define-operation.ts';
import { choice, eventReference, list, optional, yes } from '../flags.ts';

const columns = list(
  'COLUMN=FIELD',
  `what the columns are, separated by commas (default: they are named for their fields): ${importFields.join(', ')}. Lines with one external_id are one order of the event, which later imports skip; all of its lines belong in one file`,
);

export const importFlags = {
  event: eventReference('what is ordered for'),
  map: optional({
    ...columns,
    read: (given, readLocal) => readColumnMap(columns.read(given, readLocal)),
  }),
  delimiter: optional(
    choice('CHAR', 'what separates cells (default: what the heading shows)', [',', ';', 'tab']),
  ),
  dryRun: yes('try everything and keep nothing'),
} as const;

export const importCommand = defineDatabaseCommand(
  {
    name: 'import',
    summary:
      'Place an order for each line of a CSV file: all of them, or none. Importing a file again places lines without an external_id a second time',
    operands: ['FILE.csv'],
    flags: importFlags,
    examples: [
      'import guests.csv --event winter-gala --dry-run',
      'import guests.csv --event winter-gala --map "E-mail=email,Ticket=ticket_type"',
    ],
  },
  async () => (await import('../operations/import.ts')).importFile,
);
