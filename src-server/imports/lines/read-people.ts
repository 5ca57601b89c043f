import type { FoundProblem } from '../../../shared/console/import-problems.ts';
import { checkContactText } from '../../domain/contacts/contacts.ts';
import { parseEmail } from '../../rules/email.ts';
import type { LinePerson } from './import-line.ts';
import type { LineCells } from './line-cells.ts';

interface People {
  /** Null: the buyer. */
  readonly holder: LinePerson | null;
  readonly buyer: LinePerson | null;
}

/** Returns what its callback does, or null where that throws. `problemOf` says what is wrong then. */
export type Check = <T>(read: () => T, problemOf?: (sentence: string) => FoundProblem) => T | null;

/** Who holds the ticket and who bought it. */
export function readPeople(cells: LineCells, check: Check): People {
  const holder = readPerson(cells, '', check);
  const buyer = readPerson(cells, 'buyer_', check);
  // Without an email of its own, and with the buyer's name in the same line. Exports of ours have the email then.
  const isBuyer =
    holder !== null &&
    buyer !== null &&
    holder.email === (cells.isOwn ? buyer.email : null) &&
    holder.first_name === buyer.first_name &&
    holder.last_name === buyer.last_name;
  return { holder: isBuyer ? null : holder, buyer };
}

function readPerson(cells: LineCells, whose: '' | 'buyer_', check: Check): LinePerson | null {
  const [first, last] = namesIn(cells, whose);
  const given = cells.token(`${whose}email`);
  const email =
    given === null
      ? null
      : check(
          () => parseEmail(given),
          (sentence) => ({ kind: 'email', values: { text: given, sentence } }),
        );
  const person = {
    email: email?.spelling ?? null,
    email_key: email?.key ?? null,
    first_name: first === null ? null : check(() => checkContactText('first_name', first) ?? null),
    last_name: last === null ? null : check(() => checkContactText('last_name', last) ?? null),
  };
  return person.email === null && person.first_name === null && person.last_name === null
    ? null
    : person;
}

function namesIn(
  cells: LineCells,
  whose: '' | 'buyer_',
): readonly [first: string | null, last: string | null] {
  const first = cells.text(`${whose}first_name`);
  const last = cells.text(`${whose}last_name`);
  const whole = cells.text(`${whose}name`);
  return first !== null || last !== null || whole === null ? [first, last] : splitName(whole);
}

/** `Berg, Anna` and `Anna Berg` are one person; whoever has one name has it as the first. */
export function splitName(whole: string): readonly [first: string | null, last: string | null] {
  const [last, first, ...rest] = whole.split(/,\s*/);
  if (first !== undefined && first !== '' && last !== undefined && rest.length === 0)
    return [first, last];
  const at = whole.lastIndexOf(' ');
  return at === -1 ? [whole, null] : [whole.slice(0, at).trim(), whole.slice(at + 1)];
}
