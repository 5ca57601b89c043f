import { findSession, listEventSessions } from '../../store/sessions.ts';
import { inOrder, listing, showing, toSecond } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { cancelSession, createSession, updateSession } from '../../domain/sessions.ts';
import { assertSameOwner } from '../assert-same-owner.ts';
import type {
  sessionCreateFlags,
  sessionUpdateFlags,
  sessionListFlags,
} from '../commands/session.ts';
import type { Given, GivenOperands, FlagValues } from '../define-command.ts';
import { describeSession } from '../describe.ts';
import { written } from '../flags.ts';

export async function sessionCreate(
  tx: WriteTransaction,
  { values }: Given<typeof sessionCreateFlags>,
) {
  const times = { starts_at: values.startsAt, ends_at: values.endsAt };
  const input = { name: values.name ?? null, ...times };
  return describeSession(tx, await createSession(tx, values.event, input));
}

export async function sessionUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof sessionUpdateFlags>,
) {
  const { name, startsAt: starts_at, endsAt: ends_at } = values;
  const changes = written({ name, starts_at, ends_at });
  const described = await describeSession(tx, await updateSession(tx, reference, changes));
  assertSameOwner(described.event, values.event);
  return described;
}

export async function sessionCancel(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeSession(tx, await cancelSession(tx, reference));
}

export const sessionList = listing(
  async (tx, { event }: FlagValues<typeof sessionListFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listEventSessions(tx, id), (row) => describeSession(tx, row));
  },
  {
    heading: ['session', 'name', 'starts', 'ends', 'cancelled'],
    row: ({ reference, name, starts_at, ends_at, cancelled_at }) => [
      reference,
      name,
      toSecond(starts_at),
      toSecond(ends_at),
      toSecond(cancelled_at),
    ],
    none: 'No sessions.',
  },
);

export const sessionShow = showing(async (tx, reference) =>
  describeSession(tx, requireFound(await findSession(tx, reference), 'session', reference)),
);
