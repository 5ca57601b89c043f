import type { FoundProblem } from '../../../shared/console/import-problems.ts';
import { isReference } from '../../../shared/references.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { checkSoldCode } from '../../domain/sales/ticket-details.ts';
import { checkDoorNote, flagsColumn } from '../../domain/tickets/door-words.ts';
import { checkLine, checkTimezone, checkToken } from '../../rules/checks.ts';
import { DomainError } from '../../rules/domain-error.ts';
import type { ColumnChoice, ImportField, Standing } from '../columns/import-fields.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import { plainWord } from '../columns/plain-word.ts';
import { isProblem } from '../file/import-error.ts';
import type { CsvRecord } from '../file/read-records.ts';
import { readTexts } from '../../store/rows.ts';
import type { SessionRow } from '../../store/sessions.ts';
import type { Catalogue } from './catalogue.ts';
import type { ImportLine } from './import-line.ts';
import { LineCells } from './line-cells.ts';
import { LineChoices } from './line-choices.ts';
import { isTotal, readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';
import { readPeople, type Check } from './read-people.ts';
import { isOfPayment, readCheckedIn, readStatus, readVoid, saysDay } from './read-status.ts';

export interface LineReading {
  readonly line: ImportLine;
  /** Every one of the line. */
  readonly problems: readonly FoundProblem[];
  /** A status that nobody knows. */
  readonly unknownStatus: string | null;
  /** Whether its code is one of ours, which is no code as sold. */
  readonly hasOwnCode: boolean;
}

/** More in one line would block other writers for too long. */
const MAX_QUANTITY = 10_000;

/** `1.23E+11`: different numbers look the same afterwards, so orders of different numbers would become one. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** Reads the lines of one file. */
export class LineReader {
  readonly #catalogue: Catalogue;
  readonly #mapping: ColumnMapping;
  readonly #statuses: ColumnChoice['statuses'];
  readonly #cells: LineCells;
  readonly #choices: LineChoices;
  #problems: readonly FoundProblem[] = [];
  #unknownStatus: string | null = null;
  #standing: Standing = 'valid';
  /** Whose clocks show the times of the line. */
  #zone: string;

  constructor(
    catalogue: Catalogue,
    mapping: ColumnMapping,
    choice: Pick<ColumnChoice, 'statuses'>,
  ) {
    this.#catalogue = catalogue;
    this.#mapping = mapping;
    this.#statuses = choice.statuses;
    this.#cells = new LineCells(mapping);
    this.#choices = new LineChoices(catalogue);
    this.#zone = catalogue.event.timezone;
  }

  /** Whether a column of the file says it. */
  has(field: ImportField): boolean {
    return this.#cells.has(field);
  }

  read({ line, cells }: CsvRecord): LineReading {
    this.#problems = [];
    this.#unknownStatus = null;
    const width = this.#mapping.columns.length;
    if (cells.slice(width).some((cell) => cell.trim() !== '')) {
      this.#add({ kind: 'cells', values: { expected: width, got: cells.length } });
    }
    this.#cells.read(cells);
    this.#zone = this.#readZone();
    const standing = this.#readStanding();
    this.#standing = standing;
    const numbers = this.#readNumbers();
    // Nothing else of a line that is not imported can be wrong.
    const isImported = this.#mapping.isOwn || standing === 'valid' || standing === 'pending';
    const before = this.#problems;
    const read = { line, ...numbers, standing, ...this.#readRest() };
    const problems = isImported ? this.#problems : before;
    return {
      line: read,
      problems,
      unknownStatus: this.#unknownStatus,
      hasOwnCode: this.#cells.text('code') !== null && numbers.codes === null,
    };
  }

  #add(problem: FoundProblem): void {
    this.#problems = [...this.#problems, problem];
  }

  readonly #check: Check = (
    read,
    problemOf = (sentence) => ({ kind: 'other', values: { sentence } }),
  ) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#add(problemOf(error.message));
      return null;
    }
  };

  /** The one of several statuses that forbids most. */
  #readStanding(): Standing {
    const found = new Set<Standing>();
    const statuses = this.#cells.headed('status');
    for (const { heading, text } of statuses) {
      found.add(this.#statusOf(heading, text, this.#choices.status([text, heading])));
    }
    const refunds: string[] = [];
    for (const { heading, text } of this.#cells.headed('void')) {
      const known = readVoid(text, heading);
      if (known === 'refunded' && saysDay(text)) refunds.push(heading);
      else found.add(this.#statusOf(heading, text, known));
    }
    const [refund] = refunds;
    if (refund !== undefined && !found.has('refunded') && !found.has('cancelled'))
      found.add(this.#refundedOn(refund, statuses));
    return (['refunded', 'cancelled', 'pending'] as const).find((one) => found.has(one)) ?? 'valid';
  }

  /** Shops leave a ticket valid of which they refunded a part; what was paid may have been refunded since. */
  #refundedOn(
    column: string,
    statuses: readonly { readonly heading: string; readonly text: string }[],
  ): Standing {
    const said = statuses.some(({ text }) => this.#statuses.get(text.toLowerCase()) === 'valid');
    if (said) return 'valid';
    const named = statuses.find(
      ({ heading, text }) => !isOfPayment(heading) && readStatus(text) === 'valid',
    );
    if (named === undefined) return 'refunded';
    const both = `${named.text} + ${column}`;
    const standing = this.#statuses.get(both.toLowerCase());
    if (standing !== undefined) return standing;
    this.#unknownStatus = both;
    this.#add({ kind: 'refund_unclear', values: { status: named.text, column, both } });
    return 'valid';
  }

  #statusOf(heading: string, text: string, known: Standing | null): Standing {
    const standing = this.#statuses.get(text.toLowerCase()) ?? known;
    if (standing !== null) return standing;
    this.#unknownStatus = text;
    this.#add({ kind: 'status_unknown', values: { status: text, column: heading } });
    return 'valid';
  }

  #readNumbers() {
    const order = this.#number('order');
    const isOurs = order !== null && isReference('order', order);
    return {
      order: isOurs ? null : order,
      ticket: this.#number('ticket'),
      order_reference: isOurs ? order : this.#cells.text('order_reference'),
      ticket_reference: this.#cells.text('ticket_reference'),
      codes: this.#readCodes(),
    };
  }

  #number(field: 'order' | 'ticket'): string | null {
    const text = this.#cells.token(field);
    if (text === null || this.#isShortened(field, text)) return null;
    return this.#check(() => checkToken(`${field} number`, text));
  }

  #isShortened(field: 'order' | 'ticket' | 'code', text: string): boolean {
    if (!SHORTENED.test(text)) return false;
    this.#add({ kind: 'shortened', values: { field, text } });
    return true;
  }

  #readCodes(): readonly string[] | null {
    const text = this.#cells.token('code');
    if (text === null || this.#isShortened('code', text) || isOwnCode(text)) return null;
    const texts = this.#each(text, 'code');
    const codes = texts.map((one) => this.#check(() => checkSoldCode(one)));
    return codes.every((code) => code !== null) ? codes : null;
  }

  #readRest() {
    const people = readPeople(this.#cells, this.#check);
    const type = this.#readType();
    // What all tickets of the type have is not their own.
    const [from, until] = [this.#moment('valid_from'), this.#moment('valid_until')];
    const valid_from = from === type?.valid_from ? null : from;
    const valid_until = until === type?.valid_until ? null : until;
    const shared = readTexts(type?.entry_points ?? null);
    const entry_points = this.#optional('entry_points', (texts) =>
      this.#choices.entryPoints(texts),
    );
    const quantity = this.#quantity();
    if (valid_from !== null && valid_until !== null && valid_from >= valid_until)
      this.#add({ kind: 'validity', values: {} });
    return {
      ticket_type_id: type?.id ?? null,
      session_id: this.#optional('session', (texts) => this.#readSession(texts))?.id ?? null,
      seats: this.#readSeats(),
      quantity,
      ...this.#readPrice(quantity),
      ...people,
      ...this.#readExtras(),
      valid_from,
      valid_until,
      entry_points: String(entry_points) === String(shared) ? null : entry_points,
      ...this.#readDoorWords(),
      checked_in: this.#readCheckedIn(),
    };
  }

  /** Without a column of types, that is said once of the heading. */
  #readType() {
    if (!this.#cells.has('ticket_type')) return null;
    return this.#choose(this.#choices.ticketType(this.#cells.texts('ticket_type')));
  }

  #optional<Row extends object>(
    field: ImportField,
    choose: (texts: readonly string[]) => Row | FoundProblem,
  ): Row | null {
    const texts = this.#cells.texts(field);
    return texts.length === 0 ? null : this.#choose(choose(texts));
  }

  #choose<Row extends object>(chosen: Row | FoundProblem): Row | null {
    if (!isProblem(chosen)) return chosen;
    this.#add(chosen);
    return null;
  }

  #readDoorWords() {
    const note = this.#cells.text('door_note');
    const flags = this.#cells.texts('flags').flatMap((text) => text.split(/[,;]/));
    return {
      door_note: this.#check(() => checkDoorNote(note)),
      flags: this.#check(() => flagsColumn(flags)),
    };
  }

  #quantity(): number {
    const text = this.#cells.text('quantity') ?? '1';
    const quantity = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (quantity >= 1 && quantity <= MAX_QUANTITY) return quantity;
    this.#add({ kind: 'quantity', values: { most: MAX_QUANTITY, text } });
    return 1;
  }

  /** What is there once for each ticket of the line: for one ticket the text, for several a list. */
  #each(text: string, field: 'code' | 'seat'): readonly string[] {
    const given = this.#cells.text('quantity') ?? '1';
    const quantity = /^\d{1,5}$/.test(given) ? Number(given) : 1;
    if (quantity < 2) return [text];
    const texts = text.split(/\s*[,;]\s*/);
    if (texts.length === quantity) return texts;
    this.#add({ kind: 'not_as_many', values: { field, quantity, text } });
    return [];
  }

  #readSeats(): readonly string[] | null {
    const seat = this.#cells.text('seat');
    const around = [this.#cells.text('section'), this.#cells.text('row')];
    if (seat === null) return null;
    const labels = this.#each(seat, 'seat').map((one) => {
      const parts = around.filter((part) => part !== null && !namesPart(one, part));
      return this.#check(() => checkLine('seat', [...parts, one].join(' ')));
    });
    return labels.every((label) => label !== null) ? labels : null;
  }

  #readZone(): string {
    const { timezone } = this.#catalogue.event;
    const named = this.#cells.text('timezone') ?? timezone;
    if (named === this.#zone) return named;
    return this.#check(() => checkTimezone(named)) ?? timezone;
  }

  /** Tickets of a session that was cancelled are void themselves. */
  #readSession(texts: readonly string[]): SessionRow | FoundProblem {
    const session = this.#choices.session(texts, this.#zone);
    if (isProblem(session) || session.cancelled_at === null) return session;
    if (this.#standing === 'cancelled' || this.#standing === 'refunded') return session;
    return { kind: 'session_cancelled', values: { name: texts.join(' ') } };
  }

  /** Of one ticket; what was paid for all of them together is shared out to the last minor unit. */
  #readPrice(quantity: number): Pick<ImportLine, 'price' | 'rounding'> {
    const { currency } = this.#catalogue.event;
    const named = this.#cells.text('currency');
    if (named !== null && named.toUpperCase() !== currency)
      this.#add({ kind: 'currency', values: { currency, text: named } });
    const [cell] = this.#cells.headed('price');
    if (cell === undefined) return { price: null, rounding: 0 };
    const amount = readAmount(cell.text, currency);
    if (amount === null) this.#add({ kind: 'amount', values: { currency, text: cell.text } });
    if (amount === null || !isTotal(cell.heading)) return { price: amount, rounding: 0 };
    return { price: Math.floor(amount / quantity), rounding: amount % quantity };
  }

  #moment(field: 'valid_from' | 'valid_until') {
    const text = this.#cells.text(field);
    if (text === null) return null;
    const given = readMoment(text, this.#zone);
    // Whoever is let in until a day is let in on that day.
    const isWholeDay = field === 'valid_until' && given.kind === 'moment' && !given.hasTime;
    const moment = isWholeDay ? readMoment(dayAfter(given.day), this.#zone) : given;
    if (moment.kind === 'moment') return moment.instant;
    this.#add({
      kind: 'time',
      values: { field, text, because: moment.because, timezone: this.#zone },
    });
    return null;
  }

  #readCheckedIn(): ImportLine['checked_in'] {
    const isUsed = this.#cells.texts('status').some((status) => this.#choices.isUsed([status]));
    const text = this.#cells.text('checked_in');
    const said = text === null ? false : readCheckedIn(text);
    if (said === null && text !== null) this.#add({ kind: 'checked_in_unknown', values: { text } });
    if (said !== true) return isUsed ? 'unknown' : null;
    const moment = readMoment(text ?? '', this.#zone);
    return moment.kind === 'moment' ? moment.instant : 'unknown';
  }

  #readExtras() {
    const add_ons = this.#cells.named('add_on').flatMap(({ name, text }) => {
      const chosen = this.#choose(this.#choices.addOn(name, text));
      return chosen === null || chosen.quantity === 0 ? [] : [chosen];
    });
    const answers = this.#cells.named('answer').flatMap(({ name, text }) => {
      const answer = this.#check(() => this.#choices.answer(name, text));
      const known = answer === null ? null : this.#choose(answer);
      return known === null ? [] : [known];
    });
    return { add_ons, answers };
  }
}

/** Whether a seat names its row or block itself: as a word beside others, or as `A` in `A12`. */
function namesPart(seat: string, part: string): boolean {
  const [own, sought] = [plainWord(seat), plainWord(part)];
  if (own !== sought && ` ${own} `.includes(` ${sought} `)) return true;
  const rest = own.slice(sought.length);
  const isOther = /\p{L}$/u.test(sought) ? /^\d/.test(rest) : /^\p{L}/u.test(rest);
  return own.startsWith(sought) && isOther;
}

function dayAfter(day: string): string {
  const next = new Date(day);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

export function isSameList(
  one: readonly string[] | null,
  other: readonly string[] | null,
): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** A reference of ours, or a code that we signed. */
function isOwnCode(text: string): boolean {
  const { kind } = parseTicketCode(text);
  return kind === 'reference' || kind === 'signed';
}
