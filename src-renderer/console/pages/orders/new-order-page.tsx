import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { EventDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Field } from '../../../components/field.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { Page } from '../../components/page.tsx';
import { BackLink } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Forbidden, Refusal } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useOperation } from '../../data/use-operation.ts';
import { useIsForbidden, useMay } from '../../data/use-operations.ts';
import { useUnsent } from '../../data/use-unsent.ts';
import { readOrder, type OrderForm } from '../../state/order-form.ts';
import { Places, Questions, Sellables, useSellables } from './new-order-parts.tsx';
import styles from './new-order.module.css';

const opening = ['confirmed', 'pending_payment', 'awaiting_approval', 'draft'] as const;

/** A form for an order: which event, how many of what, and for whom. */
export function NewOrderPage(): ReactElement {
  const { orders: words, events: noEvents } = useWords();
  const events = useEvents();
  const mayCreateEvent = useMay('event.create');
  const isForbidden = useIsForbidden('order.create');
  const [chosen, setChosen] = useUnsent<string | null>('order.create event', null);
  const open = events.all.filter(({ deleted_at }) => deleted_at === null);
  const event =
    open.find(({ reference }) => reference === chosen) ??
    open.find(({ status }) => status === 'published') ??
    open[0];
  return (
    <Page title={words.create} above={<BackLink name={words.title} address="/orders" />}>
      {isForbidden ? (
        <Forbidden />
      ) : event === undefined ? (
        <p>{mayCreateEvent ? words.noEvents : noEvents.empty}</p>
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
  const { orders: words, events } = useWords();
  const formats = useFormats(event.timezone);
  const navigate = useNavigate();
  const create = useOperation('order.create');
  const mayCreateType = useMay('ticket-type.create');
  const [form, setForm] = useUnsent<OrderForm>(`order.create ${event.reference}`, {
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
  const part = { event, form, onChange: change };
  const { types, addOns, hasNone } = useSellables(event);
  const total = [...types, ...addOns].reduce(
    (sum, { reference, price }) => sum + price * (Number(form.quantities[reference]) || 0),
    0,
  );
  const isEmpty = Object.values(form.quantities).every((text) => !(Number(text) > 0));
  if (hasNone) {
    return (
      <p>
        {events.ticketTypes.empty}. {events.ticketTypes.emptyNext}{' '}
        {mayCreateType && (
          <Link to={`/events/${event.reference}/ticket-types`}>{events.ticketTypes.create}</Link>
        )}
      </p>
    );
  }
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
      <Sellables title={words.choose} rows={types} {...part} />
      <Sellables title={words.addOns} rows={addOns} {...part} />
      <Places {...part} />
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
      <Questions {...part} />
      <Dropdown
        label={words.beginsAs}
        options={opening.map((id) => ({ id, name: words.opening[id] }))}
        selected={form.status}
        onSelect={(status) => change({ status })}
      />
      {create.error !== null && <Refusal error={create.error} />}
      <div className={styles['end']}>
        <span className={styles['sum']}>{words.sum(formats.money(total, event.currency))}</span>
        <Button
          look="main"
          type="submit"
          // Until the next page is there, too.
          isDisabled={create.isPending || create.isSuccess || isEmpty}
        >
          {words.place}
        </Button>
      </div>
    </form>
  );
}
