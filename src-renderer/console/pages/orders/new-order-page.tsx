import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Field } from '../../../components/field.tsx';
import { useConsole, useFormats, useWords } from '../../components/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/record-page.tsx';
import { Refusal } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useOperation } from '../../data/use-operation.ts';
import { useView } from '../../data/use-view.ts';
import { readOrder, type OrderForm } from '../../state/order-form.ts';
import styles from './new-order.module.css';

const opening = ['confirmed', 'pending_payment', 'awaiting_approval', 'draft'] as const;

/** A form for an order: which event, how many of what, and for whom. */
export function NewOrderPage(): ReactElement {
  const { orders: words } = useWords();
  const events = useEvents();
  const [chosen, setChosen] = useState<string | null>(null);
  const open = events.all.filter(({ deleted_at }) => deleted_at === null);
  const event = open.find(({ reference }) => reference === chosen) ?? open[0];
  return (
    <Page title={words.create}>
      {event === undefined ? (
        <p>{words.noEvents}</p>
      ) : (
        <div className={styles['form']}>
          <Dropdown
            label={words.event}
            options={open.map(({ reference, name }) => ({ id: reference, name }))}
            selected={event.reference}
            onSelect={setChosen}
          />
          <NewOrder key={event.reference} event={event} />
        </div>
      )}
    </Page>
  );
}

function NewOrder({ event }: { readonly event: EventDescribed }): ReactElement {
  const { notify } = useConsole();
  const { orders: words } = useWords();
  const formats = useFormats(event.timezone);
  const navigate = useNavigate();
  const create = useOperation('order.create');
  const [form, setForm] = useState<OrderForm>({
    quantities: {},
    session: '',
    seats: '',
    email: '',
    firstName: '',
    lastName: '',
    answers: {},
    status: 'confirmed',
  });
  const change = (changes: Partial<OrderForm>) => setForm((before) => ({ ...before, ...changes }));
  const sellables = useSellables(event);
  const total = sellables.reduce(
    (sum, { reference, price }) => sum + price * (Number(form.quantities[reference]) || 0),
    0,
  );
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        create.mutate(readOrder(event.reference, form), {
          onSuccess: ({ reference }) => {
            notify(words.created);
            void navigate({ to: `/orders/${reference}` });
          },
        });
      }}
    >
      <Section title={words.choose}>
        <div className={styles['fields']}>
          {sellables.map(({ reference, name, price }) => (
            <Field
              key={reference}
              label={name}
              hint={formats.money(price, event.currency)}
              inputMode="numeric"
              value={form.quantities[reference] ?? ''}
              onChange={(text) => change({ quantities: { ...form.quantities, [reference]: text } })}
            />
          ))}
        </div>
        <Places event={event} form={form} onChange={change} />
      </Section>
      <Section title={words.buyer}>
        <div className={styles['fields']}>
          <Field
            label={words.email}
            type="email"
            value={form.email}
            onChange={(email) => change({ email })}
          />
          <Field
            label={words.firstName}
            value={form.firstName}
            onChange={(firstName) => change({ firstName })}
          />
          <Field
            label={words.lastName}
            value={form.lastName}
            onChange={(lastName) => change({ lastName })}
          />
        </div>
      </Section>
      <Questions event={event} form={form} onChange={change} />
      <Dropdown
        label={words.beginsAs}
        options={opening.map((id) => ({ id, name: words.opening[id] }))}
        selected={form.status}
        onSelect={(status) => change({ status })}
      />
      {create.error !== null && <Refusal error={create.error} />}
      <div className={styles['end']}>
        <strong>{words.sum(formats.money(total, event.currency))}</strong>
        <Button look="main" type="submit" isDisabled={create.isPending}>
          {words.place}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  readonly event: EventDescribed;
  readonly form: OrderForm;
  readonly onChange: (changes: Partial<OrderForm>) => void;
}

function Places({ event, form, onChange }: PartProps): ReactElement {
  const { orders: words } = useWords();
  const formats = useFormats(event.timezone);
  const sessions = useView('session.list', { event: event.reference }).data ?? [];
  const open = sessions.filter(({ cancelled_at }) => cancelled_at === null);
  return (
    <div className={styles['fields']}>
      {open.length > 0 && (
        <Dropdown
          label={words.session}
          options={[
            { id: '', name: words.noSession },
            ...open.map(({ reference, name, starts_at }) => ({
              id: reference,
              name: `${name} · ${formats.dayTime(starts_at)}`,
            })),
          ]}
          selected={form.session}
          onSelect={(session) => onChange({ session })}
        />
      )}
      <Field
        label={words.seats}
        hint={words.seatsHint}
        value={form.seats}
        onChange={(seats) => onChange({ seats })}
      />
    </div>
  );
}

function Questions({ event, form, onChange }: PartProps): ReactElement | null {
  const { orders: words } = useWords();
  const all = useView('question.list', { event: event.reference }).data ?? [];
  const questions = all.filter(({ archived_at }) => archived_at === null);
  if (questions.length === 0) return null;
  return (
    <Section title={words.answers}>
      <div className={styles['fields']}>
        {questions.map(({ key, label, options, type }) => (
          <Field
            key={key}
            label={label}
            hint={options === null ? null : options.join(', ')}
            type={type === 'date' ? 'date' : 'text'}
            value={form.answers[key]?.text ?? ''}
            onChange={(text) => onChange({ answers: { ...form.answers, [key]: { text, type } } })}
          />
        ))}
      </div>
    </Section>
  );
}

/** What can be ordered now: ticket types on sale, and add-ons. */
function useSellables({ reference: event }: EventDescribed) {
  const types = useView('ticket-type.list', { event }).data ?? [];
  const addOns = useView('add-on.list', { event }).data ?? [];
  return [
    ...types.filter(({ is_active }) => is_active),
    ...addOns.filter(({ archived_at }) => archived_at === null),
  ];
}
