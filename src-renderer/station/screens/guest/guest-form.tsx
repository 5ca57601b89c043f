import { useState } from 'react';
import type { ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { paymentMethods } from '../../../../shared/contract/statuses.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../../../../shared/contract/limits.ts';
import type { AddedGuest, GuestOptions } from '../../../../shared/station/guests.ts';
import type { CommandErrorCode } from '../../../../shared/station/results.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Field } from '../../../components/field.tsx';
import layout from '../../../components/layout.module.css';
import { useDoor, usePlace } from '../../components/door-context.tsx';
import { formatDayTime, formatNumber } from '../../i18n/format.ts';
import { newGuest, type GuestDraft } from '../../state/guest-draft.ts';
import type { GuestWords } from './guest-words.ts';
import styles from './guest.module.css';
import { useGuestWords, useMoney } from './use-guest-words.ts';

interface Props {
  readonly first: GuestDraft;
  readonly options: GuestOptions;
  readonly onAdded: (guest: AddedGuest) => void;
  readonly readAgain: () => void;
}

type Problem = CommandErrorCode | 'name_missing';

/** What is sold, to whom, and how they paid. */
export function GuestForm({ first, options, onAdded, readAgain }: Props): ReactElement {
  const words = useGuestWords();
  const place = usePlace();
  const money = useMoney();
  const { guest, change, problem, isBusy, add } = useAddGuest({ first, onAdded, readAgain });
  const types = options.ticket_types.filter(({ left }) => left !== 0);
  const type = types.find(({ reference }) => reference === guest.ticketType) ?? types[0];
  const session =
    options.sessions.find(({ reference }) => reference === guest.session) ?? options.sessions[0];
  if (type === undefined) return <p>{words.soldOut}</p>;
  const payment = type.price === 0 ? 'complimentary' : guest.payment;
  const typeName = ({ name, price, currency, left }: typeof type) =>
    [
      name,
      money(price, currency),
      ...(left === null ? [] : [words.left(formatNumber(left, place.locale))]),
    ].join(' · ');
  return (
    <Form
      className={styles['form'] ?? ''}
      validationBehavior="aria"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void add({
          ...guest,
          ticketType: type.reference,
          session: session?.reference ?? '',
          payment,
        });
      }}
    >
      <Dropdown
        label={words.ticketType}
        options={types.map((one) => ({ id: one.reference, name: typeName(one) }))}
        selected={type.reference}
        onSelect={(ticketType) => change({ ticketType })}
      />
      {session !== undefined && (
        <Dropdown
          label={words.session}
          options={options.sessions.map(({ reference, name, starts_at }) => ({
            id: reference,
            name: [formatDayTime(starts_at, place), name].filter(Boolean).join(' · '),
          }))}
          selected={session.reference}
          onSelect={(chosen) => change({ session: chosen })}
        />
      )}
      <Person guest={guest} change={change} problem={problem} />
      {type.price > 0 && (
        <Choice
          label={words.payment}
          options={paymentMethods.map((id) => ({ id, name: words.methods[id] }))}
          selected={guest.payment}
          onSelect={(method) => change({ payment: method })}
        />
      )}
      <p role="alert" className={layout['trouble']}>
        {problem !== null && sentenceOf(problem, words)}
      </p>
      <Button look="main" type="submit" isDisabled={isBusy}>
        {words.add(money(payment === 'complimentary' ? 0 : type.price, type.currency))}
      </Button>
    </Form>
  );
}

/** After a lost answer the guest is sent again under the same key. */
function useAddGuest({ first, onAdded, readAgain }: Omit<Props, 'options'>) {
  const door = useDoor();
  const [guest, setGuest] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(() =>
    door.store.getState().unsureGuest?.key === first.key ? 'guests.unreachable' : null,
  );
  const change = (changes: Partial<GuestDraft>) =>
    setGuest((before) => ({ ...before, ...changes }));
  const add = async (sent: GuestDraft) => {
    const wrong = problemOf(sent);
    setProblem(wrong);
    if (isBusy || wrong !== null) return;
    setBusy(true);
    setGuest(sent);
    // Until it is known what became of them; also if this sheet is closed.
    door.store.setState({ unsureGuest: sent });
    const result = await door.query({
      kind: 'add_guest',
      key: sent.key,
      ticket_type: sent.ticketType,
      session: sent.session || null,
      first_name: sent.firstName.trim(),
      last_name: sent.lastName.trim(),
      email: sent.email.trim(),
      payment_method: sent.payment,
    });
    setBusy(false);
    if (!result.ok && isUnsure(result.code)) {
      setProblem('guests.unreachable');
      return;
    }
    door.store.setState({ unsureGuest: null });
    if (result.ok) {
      if ('guest' in result) onAdded(result.guest);
      return;
    }
    if (result.code === 'guests.sold_out') readAgain();
    if (result.code === 'guests.added_before') change({ key: newGuest(null, '').key });
    setProblem(result.code);
  };
  return { guest, change, problem, isBusy, add };
}

interface PersonProps {
  readonly guest: GuestDraft;
  readonly change: (changes: Partial<GuestDraft>) => void;
  readonly problem: Problem | null;
}

function Person({ guest, change, problem }: PersonProps): ReactElement {
  const words = useGuestWords();
  return (
    <>
      <Field
        label={words.firstName}
        value={guest.firstName}
        maxLength={MAX_NAME_LENGTH}
        onChange={(firstName) => change({ firstName })}
        error={problem === 'name_missing' ? words.nameMissing : null}
        autoFocus
      />
      <Field
        label={words.lastName}
        value={guest.lastName}
        maxLength={MAX_NAME_LENGTH}
        onChange={(lastName) => change({ lastName })}
      />
      <Field
        label={words.email}
        type="email"
        value={guest.email}
        maxLength={MAX_EMAIL_LENGTH}
        onChange={(email) => change({ email })}
        error={problem === 'guests.email_invalid' ? words.emailInvalid : null}
      />
    </>
  );
}

function problemOf({ firstName, lastName, email }: GuestDraft): Problem | null {
  const [first, last, address] = [firstName, lastName, email].map((text) => text.trim());
  if (!first && !last && !address) return 'name_missing';
  return !address || /^[^\s@]+@[^\s@]+$/.test(address) ? null : 'guests.email_invalid';
}

/** The server may have added the guest: nothing came back, from it or from the station. */
function isUnsure(code: CommandErrorCode): boolean {
  return code === 'guests.unreachable' || !code.startsWith('guests.');
}

/** Null for what is said beside its field. */
function sentenceOf(problem: Problem, words: GuestWords): string | null {
  switch (problem) {
    case 'name_missing':
    case 'guests.email_invalid':
      return null;
    case 'guests.unreachable':
      return words.unsure;
    case 'guests.sold_out':
      return words.soldOut;
    case 'guests.added_before':
      return words.addedBefore;
    case 'guests.erased':
      return words.erased;
    case 'guests.forbidden':
      return words.forbidden;
    default:
      return words.refused;
  }
}
