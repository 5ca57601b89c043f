// Why: docs/decisions/0030-answers-at-the-door.md
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import { answersSaid } from '../../core/door/answers-said.ts';
import { readableOr } from '../../core/replica-unreadable.ts';
import type { Replica } from '../../ports/replica.ts';
import type { Choices } from '../state/choices.ts';

interface Parts {
  readonly replica: Pick<Replica, 'answersOf'>;
  readonly choices: Choices;
}

/** Adds what the server wants said of the order. The journal does not keep it: it ends with the server's next word. */
export function withAnswers(parts: Parts, event: string, outcome: ScanOutcome): ScanOutcome {
  const { ticket } = outcome;
  return ticket === null ? outcome : { ...outcome, ...answersOf(parts, event, ticket) };
}

export function answersOf(
  { replica, choices }: Parts,
  event: string,
  ticket: string,
): Pick<ScanOutcome, 'answers'> {
  const known = readableOr([], () => replica.answersOf(event, ticket));
  return known.length === 0 ? {} : { answers: answersSaid(known, choices.current.locale) };
}
