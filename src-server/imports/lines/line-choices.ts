import type { FoundProblem } from '../../../shared/console/import-problems.ts';
import { nameKey } from '../../../shared/name-key.ts';
import { asLine } from '../../../shared/plain-text.ts';
import type { AskedQuestion } from '../../store/answers.ts';
import { readTexts } from '../../store/rows.ts';
import type { SessionRow } from '../../store/sessions.ts';
import type { TicketTypeRow } from '../../store/ticket-types.ts';
import { checkAnswer } from '../../domain/sales/answers.ts';
import { firstNames } from '../../rules/known-names.ts';
import { chooseEntryPoints, chooseSession, chooseTicketType, type Catalogue } from './catalogue.ts';
import { namesIn } from './names-in.ts';
import { readMoment } from './read-moment.ts';
import { readCheckedIn, readStatus, saysCheckedIn } from './read-status.ts';

/** More different cells are not remembered. */
const MOST_KNOWN = 2_000;

/** What the cells of a file name. The same cells stand in very many lines. A problem says why there is nothing. */
export class LineChoices {
  readonly #catalogue: Catalogue;
  readonly ticketType: (texts: readonly string[]) => TicketTypeRow | FoundProblem;
  readonly session: (texts: readonly string[], timezone: string) => SessionRow | FoundProblem;
  readonly entryPoints: (texts: readonly string[]) => readonly string[] | FoundProblem;
  /** Of a cell and its heading. */
  readonly status = remembered(([text = '', heading]) => readStatus(text, heading));
  /** Whether a status says that the ticket was used. */
  readonly isUsed = remembered(([text = '']) => saysCheckedIn(text));

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.ticketType = remembered((texts) => chooseTicketType(catalogue, texts));
    const session = remembered(([timezone = '', ...texts]) =>
      chooseSession(catalogue, texts, timezone),
    );
    this.session = (texts, timezone) => session([timezone, ...texts]);
    this.entryPoints = remembered((texts) => chooseEntryPoints(catalogue, texts));
  }

  /** How many of an add-on: a number, or yes for one. */
  addOn(
    name: string,
    text: string,
  ): { readonly id: number; readonly quantity: number } | FoundProblem {
    const { addOns } = this.#catalogue;
    const addOn =
      addOns.find((one) => one.name === name) ??
      addOns.find((one) => nameKey(one.name) === nameKey(name));
    if (addOn === undefined) {
      const known = firstNames(this.#catalogue.addOns.map((one) => one.name));
      return { kind: 'add_on_unknown', values: { name, known } };
    }
    const quantity = /^\d{1,9}$/.test(text) ? Number(text) : quantityOf(readCheckedIn(text));
    return quantity === null
      ? { kind: 'add_on_quantity', values: { name: addOn.name, text } }
      : { id: addOn.id, quantity };
  }

  /** The answer as it is stored. Throws `validation.failed`. */
  answer(
    key: string,
    text: string,
  ): { readonly id: number; readonly value: string } | FoundProblem {
    const question = this.#catalogue.questions.find(
      (one) => one.key === key || nameKey(one.label) === nameKey(key),
    );
    if (question === undefined) {
      const known = firstNames(this.#catalogue.questions.map((one) => one.key));
      return { kind: 'question_unknown', values: { name: key, known } };
    }
    const value = checkAnswer(question, answerOf(question, text, this.#catalogue.event.timezone));
    return { id: question.id, value: JSON.stringify(value) };
  }
}

function quantityOf(isThere: boolean | null): number | null {
  return isThere === null ? null : Number(isThere);
}

/** As the question takes it: options in their own spelling, a date as a date. */
function answerOf({ type, options }: AskedQuestion, given: string, timezone: string): unknown {
  if (type === 'text') return given;
  const text = asLine(given);
  const known = readTexts(options) ?? [];
  switch (type) {
    case 'select':
      if (known.includes(text)) return text;
      return known.find((one) => nameKey(one) === nameKey(text)) ?? text;
    case 'multiselect':
      return (
        namesIn(
          text,
          known.map((name) => ({ name, value: name })),
        ) ?? text.split(/\s*[;,|]\s*/)
      );
    case 'country':
      return text.toUpperCase();
    case 'date': {
      const moment = readMoment(text, timezone);
      return moment.kind === 'moment' ? moment.day : text;
    }
    default:
      return text;
  }
}

function remembered<Row>(
  choose: (texts: readonly string[]) => Row,
): (texts: readonly string[]) => Row {
  const known = new Map<string, Row>();
  return (texts) => {
    const key = texts.join('\0');
    const before = known.get(key);
    if (before !== undefined) return before;
    const chosen = choose(texts);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, chosen);
    return chosen;
  };
}
