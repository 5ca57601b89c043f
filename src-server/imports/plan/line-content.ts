import { assertNever } from '../../../shared/assert-never.ts';
import { comparedParts, type ComparedPart, type ImportLine } from '../lines/import-line.ts';
import { PART_LENGTH, type ImportKeys } from './import-keys.ts';

/** Values that very many lines share are hashed once. */
const MOST_REMEMBERED = 1_000;

/** Hashes of the parts of what a line says, one after another, so that it can be told later which of them the shop has changed. */
export class LineContents {
  readonly #part: ImportKeys['part'];
  readonly #known = new Map<string, string>();
  readonly #contents = new WeakMap<ImportLine, string>();

  constructor({ part }: Pick<ImportKeys, 'part'>) {
    this.#part = part;
  }

  of(line: ImportLine): string {
    const known = this.#contents.get(line);
    if (known !== undefined) return known;
    const content = comparedParts.map((part) => this.#hashOf(part, line)).join('');
    this.#contents.set(line, content);
    return content;
  }

  /** Likewise, but the price is compared again next time, whatever the line says. */
  withoutPrice(line: ImportLine): string {
    return this.of(line).slice(0, comparedParts.indexOf('price') * PART_LENGTH);
  }

  /** The parts in which the line says something else than a line with that content did. */
  changedParts(line: ImportLine, content: string): readonly ComparedPart[] {
    const now = this.of(line);
    return comparedParts.filter((_, at) => partOf(now, at) !== partOf(content, at));
  }

  /** Whether a line with that content was cancelled or refunded in the shop. */
  isNo(content: string): boolean {
    const said = partOf(content, comparedParts.indexOf('status'));
    return (['cancelled', 'refunded'] as const).some(
      (standing) => said === this.#part(`status ${JSON.stringify(standing)}`),
    );
  }

  #hashOf(part: ComparedPart, line: ImportLine): string {
    const text = `${part} ${JSON.stringify(saidOf(part, line))}`;
    if (part === 'seat' || part === 'code' || part === 'holder' || part === 'door note')
      return this.#part(text);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const hashed = this.#part(text);
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.set(text, hashed);
    return hashed;
  }
}

/** A content that says nothing of a part, so that what the next line says of it is compared. */
export function withoutPart(content: string, part: ComparedPart): string {
  return comparedParts
    .map((one, at) => (one === part ? '' : partOf(content, at)).padEnd(PART_LENGTH))
    .join('');
}

/** What was said before of those of the parts that are still as `made` has them, and of the others what `now` says. */
export function saidBefore(
  now: string,
  { content, made }: { readonly content: string; readonly made: string },
  isRestored: (part: ComparedPart) => boolean,
): string {
  return comparedParts
    .map((part, at) => {
      const is = partOf(now, at);
      const isAsMade = isRestored(part) && is === partOf(made, at);
      return (isAsMade ? partOf(content, at) : is).padEnd(PART_LENGTH);
    })
    .join('');
}

function partOf(content: string, at: number): string {
  return content.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH);
}

function saidOf(part: ComparedPart, line: ImportLine): unknown {
  switch (part) {
    case 'status':
      return line.standing;
    case 'type':
      return line.ticket_type_id;
    case 'session':
      return line.session_id;
    case 'seat':
      return line.seats;
    case 'holder':
      return line.holder ?? line.buyer;
    case 'code':
      return line.codes;
    case 'validity':
      return [line.valid_from, line.valid_until];
    case 'entry points':
      return line.entry_points;
    case 'quantity':
      return line.quantity;
    // Not kept while an order waits for its payment.
    case 'door note':
      return line.standing === 'pending' ? null : line.door_note;
    case 'flags':
      return line.standing === 'pending' ? null : line.flags;
    case 'price':
      return [line.price, line.rounding];
    default:
      return assertNever(part);
  }
}
