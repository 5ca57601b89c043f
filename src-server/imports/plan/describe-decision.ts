import { assertNever } from '../../../shared/assert-never.ts';
import type { OrderPart } from '../lines/import-line.ts';
import type { Decision, SkipReason } from './decide.ts';
import type { LineOutcome } from '../staging/staging.ts';

/** What the report has of a line. */
export function describeDecision(
  decision: Decision,
  ofOrder: readonly OrderPart[] = [],
): LineOutcome {
  const { line, kind } = decision;
  const match = 'match' in decision ? decision.match : null;
  const added = kind === 'new' ? decision.order : null;
  return {
    line: line.line,
    result: kind === 'paid' ? 'new' : kind,
    why: [whyOf(decision), ...ofOrder.map((part) => orderPartNames[part])]
      .filter((text) => text !== '')
      .join('; '),
    order: match?.order.reference ?? added?.reference ?? null,
    ticket: match?.tickets.map(({ reference }) => reference).join(' ') || null,
  };
}

function whyOf(decision: Decision): string {
  switch (decision.kind) {
    case 'new':
      return decision.line.standing === 'pending' ? 'waits for its payment' : '';
    case 'paid':
      return 'its order is paid';
    case 'changed':
    case 'differs':
      return [...decision.parts, ...(decision.keepsPrice ? ['price, which stays'] : [])].join(', ');
    case 'cancelled':
      return decision.line.standing;
    case 'unchanged':
      return '';
    case 'skipped':
      return skipReasons[decision.why];
    default:
      return assertNever(decision);
  }
}

export const orderPartNames: Readonly<Record<OrderPart, string>> = {
  answers: 'other answers than the order, which keeps its own',
  buyer: 'another buyer than the order, which keeps its own',
  'add-ons': 'more add-ons than the order, which gets no more',
};

export const skipReasons: Readonly<Record<SkipReason, string>> = {
  void: 'cancelled or refunded where it was sold',
  waits: 'waits for its payment, while other tickets of its order are paid',
  waits_here: 'waits for its payment here',
  order_ended: 'its order is cancelled here',
  erased: 'its contact was erased',
  code_taken: 'a ticket of another order has its code',
};
