import { delimiterNames } from '../../imports/file/read-records.ts';
import { orderParts } from '../../imports/lines/import-line.ts';
import { orderPartNames, skipReasons } from '../../imports/plan/describe-decision.ts';
import type { ImportReport } from '../../imports/import-report.ts';
import type { Naming } from '../../imports/columns/import-options.ts';
import type { CommandOn } from './command-on.ts';
import { printable } from './printable.ts';

export type Imported = Omit<ImportReport, 'problems' | 'problem_count'> & {
  readonly dry_run: boolean;
  readonly names: Naming;
};

/** What came of a file, in about ten lines. */
export function renderImport(report: Imported, _timezone: string, command: CommandOn): string {
  const { dry_run: isTried, event, new_tickets, without_code } = report;
  return [
    `${printable(report.file)}: ${counted(report.lines, 'line')}, ${report.encoding}, separated by ${delimiterNames[report.delimiter ?? ',']}.`,
    ...columnLines(report),
    isTried ? 'Nothing was imported; it would be:' : 'Imported:',
    ...countLines(report),
    ...noteLines(report),
    ...(isTried || new_tickets === 0 ? [] : nextSteps(event, without_code, command)),
  ].join('\n');
}

function nextSteps(event: string, withoutCode: number, command: CommandOn): readonly string[] {
  if (withoutCode === 0)
    return ['Doors admit them by the barcodes of the shop: nothing has to be sent.'];
  return [
    `To print the tickets: ${command(`export tickets --event ${event} --format html`)} > tickets.html`,
    `To email them:        ${command(`order mail --event ${event}`)}`,
  ];
}

const MOST_COLUMNS = 12;

function columnLines({ columns }: Imported): readonly string[] {
  const taken = columns.flatMap(({ column, field }) =>
    field === null ? [] : [`${printable(column)} = ${printable(field)}`],
  );
  const left = columns.flatMap(({ column, field }) => (field === null ? [printable(column)] : []));
  const shown = left.slice(0, MOST_COLUMNS).join(', ');
  const more = left.length - MOST_COLUMNS;
  return [
    `Columns: ${taken.join(', ')}.`,
    ...(left.length === 0 ? [] : [`Not used: ${shown}${more > 0 ? ` and ${more} more` : ''}.`]),
  ];
}

function countLines(report: Imported): readonly string[] {
  const { parts, skipped_because } = report;
  const detail = Object.entries(parts).map(([part, count]) => `${part} ${count}`);
  const details = detail.length === 0 ? '' : ` (${detail.join(', ')})`;
  const differing = report.changed > 0 || details === '' ? '' : `${details}; --update changes them`;
  const why = Object.entries(skipped_because).map(
    ([reason, count]) => `${count} ${reasonOf(reason)}`,
  );
  const pending = report.pending_orders;
  return [
    `  new        ${counted(report.new_tickets, 'ticket')} in ${counted(report.new_orders, 'new order')}${pending === 0 ? '' : `; ${counted(pending, 'order')} waiting for payment`}`,
    ...(report.changed === 0 ? [] : [`  changed    ${report.changed}${details}`]),
    ...(report.differs === 0 ? [] : [`  differ     ${report.differs}${differing}`]),
    ...(report.cancelled === 0 ? [] : [`  cancelled  ${report.cancelled}`]),
    ...(report.unchanged === 0 ? [] : [`  unchanged  ${report.unchanged}`]),
    ...(report.skipped === 0 ? [] : [`  skipped    ${report.skipped} (${why.join(', ')})`]),
  ];
}

function reasonOf(reason: string): string {
  return Object.entries(skipReasons).find(([known]) => known === reason)?.[1] ?? reason;
}

function noteLines(report: Imported): readonly string[] {
  const notes: readonly (readonly [number, string])[] = [
    [
      report.without_code,
      'new without a barcode of the shop, so their guests need tickets from here (or --map "Their heading=code")',
    ],
    [
      report.kept_prices,
      'with another price, which is not taken over: their orders have refunds, discounts, taxes or disputes, or fewer tickets now',
    ],
    [report.checked_in, 'checked in elsewhere (--checked-in admit|ignore|refuse)'],
    [isNothingNew(report) ? 0 : report.other_names, otherNames(report)],
    [
      report.rounded_codes,
      'with barcodes of which only fifteen digits are no zeros: compare one with a ticket, a spreadsheet may have rounded them',
    ],
    [report.own_codes, 'with a code of ours: their tickets get new ones'],
    [report.not_kept, 'with notes, which are not kept'],
    ...orderParts.map((part): readonly [number, string] => [
      report.order_parts[part] ?? 0,
      `with ${orderPartNames[part]}`,
    ]),
  ];
  const said = notes.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  return said.length === 0 ? [] : [`Also: ${said.join('; ')}.`];
}

/** Of lines that are here already, `--names` changes nothing. */
function isNothingNew({ new_tickets, pending_orders, changed }: Imported): boolean {
  return new_tickets + pending_orders + changed === 0;
}

function otherNames({ dry_run: isTried, names }: Imported): string {
  const whom = 'people whom lines name differently';
  if (names !== 'keep') return `${whom}, who have the name of their ${names} line`;
  const which = `${whom}: they keep the name that they have here, or have that of their first line`;
  return `${which} (${isTried ? '--names first|last' : 'contact update'} changes it)`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
